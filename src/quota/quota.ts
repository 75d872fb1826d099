import type { Limits } from '../plans.ts';
import type { QuotaStore, Usage } from '../store/store.ts';
import { countRequest, type Verdict } from './limits.ts';

export interface Quota {
  /** Decides about a request of this key now, and counts it when it is admitted. */
  admit(keyId: number, limits: Limits): Promise<Verdict>;
}

/** What becomes of requests while the counts are away. */
export interface WhenAway {
  fail: 'closed' | 'open';
  isAway(error: unknown): boolean;
  /** Told once each time that it begins. */
  onAway(error: unknown): void;
}

interface Waiting {
  keyId: number;
  limits: Limits;
  now: number;
  resolve(verdict: Verdict): void;
  reject(error: unknown): void;
}

/** So long requests are counted here without asking the store whether it is back. */
const AWAY_MS = 1000;

/** Requests that arrive together are counted together, in one transaction. */
export function openQuota(store: QuotaStore, clock: () => number, whenAway: WhenAway): Quota {
  let waiting: Waiting[] = [];
  let running = false;
  const count = whenAway.fail === 'open' ? openCounting(store, whenAway) : (batch: Batch) => countBatch(store, batch);

  const run = async () => {
    running = true;
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      await settle(batch, count);
    }
    running = false;
  };

  return {
    admit: (keyId, limits) => {
      const now = clock();
      if (limits.perHour === null && limits.perSecond === null) {
        return Promise.resolve(countRequest(undefined, limits, now).verdict);
      }
      return new Promise((resolve, reject) => {
        waiting.push({ keyId, limits, now, resolve, reject });
        if (!running && waiting.length === 1) setImmediate(run);
      });
    },
  };
}

type Batch = readonly Waiting[];
type Count = (batch: Batch) => Promise<Map<Waiting, Verdict>>;

async function settle(batch: Batch, count: Count): Promise<void> {
  try {
    const verdicts = await count(batch);
    for (const request of batch) request.resolve(verdicts.get(request) as Verdict);
  } catch (error) {
    for (const request of batch) request.reject(error);
  }
}

async function countBatch(store: Pick<QuotaStore, 'update'>, batch: Batch): Promise<Map<Waiting, Verdict>> {
  const byKey = Map.groupBy(batch, ({ keyId }) => keyId);
  const verdicts = new Map<Waiting, Verdict>();
  await store.update([...byKey.keys()], (keyId, before) => {
    let usage = before;
    for (const request of byKey.get(keyId) ?? []) {
      const { verdict, after } = countRequest(usage, request.limits, request.now);
      verdicts.set(request, verdict);
      if (verdict.admitted) usage = after;
    }
    return usage === before ? undefined : usage;
  });
  return verdicts;
}

/** While the store is away, this thread counts for itself: from nothing, and what it counts is not added later. */
function openCounting(store: QuotaStore, { isAway, onAway }: WhenAway): Count {
  const own = new Map<number, Usage>();
  let awayUntil = 0;
  const here: Pick<QuotaStore, 'update'> = {
    update: async (keyIds, change) => {
      for (const keyId of keyIds) {
        const usage = change(keyId, own.get(keyId));
        if (usage) own.set(keyId, usage);
      }
    },
  };
  return async (batch) => {
    if (performance.now() < awayUntil) return countBatch(here, batch);
    try {
      const verdicts = await countBatch(store, batch);
      own.clear();
      awayUntil = 0;
      return verdicts;
    } catch (error) {
      if (!isAway(error)) throw error;
      if (awayUntil === 0) onAway(error);
      awayUntil = performance.now() + AWAY_MS;
      return countBatch(here, batch);
    }
  };
}
