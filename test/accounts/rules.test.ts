import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { findReset, makeResetToken, resetPassword, suspend } from '../../src/accounts/accounts.ts';
import type { AccountContext } from '../../src/accounts/context.ts';
import { addOwnKey, findOwnKey, MAX_KEYS } from '../../src/accounts/keys.ts';
import { openMail } from '../../src/accounts/mail.ts';
import { hashPassword } from '../../src/accounts/passwords.ts';
import { openSecret } from '../../src/accounts/secret.ts';
import { findSignedInUser, signIn, signUp, startSession } from '../../src/accounts/sign-in.ts';
import { findToken, makeToken } from '../../src/accounts/tokens.ts';
import { openStore } from '../../src/store/open.ts';
import { newPlace } from '../support/servers/engines.ts';

const HOUR = 3_600_000;
const PASSWORD = 'correct horse';
const config = await newPlace('sqlite');
const store = await openStore(config);
after(() => store.close());
const time = { now: 1_000_000 * HOUR };
const context: AccountContext = {
  config,
  publicUrl: 'http://localhost',
  store,
  secret: await openSecret(config, store.accounts),
  mail: openMail(config, assert.ifError),
  clock: () => time.now,
};
const CLIENT = { address: '192.0.2.1', agent: '' };
const password = await hashPassword(PASSWORD);
let count = 0;

async function newAccount() {
  const account = await store.accounts.addAccount({ email: `a${count++}@b`, plan: 'free', createdAt: 1, password });
  assert.ok(account);
  return account;
}

test('an expired key counts against the maximum for one more hour, until its quota window is over', async () => {
  const { accountId } = await newAccount();
  for (let i = 0; i < MAX_KEYS; i++) assert.ok(await addOwnKey(context, accountId, `key ${i}`));
  assert.equal(await addOwnKey(context, accountId, 'one more'), undefined);
  const [{ keyId = 0 } = {}] = await store.accounts.listKeys(accountId);
  await store.accounts.changeKey(keyId, { expiresAt: time.now });
  time.now += HOUR - 1;
  assert.equal(await addOwnKey(context, accountId, 'one more'), undefined);
  time.now += 1;
  assert.ok(await addOwnKey(context, accountId, 'one more'));
});

test('a key of another account is not found', async () => {
  const [{ accountId }, other] = [await newAccount(), await newAccount()];
  await addOwnKey(context, accountId, 'mine');
  const [{ keyId = 0 } = {}] = await store.accounts.listKeys(accountId);
  assert.equal((await findOwnKey(context, accountId, String(keyId)))?.name, 'mine');
  assert.equal(await findOwnKey(context, other.accountId, String(keyId)), undefined);
});

test('a session of a suspended account is not signed in', async () => {
  const { accountId } = await newAccount();
  const token = await startSession(context, accountId, '');
  assert.equal((await findSignedInUser(context, token))?.account.accountId, accountId);
  await store.accounts.changeAccount(accountId, { suspendedAt: 1 });
  assert.equal(await findSignedInUser(context, token), undefined);
});

test('a token is valid for its own purpose only', async () => {
  const token = await makeToken(context, 'invite', { note: '', plan: 'commercial' });
  assert.ok(await findToken(context, 'invite', token));
  for (const purpose of ['reset', 'verify', 'email'] as const)
    assert.equal(await findToken(context, purpose, token), undefined);
});

test('a new password and a suspension invalidate earlier links', async () => {
  const account = await newAccount();
  const [one, other] = [await makeResetToken(context, account), await makeResetToken(context, account)];
  const found = await findReset(context, one);
  assert.ok(found && (await findReset(context, other)));
  assert.ok(await resetPassword(context, found, 'another password'));
  assert.equal(await findReset(context, other), undefined);
  const later = await makeResetToken(context, account);
  await suspend(store, account.accountId, time.now);
  await store.accounts.changeAccount(account.accountId, { suspendedAt: null });
  assert.equal(await findReset(context, later), undefined);
});

test('an invitation creates only one account', async () => {
  const token = await makeToken(context, 'invite', { note: '', plan: 'commercial' });
  const invite = await findToken(context, 'invite', token);
  assert.ok(invite);
  const outcomes = [];
  for (const email of ['first@b', 'second@b'])
    outcomes.push((await signUp(context, { email, password: PASSWORD, invite }, CLIENT)).outcome);
  assert.deepEqual(outcomes, ['signedIn', 'invalidLink']);
  const found = [await store.accounts.findAccount('first@b'), await store.accounts.findAccount('second@b')];
  assert.deepEqual(found.map((account) => account?.plan).toSorted(), ['commercial', undefined]);
});

test('a secret of fewer than 32 characters is refused', async () => {
  const place = await newPlace('sqlite');
  writeFileSync(join(place.data, 'secret'), `${'x'.repeat(31)}\n`);
  const other = await openStore(place);
  await assert.rejects(openSecret(place, other.accounts), /^OperatorError: .*it has fewer than 32 characters/);
  await other.close();
});

test('the correct password clears earlier wrong attempts', async () => {
  const { email } = await newAccount();
  const trySignIn = (given: string) =>
    signIn(context, { email, password: given }, CLIENT).then(({ outcome }) => outcome);
  const BURST = 6;
  for (let round = 0; round < 2; round++) {
    for (let i = 1; i < BURST; i++) assert.equal(await trySignIn('wrong'), 'wrongPassword');
    assert.equal(await trySignIn(PASSWORD), 'signedIn');
  }
  for (let i = 0; i < BURST; i++) assert.equal(await trySignIn('wrong'), 'wrongPassword');
  assert.equal(await trySignIn(PASSWORD), 'throttled');
});
