/** By hand: counts are exact over threads and nodes, where rate limiting packages count per process or need Redis. */

import type { MaybePromise } from '../at-once.ts';
import type { Limits } from '../plans.ts';
import type { QuotaStore, Usage } from '../store/store.ts';
import { countRequest, type QuotaDecision } from './limits.ts';

/** How requests are counted while the store is unavailable. */
export interface OutagePolicy {
  fail: 'closed' | 'open';
  isUnavailable(error: unknown): boolean;
  /** Called once at the start of each outage. */
  onUnavailable(error: unknown): void;
}

/** A request, and the promise of its decision. */
interface Waiting extends PromiseWithResolvers<QuotaDecision> {
  keyId: number;
  limits: Limits;
  now: number;
  /** As counted last. */
  decision?: QuotaDecision;
}

/** How long requests are counted in this thread before the store is asked again. */
const RECHECK_MS = 1000;

export type Quota = ReturnType<typeof openQuota>;

/** Counts the requests that arrive together in one transaction. */
export function openQuota(store: QuotaStore, clock: () => number, outagePolicy: OutagePolicy) {
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
      try {
        await count(batch);
        for (const { resolve, decision } of batch) resolve(decision as QuotaDecision);
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    running = false;
  };

  return {
    /** Decides whether this key may send a request now, and counts it if so. */
    admit: (keyId: number, limits: Limits): MaybePromise<QuotaDecision> => {
      const now = clock();
      if (limits.perHour === null && limits.perSecond === null) return countRequest(undefined, limits, now).decision;
      const request = { keyId, limits, now, ...Promise.withResolvers<QuotaDecision>() };
      waiting.push(request);
      if (!running && waiting.length === 1) setImmediate(run);
      return request.promise;
    },
  };
}

type Batch = readonly Waiting[];

/** Sets the decision of each request. */
async function countBatch(store: Pick<QuotaStore, 'update'>, batch: Batch): Promise<void> {
  const byKey = Map.groupBy(batch, ({ keyId }) => keyId);
  await store.update([...byKey.keys()], (keyId, before) => {
    let usage = before;
    for (const request of byKey.get(keyId) ?? []) {
      const { decision, after } = countRequest(usage, request.limits, request.now);
      request.decision = decision;
      if (decision.admitted) usage = after;
    }
    return usage === before ? undefined : usage;
  });
}

/** While the store is unavailable, this thread counts locally, from zero. Local counts are not added to the store later. */
function openFallbackCounting(
  store: QuotaStore,
  { isUnavailable, onUnavailable }: OutagePolicy,
): (batch: Batch) => Promise<void> {
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
      await countBatch(store, batch);
      own.clear();
      unavailableUntil = 0;
    } catch (error) {
      if (!isUnavailable(error)) throw error;
      if (unavailableUntil === 0) onUnavailable(error);
      unavailableUntil = performance.now() + RECHECK_MS;
      await countBatch(localStore, batch);
    }
  };
}
