/** By hand: counts are exact over threads and nodes, where rate limiting packages count per process or need Redis. */

import type { MaybePromise } from '../at-once.ts';
import type { Limits } from '../plans.ts';
import type { ChangeUsage, QuotaStore, Usage } from '../store/store.ts';
import { LEASE_MS, type Lease, type Leases, openLeases, withoutUnused } from './leases.ts';
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

/** Counts concurrent requests in batches, one transaction each, and busy keys ahead. */
export function openQuota(store: QuotaStore, clock: () => number, outagePolicy: OutagePolicy) {
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
      try {
        await count(batch);
        for (const { resolve, decision } of batch) resolve(decision as QuotaDecision);
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
      timer ??= setTimeout(endLeases, LEASE_MS).unref();
    }
    running = false;
  };
  /** What cannot be given back, or perhaps was, stays counted until the hour ends. */
  const giveBack = (keyIds: readonly number[]) => {
    const unused = leases.end(keyIds);
    const change: ChangeUsage = (keyId, usage) => withoutUnused(usage, unused.get(keyId));
    if (unused.size > 0)
      givingBack = givingBack.then(() => store.updateOnce([...unused.keys()], change)).catch(() => {});
    return givingBack;
  };
  const endLeases = () => {
    giveBack(leases.listKeys('over'));
    timer = leases.listKeys('all').length > 0 ? setTimeout(endLeases, LEASE_MS).unref() : undefined;
  };

  return {
    /** Decides whether this key may send a request now, and counts it if so. */
    admit: (keyId: number, limits: Limits): MaybePromise<QuotaDecision> => {
      const now = clock();
      if (limits.perHour === null && limits.perSecond === null) return countRequest(undefined, limits, now).decision;
      const leased = leases.use(keyId, limits, now);
      if (leased) return leased;
      const request = { keyId, limits, now, ...Promise.withResolvers<QuotaDecision>() };
      waiting.push(request);
      if (!running && waiting.length === 1) setImmediate(run);
      return request.promise;
    },
    /** Gives back what was counted ahead. Nothing is admitted afterwards. */
    close: (): Promise<void> => {
      clearTimeout(timer);
      return giveBack(leases.listKeys('all'));
    },
  };
}

type Batch = readonly Waiting[];

/** Sets the decision of each request. */
async function countBatch(store: Pick<QuotaStore, 'update'>, batch: Batch, leases?: Leases): Promise<void> {
  const byKey = Map.groupBy(batch, ({ keyId }) => keyId);
  const begun = new Map<number, Lease | undefined>();
  await store.update([...byKey.keys()], (keyId, before) => {
    let usage = before;
    const requests = byKey.get(keyId) ?? [];
    for (const request of requests) {
      const { decision, after } = countRequest(usage, request.limits, request.now);
      request.decision = decision;
      if (decision.admitted) usage = after;
    }
    const last = requests.at(-1);
    const lease = usage && last && leases?.plan(keyId, requests.length, last.limits, usage, last.now);
    begun.set(keyId, lease);
    if (lease) usage = { ...lease.usage, used: lease.usage.used + lease.size };
    return usage === before ? undefined : usage;
  });
  for (const [keyId, lease] of begun) leases?.start(keyId, byKey.get(keyId)?.length ?? 0, lease);
}

/** While the store is unavailable, this thread counts locally, from zero. Local counts are not added to the store later. */
function openFallbackCounting(
  store: QuotaStore,
  leases: Leases,
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
      await countBatch(store, batch, leases);
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
