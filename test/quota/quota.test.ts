import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, mock, test } from 'node:test';
import { issueKey } from '../../src/accounts/keys.ts';
import { openSecret } from '../../src/accounts/secret.ts';
import { seededRandom } from '../../src/catalog/search/random.ts';
import type { Limits } from '../../src/plans.ts';
import { LEASE_MS } from '../../src/quota/leases.ts';
import { type OutagePolicy, openQuota, type Quota } from '../../src/quota/quota.ts';
import { openStore } from '../../src/store/open.ts';
import type { QuotaStore } from '../../src/store/store.ts';
import { ENGINES, newPlace } from '../support/engines.ts';
import { NOON } from '../support/server.ts';
import { until } from '../support/until.ts';

const HOUR_MS = 3600 * 1000;
class Outage extends Error {}

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
    let ms = 0;
    let writes = 0;
    let isConnectionLost = false;
    let failure: Error | undefined;
    let told = 0;
    before(() => mock.method(performance, 'now', () => ms));
    after(() => mock.restoreAll());
    const countingStore: QuotaStore = {
      find: store.quota.find,
      update: async (...changed) => {
        if (failure) throw failure;
        writes++;
        await store.quota.update(...changed);
      },
      updateOnce: async (...changed) => {
        await store.quota.updateOnce(...changed);
        if (isConnectionLost) throw new Error('the connection was lost after the commit');
      },
    };
    const openThread = (fail: OutagePolicy['fail'] = 'closed') => {
      const isUnavailable = (error: unknown) => error instanceof Outage;
      const quota = openQuota(countingStore, () => now, { fail, isUnavailable, onUnavailable: () => told++ });
      after(() => quota.close());
      return quota;
    };
    /** Ten thousand requests a second, however fast the machine is. */
    const send = async (quota: Quota, limits: Limits, requests: number) => {
      let admitted = 0;
      for (let i = 0; i < requests; i++) {
        ms += 0.1;
        if ((await quota.admit(keyId, limits)).admitted) admitted++;
      }
      return admitted;
    };
    const readUsed = async () => (await store.quota.find(keyId))?.used;

    const useNewKey = async () => {
      await issueKey(store.accounts, secret, { accountId, name: 'one', createdAt: 1 });
      keyId = (await store.accounts.listKeys(accountId)).at(-1)?.keyId ?? 0;
    };

    beforeEach(async () => {
      now = NOON;
      writes = 0;
      told = 0;
      failure = undefined;
      await useNewKey();
    });

    test('in each outage of the store a thread counts locally from zero', async () => {
      const quota = openThread('open');
      const isAdmitted = async () => (await quota.admit(keyId, { perHour: 3, perSecond: null })).admitted;
      assert.equal(await isAdmitted(), true);
      for (const times of [1, 2]) {
        failure = new Outage();
        for (const admitted of [true, true, true, false]) assert.equal(await isAdmitted(), admitted);
        assert.equal(told, times, 'told once each time');
        failure = undefined;
        ms += 999;
        assert.equal(await isAdmitted(), false, 'it does not ask again for a second');
        ms += 1;
        // Local counts are not added later: one request was counted before, and one after each outage.
        assert.equal(await isAdmitted(), true);
      }
      assert.equal(await readUsed(), 3);
    });

    test('an outage with fail closed, and an error other than an outage, reject the request', async () => {
      const limits = { perHour: 3, perSecond: null };
      failure = new Outage();
      await assert.rejects(async () => openThread().admit(keyId, limits), Outage);
      failure = new TypeError('a bug');
      await assert.rejects(async () => openThread('open').admit(keyId, limits), /^TypeError: a bug$/);
      assert.equal(told, 0);
    });

    test('a busy key is counted ahead, and the count is exact in the end', async () => {
      const quota = openThread();
      assert.equal(await send(quota, { perHour: 1_000_000, perSecond: null }, 2000), 2000);
      assert.ok(writes < 200, `${writes} writes for 2,000 requests`);
      await quota.close();
      assert.equal(await readUsed(), 2000);
    });

    test('what was not used is given back soon', async () => {
      const quota = openThread();
      await send(quota, { perHour: 1_000_000, perSecond: null }, 100);
      assert.ok(((await readUsed()) ?? 0) > 100, 'counted ahead');
      ms += LEASE_MS;
      await until(async () => (await readUsed()) === 100);
    });

    test('the remaining requests of the hour go down one by one', async () => {
      const quota = openThread();
      const limits = { perHour: 20_000, perSecond: null };
      for (let i = 1; i <= 300; i++) {
        const { remaining, resetSeconds } = await quota.admit(keyId, limits);
        assert.deepEqual([remaining, resetSeconds], [20_000 - i, 3480]);
      }
    });

    test('several threads admit exactly up to the limit together', async () => {
      const threads = [openThread(), openThread(), openThread()];
      const limits = { perHour: 6000, perSecond: null };
      const counts = await Promise.all(threads.map((quota) => send(quota, limits, 2500)));
      assert.equal(
        counts.reduce((sum, count) => sum + count),
        6000,
      );
      assert.equal(await readUsed(), 6000);
    });

    test('sixty nodes with random traffic admit exactly the limit, and count most of it ahead', async () => {
      const nodes = Array.from({ length: 60 }, () => openThread());
      const random = seededRandom(1);
      const limits = { perHour: 100_000, perSecond: null };
      await store.quota.update([keyId], () => ({ hour: Math.floor(NOON / HOUR_MS), used: 98_000, nextRequestAt: 0 }));
      let admitted = 0;
      for (let i = 0; i < 1500; i++) {
        // Two of three requests go to the same node, as with a load balancer that prefers one.
        const node = nodes[random() < 2 / 3 ? 0 : Math.floor(random() * nodes.length)] as Quota;
        admitted += await send(node, limits, 1);
      }
      assert.equal(admitted, 1500, 'nobody is refused before the limit is near');
      assert.ok(writes < 1200, `${writes} writes`);
      // A node may refuse what others still hold. They admit it.
      for (const node of nodes) admitted += await send(node, limits, 40);
      assert.equal(admitted, 2000);
      assert.equal(await readUsed(), 100_000);
    });

    test('slow keys and small limits are not counted ahead', async () => {
      for (const [perHour, requests] of [
        [1000, 100],
        [1_000_000, 15],
      ] as const) {
        await useNewKey();
        assert.equal(await send(openThread(), { perHour, perSecond: null }, requests), requests);
        assert.equal(await readUsed(), requests);
      }
    });

    test('a key with a rate per second is not counted ahead', async () => {
      const threads = [openThread(), openThread()];
      const limits = { perHour: 1_000_000, perSecond: 1000 };
      // With the clock stopped: one, and those within the tolerance of half a second.
      const counts = await Promise.all(threads.map((quota) => send(quota, limits, 600)));
      assert.equal((counts[0] ?? 0) + (counts[1] ?? 0), 501);
      assert.equal(await readUsed(), 501);
    });

    test('a lease ends with its hour, and when the limits change', async () => {
      const quota = openThread();
      const limits = { perHour: 1_000_000, perSecond: null };
      await send(quota, limits, 100);
      const before = writes;
      await send(quota, { ...limits, perHour: 999_999 }, 1);
      assert.equal(writes, before + 1, 'limits');
      now += HOUR_MS;
      const { remaining } = await quota.admit(keyId, { ...limits, perHour: 999_999 });
      assert.equal(remaining, 999_998);
    });

    test('nothing is given back twice, even if nobody knows whether it was given back', async (t) => {
      isConnectionLost = true;
      t.after(() => {
        isConnectionLost = false;
      });
      const quota = openThread();
      await send(quota, { perHour: 1_000_000, perSecond: null }, 500);
      await quota.close();
      await quota.close();
      assert.equal(await readUsed(), 500);
    });

    test('a thread that is killed leaves its lease counted, and no request uncounted', async () => {
      const killed = openThread();
      await send(killed, { perHour: 1_000_000, perSecond: null }, 500);
      const used = (await readUsed()) ?? 0;
      assert.ok(used >= 500 && used <= 1500, `${used} counted`);
    });
  });
}
