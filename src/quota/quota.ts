/** By hand: counts are exact over threads and nodes, where rate limiting packages count per process or need Redis. */

import type { MaybePromise } from '../at-once.ts';
import type { Limits } from '../plans.ts';
import type { QuotaStore, Usage } from '../store/store.ts';
import { countRequest, type QuotaDecision } from './limits.ts';

export interface Quota {
  /** Decides whether this key may send a request now, and counts it if so. */
  admit(keyId: number, limits: Limits): MaybePromise<QuotaDecision>;
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

/** Counts concurrent requests in batches, one transaction each. */
export function openQuota(store: QuotaStore, clock: () => number, outagePolicy: OutagePolicy): Quota {
  let waiting: Waiting[] = [];
  let running = false;
  const count =
    outagePolicy.fail === 'open'
      ? openFallbackCounting(store, outagePolicy)
      : (batch: Batch) => countBatch(store, batch);

  const run = async () => {
    running = true;
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      await resolveBatch(batch, count);
    }
    running = false;
  };

  return {
    admit: (keyId, limits) => {
      const now = clock();
      if (limits.perHour === null && limits.perSecond === null) return countRequest(undefined, limits, now).decision;
      return new Promise((resolve, reject) => {
        waiting.push({ keyId, limits, now, resolve, reject });
        if (!running && waiting.length === 1) setImmediate(run);
      });
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

async function countBatch(store: Pick<QuotaStore, 'update'>, batch: Batch): Promise<Map<Waiting, QuotaDecision>> {
  const byKey = Map.groupBy(batch, ({ keyId }) => keyId);
  const decisions = new Map<Waiting, QuotaDecision>();
  await store.update([...byKey.keys()], (keyId, before) => {
    let usage = before;
    for (const request of byKey.get(keyId) ?? []) {
      const { decision, after } = countRequest(usage, request.limits, request.now);
      decisions.set(request, decision);
      if (decision.admitted) usage = after;
    }
    return usage === before ? undefined : usage;
  });
  return decisions;
}

/** While the store is unavailable, this thread counts locally, from zero. Local counts are not added to the store later. */
function openFallbackCounting(store: QuotaStore, { isUnavailable, onUnavailable }: OutagePolicy): Count {
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
      const decisions = await countBatch(store, batch);
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
