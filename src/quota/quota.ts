/** By hand: counts are exact over threads and nodes, where rate limiting packages count per process or need Redis. */

import type { MaybePromise } from '../at-once.ts';
import type { Limits } from '../plans.ts';
import type { QuotaStore } from '../store/store.ts';
import { countRequest, type QuotaDecision } from './limits.ts';

/** A request, and the promise of its decision. */
interface Waiting extends PromiseWithResolvers<QuotaDecision> {
  keyId: number;
  limits: Limits;
  now: number;
  /** As counted last. */
  decision?: QuotaDecision;
}

export type Quota = ReturnType<typeof openQuota>;

/** Counts the requests that arrive together in one transaction. */
export function openQuota(store: QuotaStore, clock: () => number) {
  let waiting: Waiting[] = [];
  let running = false;

  const run = async () => {
    running = true;
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      try {
        await countBatch(store, batch);
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

/** Sets the decision of each request. */
async function countBatch(store: QuotaStore, batch: readonly Waiting[]): Promise<void> {
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
