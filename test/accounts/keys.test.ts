import assert from 'node:assert/strict';
import { test } from 'node:test';
import { issueKey, openKeys } from '../../src/accounts/keys.ts';
import { openSecret } from '../../src/accounts/secret.ts';
import { openStore } from '../../src/store/open.ts';
import { newPlace } from '../support/engines.ts';

test('a key revoked during a slow lookup is not cached', async () => {
  const config = await newPlace('sqlite');
  const store = await openStore(config);
  const secret = await openSecret(config, store.accounts);
  const account = await store.accounts.addAccount({ email: 'a@b', plan: 'free', createdAt: 1 });
  const accountId = account?.accountId ?? 0;
  const key = await issueKey(store.accounts, secret, { accountId, name: 'one', createdAt: 1 });
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
  keys.clearCache();
  answer();
  await asked;
  assert.equal(await keys.findCaller(key), 'revoked');
  await store.close();
});

test('an unknown key is looked up each time, and digested once', async () => {
  const config = await newPlace('sqlite');
  const store = await openStore(config);
  const secret = await openSecret(config, store.accounts);
  let digested = 0;
  const counting = {
    ...secret,
    digest: (key: string) => {
      digested++;
      return secret.digest(key);
    },
  };
  const keys = openKeys(store.accounts, counting, config, () => 5);
  const chosen = 'a-key-that-the-operator-chose';
  assert.equal(await keys.findCaller(chosen), 'unknown');
  assert.equal(await keys.findCaller(chosen), 'unknown');
  assert.equal(digested, 1);
  const account = await store.accounts.addAccount({ email: 'a@b', plan: 'free', createdAt: 1 });
  const accountId = account?.accountId ?? 0;
  await issueKey(store.accounts, secret, { accountId, name: 'one', createdAt: 1, key: chosen });
  assert.equal(typeof (await keys.findCaller(chosen)), 'object');
  await store.close();
});
