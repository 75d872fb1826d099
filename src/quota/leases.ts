import type { Limits } from '../plans.ts';
import type { Usage } from '../store/store.ts';
import { countRequest, HOUR_MS, type QuotaDecision } from './limits.ts';

/** Requests of a key that the store has counted, and that this thread may still admit. */
export interface Lease {
  limits: Limits;
  /** Before the lease. */
  usage: Usage;
  size: number;
  left: number;
  /** On the clock of `performance`. */
  endsAt: number;
}

/** The requests of a key that this thread counted in this period and in the one before. */
interface Demand {
  since: number;
  requests: number;
  before: number;
}

export const LEASE_MS = 250;
/** For fewer requests a lease saves no write. */
const MIN_SIZE = 16;
/** A process that is killed leaves at most so many counted that it did not admit. */
const MAX_SIZE = 1000;
/** Near the limit each request is counted by itself, so that no thread refuses what another one still holds. */
const SHARE_OF_REMAINING = 1 / 64;
/** Bounds the memory. */
const MAX_KEYS = 10_000;

export type Leases = ReturnType<typeof openLeases>;

/**
 * Busy keys are counted ahead: a thread takes a part of the budget of a key in one write, admits requests from it without asking
 * the store, and gives back what it did not use. So a count is never too low, and for about half a second too high. Not for keys
 * with a limit per second: leases of several nodes would change their rate.
 */
export function openLeases() {
  const held = new Map<number, Lease>();
  const demands = new Map<number, Demand>();

  const demandWith = (keyId: number, requests: number): Demand => {
    const now = performance.now();
    const last = demands.get(keyId);
    if (last && now < last.since + LEASE_MS) return { ...last, requests: last.requests + requests };
    const before = last && now < last.since + 2 * LEASE_MS ? last.requests : 0;
    return { since: now, requests, before };
  };
  const addDemand = (keyId: number, requests: number) => {
    if (demands.size >= MAX_KEYS) demands.clear();
    demands.set(keyId, demandWith(keyId, requests));
  };

  return {
    /** Admits a request from the lease of its key, if there is one. */
    use: (keyId: number, limits: Limits, now: number): QuotaDecision | undefined => {
      const lease = held.get(keyId);
      if (!lease || lease.left === 0 || !isSame(lease.limits, limits)) return undefined;
      if (performance.now() >= lease.endsAt || Math.floor(now / HOUR_MS) !== lease.usage.hour) return undefined;
      const used = lease.usage.used + lease.size - lease.left--;
      return countRequest({ ...lease.usage, used }, limits, now).decision;
    },
    /** The lease that the key would get with this usage, if `counted` requests of this thread have just been added to it. */
    plan: (keyId: number, counted: number, limits: Limits, usage: Usage, now: number): Lease | undefined => {
      const { perHour, perSecond } = limits;
      // The clock of another node is in the next hour already.
      if (perHour === null || perSecond !== null || usage.hour !== Math.floor(now / HOUR_MS)) return undefined;
      const { requests, before } = demandWith(keyId, counted);
      const left = perHour - usage.used;
      const size = Math.floor(Math.min(MAX_SIZE, Math.max(requests, before), left * SHARE_OF_REMAINING));
      if (size < MIN_SIZE) return undefined;
      return { limits, usage, size, left: size, endsAt: performance.now() + LEASE_MS };
    },
    start: (keyId: number, counted: number, lease: Lease | undefined): void => {
      addDemand(keyId, counted);
      if (lease) held.set(keyId, lease);
    },
    /** Ends the leases of these keys. Returns those of which something is left: the caller gives it back. */
    end: (keyIds: readonly number[]): Map<number, Lease> => {
      const unused = new Map<number, Lease>();
      for (const keyId of keyIds) {
        const lease = held.get(keyId);
        if (!lease) continue;
        addDemand(keyId, lease.size - lease.left);
        held.delete(keyId);
        if (lease.left > 0) unused.set(keyId, lease);
      }
      return unused;
    },
    /** The keys with a lease, or only those whose lease is over. */
    listKeys: (which: 'all' | 'over'): number[] => {
      const now = performance.now();
      return [...held].filter(([, { endsAt }]) => which === 'all' || now >= endsAt).map(([keyId]) => keyId);
    },
  };
}

/** The usage without the requests that were not used. The count of another hour does not contain them: undefined. */
export function withoutUnused(usage: Usage | undefined, lease: Lease | undefined): Usage | undefined {
  const isOfHour = usage && lease?.usage.hour === usage.hour;
  return isOfHour ? { ...usage, used: Math.max(0, usage.used - lease.left) } : undefined;
}

function isSame(a: Limits, b: Limits): boolean {
  return a.perHour === b.perHour && a.perSecond === b.perSecond;
}
