/** By hand: counts are exact over threads and nodes, where rate limiting packages count per process or need Redis. */

import type { MaybePromise } from '../at-once.ts';
import type { Limits } from '../plans.ts';
import type { QuotaStore, Usage } from '../store/store.ts';
import { addLease, LEASE_MS, type Lease, type Leases, openLeases, withoutUnused } from './leases.ts';
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
      giveBack(batch.map(({ keyId }) => keyId));
      await resolveBatch(batch, count);
      timer ??= setTimeout(endLeases, LEASE_MS).unref();
    }
    running = false;
  };
  const giveBack = (keyIds: readonly number[]) => {
    const unused = endLeasesOf(leases, keyIds);
    if (unused.size > 0) givingBack = givingBack.then(() => giveBackTo(store, unused));
    return givingBack;
  };
  const endLeases = () => {
    giveBack(leases.keys('over'));
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
    close: () => {
      clearTimeout(timer);
      return giveBack(leases.keys('all'));
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
  const begun = new Map<number, Lease | undefined>();
  const decisions = new Map<Waiting, QuotaDecision>();
  await store.update([...byKey.keys()], (keyId, before) => {
    let usage = before;
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

/** Returns those of which something is left. */
function endLeasesOf(leases: Leases, keyIds: readonly number[]): Map<number, Lease> {
  const unused = new Map<number, Lease>();
  for (const keyId of keyIds) {
    const lease = leases.end(keyId);
    if (lease && lease.left > 0) unused.set(keyId, lease);
  }
  return unused;
}

/** What cannot be given back, or perhaps was, stays counted until the hour ends. */
function giveBackTo(store: QuotaStore, unused: ReadonlyMap<number, Lease>): Promise<void> {
  return store
    .updateOnce([...unused.keys()], (keyId, usage) => withoutUnused(usage, unused.get(keyId)))
    .catch(() => {});
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
