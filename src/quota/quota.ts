/** By hand: counts are exact over threads and nodes, where rate limiting packages count per process or need Redis. */

import type { MaybePromise } from '../at-once.ts';
import type { Limits } from '../plans.ts';
import type { QuotaStore, Usage } from '../store/store.ts';

/** A request, and the promise of its decision. */
interface Waiting extends PromiseWithResolvers<QuotaDecision> {
  quotaId: number;
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
    /** Decides whether a key or a network may send a request now, and counts it if so. */
    admit: (quotaId: number, limits: Limits): MaybePromise<QuotaDecision> => {
      const now = clock();
      if (limits.perHour === null && limits.perSecond === null) return countRequest(undefined, limits, now).decision;
      const request = { quotaId, limits, now, ...Promise.withResolvers<QuotaDecision>() };
      waiting.push(request);
      if (!running && waiting.length === 1) setImmediate(run);
      return request.promise;
    },
  };
}

/** Sets the decision of each request. */
async function countBatch(store: QuotaStore, batch: readonly Waiting[]): Promise<void> {
  const byId = Map.groupBy(batch, ({ quotaId }) => quotaId);
  await store.update([...byId.keys()], (quotaId, before) => {
    let usage = before;
    for (const request of byId.get(quotaId) ?? []) {
      const { decision, after } = countRequest(usage, request.limits, request.now);
      request.decision = decision;
      if (decision.admitted) usage = after;
    }
    return usage === before ? undefined : usage;
  });
}

const SECOND_MS = 1000;
const HOUR_MS = 3600 * SECOND_MS;

/**
 * How early a request may arrive. A client that sends every 1.000 s while the network shifts each request by up to 250 ms
 * either way can be 500 ms early relative to its previous request.
 */
const TOLERANCE_MS = 500;

/** Accepted clock skew between nodes. */
const CLOCK_SKEW_MS = 10_000;

/** The decision on one request, and the values of its headers. */
export interface QuotaDecision {
  admitted: boolean;
  limits: Limits;
  /** Requests left in the clock hour; null without an hourly limit. */
  remaining: number | null;
  /** Seconds until the clock hour ends. */
  resetSeconds: number;
  /** Whole seconds until the next request passes; 0 if this one passed. */
  retryAfterSeconds: number;
  /** Whether the hourly limit was exceeded, not only the rate per second. */
  isHourExhausted: boolean;
}

/**
 * Counts one request against the clock hour and against the rate per second. The latter is the generic cell rate algorithm
 * (GCRA): each request makes the next one due an interval later, so the long-term rate never exceeds the limit.
 */
export function countRequest(
  before: Usage | undefined,
  limits: Limits,
  now: number,
): { decision: QuotaDecision; after: Usage } {
  const hour = Math.floor(now / HOUR_MS);
  // Another node's clock may be slightly ahead, already in the next hour: keep its count.
  const counted = before && (before.hour === hour || before.hour === hour + 1);
  const usage = counted ? before : { hour, used: usedBefore(before, hour), nextRequestAt: before?.nextRequestAt ?? 0 };
  const hourEnd = (usage.hour + 1) * HOUR_MS;
  const hourWait = limits.perHour !== null && usage.used >= limits.perHour ? hourEnd - now : 0;
  // A time further ahead than an interval comes from a wrong clock: ignore it.
  const nextRequestAt = usage.nextRequestAt > now + intervalMs(limits) + CLOCK_SKEW_MS ? 0 : usage.nextRequestAt;
  const rateWait =
    limits.perSecond === null ? 0 : Math.max(0, nextRequestAt - TOLERANCE_MS - (limits.burstMs ?? 0) - now);
  const admitted = hourWait === 0 && rateWait === 0;
  const after = admitted
    ? { hour: usage.hour, used: usage.used + 1, nextRequestAt: Math.max(now, nextRequestAt) + intervalMs(limits) }
    : usage;
  const decision: QuotaDecision = {
    admitted,
    limits,
    remaining: limits.perHour === null ? null : Math.max(0, limits.perHour - after.used),
    resetSeconds: Math.ceil((hourEnd - now) / SECOND_MS),
    retryAfterSeconds: Math.ceil(Math.max(hourWait, rateWait) / SECOND_MS),
    isHourExhausted: hourWait > 0,
  };
  return { decision, after };
}

/** A clock that was set back must not reset the count: it goes on in the present hour. */
function usedBefore(before: Usage | undefined, hour: number): number {
  return before && before.hour > hour ? before.used : 0;
}

/** Time between two requests at the allowed rate. */
function intervalMs(limits: Limits): number {
  return limits.perSecond === null ? 0 : SECOND_MS / limits.perSecond;
}
