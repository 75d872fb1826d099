import assert from 'node:assert/strict';
import { after, mock, test } from 'node:test';
import { issueKey } from '../../src/accounts/keys.ts';
import { openSecret } from '../../src/accounts/secret.ts';
import { type OutagePolicy, openQuota } from '../../src/quota/quota.ts';
import { openStore } from '../../src/store/open.ts';
import type { QuotaStore } from '../../src/store/store.ts';
import { newPlace } from '../support/engines.ts';

const config = await newPlace('sqlite');
const store = await openStore(config);
after(() => store.close());
const account = await store.accounts.addAccount({ email: 'a@b', plan: 'free', createdAt: 1 });
const { accountId = 0 } = account ?? {};
await issueKey(store.accounts, await openSecret(config, store.accounts), { accountId, name: 'one', createdAt: 1 });
const [{ keyId = 0 } = {}] = await store.accounts.listKeys(accountId);

const NOON = Date.UTC(2026, 10, 15, 12);
const LIMITS = { perHour: 3, perSecond: null };
class Outage extends Error {}

/** The real quota store, which fails while `state.error` is set. */
function openFailing(fail: OutagePolicy['fail']) {
  const state: { error: Error | undefined; told: number; ms: number } = { error: undefined, told: 0, ms: 0 };
  const failing: QuotaStore = {
    find: store.quota.find,
    update: async (...counted) => {
      if (state.error) throw state.error;
      return store.quota.update(...counted);
    },
    updateOnce: store.quota.updateOnce,
  };
  const quota = openQuota(failing, () => NOON, {
    fail,
    isUnavailable: (error) => error instanceof Outage,
    onUnavailable: () => state.told++,
  });
  const isAdmitted = async () => (await quota.admit(keyId, LIMITS)).admitted;
  return { state, isAdmitted };
}

test('in each outage of the store a thread counts locally from zero', async (t) => {
  const { state, isAdmitted } = openFailing('open');
  mock.method(performance, 'now', () => state.ms);
  t.after(() => mock.restoreAll());
  state.ms = 10_000;
  assert.equal(await isAdmitted(), true);
  for (const times of [1, 2]) {
    state.error = new Outage();
    for (const admitted of [true, true, true, false]) assert.equal(await isAdmitted(), admitted);
    assert.equal(state.told, times, 'told once each time');
    state.error = undefined;
    state.ms += 999;
    assert.equal(await isAdmitted(), false, 'it does not ask again for a second');
    state.ms += 1;
    // Local counts are not added later: one request was counted before, and one after each outage.
    assert.equal(await isAdmitted(), true);
  }
  assert.deepEqual((await store.quota.find(keyId))?.used, 3);
});

test('an error other than an outage is not counted locally', async () => {
  const { state, isAdmitted } = openFailing('open');
  state.error = new TypeError('a bug');
  await assert.rejects(isAdmitted(), /^TypeError: a bug$/);
  assert.equal(state.told, 0);
});

test('with fail closed, an outage of the store rejects the request', async () => {
  const { state, isAdmitted } = openFailing('closed');
  state.error = new Outage();
  await assert.rejects(isAdmitted(), Outage);
});
