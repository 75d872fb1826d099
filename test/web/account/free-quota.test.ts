import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addOwnKey, issueKey, MAX_KEYS, rotateOwnKey } from '../../../src/accounts/keys.ts';
import { openSecret } from '../../../src/accounts/secret.ts';
import type { Plan } from '../../../src/plans.ts';
import { addPerson, PASSWORD, signIn, signUp, withStore } from '../../support/accounts.ts';
import { NOON, startServer } from '../../support/servers/server.ts';

const DAY_MS = 24 * 3600 * 1000;
const server = await startServer({ 'free-per-second': 'none', 'free-per-hour': '12', 'sign-ups-per-day': '4' });

const ask = async (key: string) => {
  const { status, headers } = await fetch(`${server.url}/v1/games/2?format=id&api_key=${key}`);
  return [status, headers.get('ratelimit-remaining')];
};

/** All keys of a person that has five of them, each rotated. */
async function manyKeys(email: string, plan: Plan) {
  const { accountId } = await addPerson(server, email);
  return withStore(server.config, async (store) => {
    await store.accounts.changeAccount(accountId, { plan });
    const secret = await openSecret(server.config, store.accounts);
    const context = { store, secret, clock: () => NOON };
    for (let i = 1; i < MAX_KEYS; i++) await addOwnKey(context, accountId, `key ${i}`);
    for (const key of await store.accounts.listKeys(accountId)) await rotateOwnKey(context, key);
    const keys = await store.accounts.listKeys(accountId);
    const own = { accountId, name: 'own limits', createdAt: NOON, perHour: 3 };
    const limited = await issueKey(store.accounts, secret, own);
    return { keys: keys.map(({ encrypted }) => secret.decrypt(encrypted)), limited };
  });
}

test('all keys of a free account share one quota, rotated ones included', async () => {
  const { keys, limited } = await manyKeys('free@example.org', 'free');
  assert.equal(keys.length, 2 * MAX_KEYS);
  const answers = [];
  for (const key of keys) answers.push(await ask(key));
  assert.deepEqual(
    answers,
    keys.map((_, i) => [200, String(11 - i)]),
  );
  for (const key of keys.slice(0, 2)) assert.equal((await ask(key))[0], 200);
  for (const key of keys) assert.deepEqual(await ask(key), [429, '0']);
  assert.deepEqual(await ask(limited), [200, '2'], 'a key with limits of its own is counted apart');
  const profile = await (await signIn(server, 'free@example.org')).open('/profile');
  const remaining = Array.from(profile.text.matchAll(/Remaining this hour<\/dt><dd>(\d+)/g), ([, count]) => count);
  assert.deepEqual(remaining.toSorted(), [...Array(10).fill('0'), '2']);
});

test('keys of the commercial plan are counted one by one (contract gap 37)', async () => {
  const { keys } = await manyKeys('commercial@example.org', 'commercial');
  for (const key of keys) assert.deepEqual(await ask(key), [200, '35999']);
});

const signUpFrom = (address: string, email: string) => signUp(server, email, PASSWORD, { 'x-forwarded-for': address });

test('an address whose account was deleted can sign up again after a day', async () => {
  const { browser } = await signUpFrom('192.0.2.1', 'gone@example.org');
  await browser.send('/profile/settings', '/profile/delete', { delete_password: PASSWORD, sure: 'yes' });
  const refused = (await signUpFrom('192.0.2.2', 'gone@example.org')).page;
  assert.equal(refused.status, 429);
  assert.match(refused.text, /The account of this address was deleted\. You can sign up again in 24 hours\./);
  server.now += DAY_MS;
  assert.equal((await signUpFrom('192.0.2.2', 'gone@example.org')).page.path, '/profile?done=welcome');
});

test('LUDEX_SIGN_UPS_PER_DAY limits the sign-ups of an IP address, and the form keeps its text', async () => {
  for (const names of ['abcde', 'fghij']) {
    const pages = [];
    for (const name of names) pages.push((await signUpFrom('192.0.2.3', `${name}@example.org`)).page);
    assert.deepEqual(
      pages.map(({ status }) => status),
      [200, 200, 200, 200, 429],
    );
    assert.match(pages[4]?.text ?? '', /value="[ej]@example\.org"/);
    server.now += DAY_MS;
  }
  assert.equal((await signUpFrom('192.0.2.4', 'e@example.org')).page.status, 200);
});
