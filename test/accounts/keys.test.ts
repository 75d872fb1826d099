import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { issueKey, openKeys } from '../../src/accounts/keys.ts';
import { openSecret } from '../../src/accounts/secret.ts';
import { openStore } from '../../src/store/open.ts';
import { newPlace } from '../support/servers/engines.ts';

async function open(t: TestContext) {
  const config = await newPlace('sqlite');
  const store = await openStore(config);
  t.after(() => store.close());
  const secret = await openSecret(config, store.accounts);
  const { accountId = 0 } = (await store.accounts.addAccount({ email: 'a@b', plan: 'free', createdAt: 1 })) ?? {};
  const issue = (key?: string) => issueKey(store.accounts, secret, { accountId, name: 'one', createdAt: 1, key });
  return { config, store, secret, accountId, issue };
}

test('a key revoked during a slow lookup is not cached', async (t) => {
  const { config, store, secret, accountId, issue } = await open(t);
  const key = await issue();
  const { promise: found, resolve: find } = Promise.withResolvers<void>();
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  const slow = {
    ...store.accounts,
    findKeyByDigest: async (digest: Buffer) => {
      const row = await store.accounts.findKeyByDigest(digest);
      find();
      await answered;
      return row;
    },
  };
  const keys = openKeys(slow, secret, config, () => 5);
  const asked = keys.findCaller(key);
  await found;
  const [{ keyId = 0 } = {}] = await store.accounts.listKeys(accountId);
  await store.accounts.changeKey(keyId, { expiresAt: 2 });
  keys.outdate();
  answer();
  await asked;
  assert.equal(await keys.findCaller(key), 'revoked');
});

test('an unknown key is looked up each time, and digested once', async (t) => {
  const { config, store, secret, issue } = await open(t);
  const digest = t.mock.fn(secret.digest);
  const keys = openKeys(store.accounts, { ...secret, digest }, config, () => 5);
  const chosen = 'a-key-that-the-operator-chose';
  assert.equal(await keys.findCaller(chosen), 'unknown');
  assert.equal(await keys.findCaller(chosen), 'unknown');
  assert.equal(digest.mock.callCount(), 1);
  await issue(chosen);
  assert.equal(typeof (await keys.findCaller(chosen)), 'object');
});

test('a key that was looked up stays known until it is refused, although accounts change', async (t) => {
  const { config, store, secret, accountId, issue } = await open(t);
  const keys = openKeys(store.accounts, secret, config, () => 5);
  const key = await issue();
  assert.equal(keys.findKnown(key), undefined);
  await keys.findCaller(key);
  keys.outdate();
  assert.ok(keys.findKnown(key), 'other accounts may have changed');
  await store.accounts.removeAccount(accountId);
  assert.equal(await keys.findCaller(key), 'unknown');
  assert.equal(keys.findKnown(key), undefined);
});
