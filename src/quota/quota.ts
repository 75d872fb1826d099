/** By hand: counts are exact over threads and nodes, where rate limiting packages count per process or need Redis. */

import type { MaybePromise } from '../at-once.ts';
import type { Limits } from '../plans.ts';
import type { QuotaStore, Usage } from '../store/store.ts';
import { addLease, giveBack, LEASE_MS, type Lease, type Leases, openLeases } from './leases.ts';
import { countRequest, type QuotaDecision } from './limits.ts';

export interface Quota {
  /** Decides whether this key may send a request now, and counts it if so. */
  admit(keyId: number, limits: Limits): MaybePromise<QuotaDecision>;
  /** Gives back what was counted ahead. Nothing is admitted afterwards. */
  close(): Promise<void>;
}

/** How requests are counted while the store is unavailable. */
export interface OutagePolicy {
  fail: 'closed' | 'open';
  isUnavailable(error: unknown): boolean;
  /** Called once at the start of each outage. */
  onUnavailable(error: unknown): void;
}

interface Waiting {
  keyId: number;
  limits: Limits;
  now: number;
  resolve(decision: QuotaDecision): void;
  reject(error: unknown): void;
}

/** How long requests are counted in this thread before the store is asked again. */
const RECHECK_MS = 1000;

/** Counts concurrent requests in batches, one transaction each, and busy keys ahead. */
export function openQuota(store: QuotaStore, clock: () => number, outagePolicy: OutagePolicy): Quota {
  const leases = openLeases();
  let waiting: Waiting[] = [];
  let running = false;
  let givingBack = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  const count =
    outagePolicy.fail === 'open'
      ? openFallbackCounting(store, leases, outagePolicy)
      : (batch: Batch) => countBatch(store, batch, leases);

  const run = async () => {
    running = true;
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      await resolveBatch(batch, count);
      timer ??= setTimeout(endLeases, LEASE_MS).unref();
    }
    running = false;
  };
  const endLeases = () => {
    givingBack = givingBack.then(() => giveBackLeases(store, leases, leases.keys('over')));
    timer = leases.keys('all').length > 0 ? setTimeout(endLeases, LEASE_MS).unref() : undefined;
  };

  return {
    admit: (keyId, limits) => {
      const now = clock();
      if (limits.perHour === null && limits.perSecond === null) return countRequest(undefined, limits, now).decision;
      const leased = leases.use(keyId, limits, now);
      if (leased) return leased;
      return new Promise((resolve, reject) => {
        waiting.push({ keyId, limits, now, resolve, reject });
        if (!running && waiting.length === 1) setImmediate(run);
      });
    },
    close: async () => {
      clearTimeout(timer);
      await givingBack;
      await giveBackLeases(store, leases, leases.keys('all'));
    },
  };
}

type Batch = readonly Waiting[];
type Count = (batch: Batch) => Promise<Map<Waiting, QuotaDecision>>;

async function resolveBatch(batch: Batch, count: Count): Promise<void> {
  try {
    const decisions = await count(batch);
    for (const request of batch) request.resolve(decisions.get(request) as QuotaDecision);
  } catch (error) {
    for (const request of batch) request.reject(error);
  }
}

async function countBatch(
  store: Pick<QuotaStore, 'update'>,
  batch: Batch,
  leases?: Leases,
): Promise<Map<Waiting, QuotaDecision>> {
  const byKey = Map.groupBy(batch, ({ keyId }) => keyId);
  const ended = new Map([...byKey.keys()].map((keyId) => [keyId, leases?.end(keyId)]));
  const begun = new Map<number, Lease | undefined>();
  const decisions = new Map<Waiting, QuotaDecision>();
  await store.update([...byKey.keys()], (keyId, before) => {
    let usage = giveBack(before, ended.get(keyId));
    const requests = byKey.get(keyId) ?? [];
    for (const request of requests) {
      const { decision, after } = countRequest(usage, request.limits, request.now);
      decisions.set(request, decision);
      if (decision.admitted) usage = after;
    }
    const last = requests.at(-1);
    const lease = usage && last && leases?.plan(keyId, requests.length, last.limits, usage, last.now);
    begun.set(keyId, lease);
    if (lease) usage = addLease(usage as Usage, lease);
    return usage === before ? undefined : usage;
  });
  for (const [keyId, lease] of begun) leases?.start(keyId, byKey.get(keyId)?.length ?? 0, lease);
  return decisions;
}

async function giveBackLeases(store: QuotaStore, leases: Leases, keyIds: readonly number[]): Promise<void> {
  const ended = new Map(keyIds.map((keyId) => [keyId, leases.end(keyId)]));
  const unused = keyIds.filter((keyId) => ended.get(keyId)?.left);
  if (unused.length === 0) return;
  const change = (keyId: number, before: Usage | undefined) => {
    const usage = giveBack(before, ended.get(keyId));
    return usage === before ? undefined : usage;
  };
  // What cannot be given back stays counted.
  await store.update(unused, change).catch(() => {});
}

/** While the store is unavailable, this thread counts locally, from zero. Local counts are not added to the store later. */
function openFallbackCounting(
  store: QuotaStore,
  leases: Leases,
  { isUnavailable, onUnavailable }: OutagePolicy,
): Count {
  const own = new Map<number, Usage>();
  let unavailableUntil = 0;
  const localStore: Pick<QuotaStore, 'update'> = {
    update: async (keyIds, change) => {
      for (const keyId of keyIds) {
        const usage = change(keyId, own.get(keyId));
        if (usage) own.set(keyId, usage);
      }
    },
  };
  return async (batch) => {
    if (performance.now() < unavailableUntil) return countBatch(localStore, batch);
    try {
      const decisions = await countBatch(store, batch, leases);
      own.clear();
      unavailableUntil = 0;
      return decisions;
    } catch (error) {
      if (!isUnavailable(error)) throw error;
      if (unavailableUntil === 0) onUnavailable(error);
      unavailableUntil = performance.now() + RECHECK_MS;
      return countBatch(localStore, batch);
    }
  };
}
