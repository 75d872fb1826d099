import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openErrorLog } from '../../src/quota/error-log.ts';
import { openStore } from '../../src/store/open.ts';
import { ERRORS_KEPT } from '../../src/store/recent-errors.ts';
import type { Store } from '../../src/store/store.ts';
import { ENGINES, newPlace } from '../support/engines.ts';

async function addKey(store: Store, name: string): Promise<{ keyId: number; accountId: number }> {
  const account = await store.accounts.addAccount({ email: `${name}@b`, plan: 'free', createdAt: 1 });
  const fields = { name, createdAt: 1, expiresAt: null, perHour: null, perSecond: null };
  const bytes = { digest: Buffer.from(name), encrypted: Buffer.from(name) };
  const key = await store.accounts.addKey({ ...fields, ...bytes, accountId: account?.accountId ?? 0 });
  return { keyId: key?.keyId ?? 0, accountId: account?.accountId ?? 0 };
}

for (const engine of ENGINES) {
  test(`${engine}: each key keeps its newest errors; repeated ones are counted; a removed account keeps none`, async () => {
    const store = await openStore(await newPlace(engine));
    let now = 1000;
    const log = openErrorLog(store.recentErrors, () => now++, assert.ifError);
    const [noisy, calm] = [await addKey(store, 'noisy'), await addKey(store, 'calm')];
    const record = ({ keyId }: { keyId: number }, request: string) =>
      log.record({ keyId, status: 404, request, message: 'no such game' });
    record(calm, 'GET /v1/first');
    for (let i = 0; i < 3; i++) record(calm, 'GET /v1/again');
    record(calm, `GET /v1/${'x'.repeat(5000)}`);
    for (let i = 0; i < ERRORS_KEPT + 20; i++) record(noisy, `GET /v1/${i}`);
    record({ keyId: 999_999 }, 'GET /v1/removed-key');
    await log.flush();
    record(noisy, 'GET /v1/later');
    await log.close();

    const ofCalm = await store.recentErrors.list([calm.keyId], 10);
    assert.deepEqual(
      ofCalm.map(({ request, times }) => [request.length > 500 ? 'too long' : request.slice(0, 14), times]),
      [
        ['GET /v1/xxxxxx', 1],
        ['GET /v1/again', 3],
        ['GET /v1/first', 1],
      ],
    );
    assert.deepEqual(ofCalm[1], {
      keyId: calm.keyId,
      at: 1003,
      status: 404,
      request: 'GET /v1/again',
      message: 'no such game',
      times: 3,
    });
    const ofNoisy = await store.recentErrors.list([noisy.keyId], 1000);
    assert.equal(ofNoisy.length, ERRORS_KEPT);
    assert.deepEqual([ofNoisy[0]?.request, ofNoisy.at(-1)?.request], ['GET /v1/later', 'GET /v1/21']);
    assert.deepEqual(await store.recentErrors.list([], 10), []);
    await store.accounts.removeAccount(noisy.accountId);
    assert.deepEqual(await store.recentErrors.list([noisy.keyId], 10), []);
    await store.close();
  });
}
