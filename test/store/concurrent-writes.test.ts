import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { openStore } from '../../src/store/open.ts';
import { newPlace } from '../support/engines.ts';

/** More turns than a transaction of the store takes. */
const TURNS = 60;

test('another connection that writes at any moment does not fail a transaction that reads first', async () => {
  const config = await newPlace('sqlite');
  const store = await openStore(config);
  const other = new DatabaseSync(`${config.data}/service.db`, { timeout: 0 });
  const account = await store.accounts.addAccount({ email: 'a@example.org', plan: 'free', createdAt: 1 });
  const fields = { name: 'k', createdAt: 1, expiresAt: null, perHour: null, perSecond: null };
  const bytes = { digest: Buffer.from('digest'), encrypted: Buffer.from([1]) };
  const key = await store.accounts.addKey({ ...fields, accountId: account?.accountId as number, ...bytes });
  const error = { keyId: key?.keyId as number, at: 1, status: 404, request: 'GET /', message: '', times: 1 };
  for (let turns = 0; turns < TURNS; turns++) {
    const adding = store.recentErrors.add([error]);
    for (let turn = 0; turn < turns; turn++) await Promise.resolve();
    try {
      other.exec("UPDATE accounts SET email = email || 'x'");
    } catch (busy) {
      assert.match((busy as Error).message, /database is locked/);
    }
    await adding;
  }
  other.close();
  await store.close();
});
