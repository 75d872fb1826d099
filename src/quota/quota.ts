import type { Limits } from '../plans.ts';
import type { QuotaStore, Usage } from '../store/store.ts';
import { countRequest, type Verdict } from './limits.ts';

export interface Quota {
  /** Decides about a request of this key now, and counts it when it is admitted. */
  admit(keyId: number, limits: Limits): Promise<Verdict>;
}

interface Waiting {
  keyId: number;
  limits: Limits;
  now: number;
  resolve(verdict: Verdict): void;
  reject(error: unknown): void;
}

/** Requests that arrive together are counted together, in one transaction. */
export function openQuota(store: QuotaStore, clock: () => number): Quota {
  let waiting: Waiting[] = [];
  let running = false;

  const run = async () => {
    running = true;
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      await countBatch(store, batch);
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

async function countBatch(store: QuotaStore, batch: readonly Waiting[]): Promise<void> {
  const verdicts: Verdict[] = [];
  try {
    await store.update([...new Set(batch.map((request) => request.keyId))], (usages) => {
      verdicts.length = 0;
      const changed = new Map<number, Usage>();
      for (const { keyId, limits, now } of batch) {
        const { verdict, after } = countRequest(changed.get(keyId) ?? usages.get(keyId), limits, now);
        verdicts.push(verdict);
        if (verdict.admitted) changed.set(keyId, after);
      }
      return changed;
    });
    batch.forEach((request, i) => void request.resolve(verdicts[i] as Verdict));
  } catch (error) {
    for (const request of batch) request.reject(error);
  }
}
