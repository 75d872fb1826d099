import assert from 'node:assert/strict';
import { after, beforeEach, describe, test } from 'node:test';
import { issueKey } from '../../src/accounts/keys.ts';
import { openSecret } from '../../src/accounts/secret.ts';
import type { Limits } from '../../src/plans.ts';
import { openQuota, type Quota } from '../../src/quota/quota.ts';
import { openStore } from '../../src/store/open.ts';
import type { QuotaStore } from '../../src/store/store.ts';
import { ENGINES, newPlace } from '../support/servers/engines.ts';
import { NOON } from '../support/servers/server.ts';

for (const engine of ENGINES) {
  describe(engine, async () => {
    const config = await newPlace(engine);
    const store = await openStore(config);
    after(() => store.close());
    const secret = await openSecret(config, store.accounts);
    const account = await store.accounts.addAccount({ email: 'a@b', plan: 'free', createdAt: 1 });
    const { accountId = 0 } = account ?? {};
    let keyId = 0;
    let now = NOON;
    let writes = 0;
    let failure: Error | undefined;
    const countingStore: QuotaStore = {
      find: store.quota.find,
      update: async (...changed) => {
        if (failure) throw failure;
        writes++;
        await store.quota.update(...changed);
      },
    };
    const openThread = () => openQuota(countingStore, () => now);
    const send = async (quota: Quota, limits: Limits, requests: number) => {
      const decisions = await Promise.all(Array.from({ length: requests }, () => quota.admit(keyId, limits)));
      return decisions.filter(({ admitted }) => admitted).length;
    };
    const readUsed = async () => (await store.quota.find(keyId))?.used;

    const useNewKey = async () => {
      await issueKey(store.accounts, secret, { accountId, name: 'one', createdAt: 1 });
      keyId = (await store.accounts.listKeys(accountId)).at(-1)?.keyId ?? 0;
    };

    beforeEach(async () => {
      now = NOON;
      writes = 0;
      failure = undefined;
      await useNewKey();
    });

    test('an outage of the store rejects the request', async () => {
      failure = new Error('outage');
      await assert.rejects(async () => openThread().admit(keyId, { perHour: 3, perSecond: null }), failure);
    });

    test('requests that arrive together are counted in one write, and the count is exact', async () => {
      assert.equal(await send(openThread(), { perHour: 1_000_000, perSecond: null }, 200), 200);
      assert.equal(writes, 1);
      assert.equal(await readUsed(), 200);
    });

    for (const [limits, admitted] of [
      [{ perHour: 600, perSecond: null }, 600],
      // With the clock stopped: one, and those within the tolerance of half a second.
      [{ perHour: 1_000_000, perSecond: 1000 }, 501],
    ] as const)
      test(`ten threads admit exactly ${admitted} requests together`, async () => {
        const threads = Array.from({ length: 10 }, () => openThread());
        const counts = await Promise.all(threads.map((quota) => send(quota, limits, 100)));
        assert.equal(
          counts.reduce((sum, count) => sum + count),
          admitted,
        );
        assert.equal(await readUsed(), admitted);
      });
  });
}
