import type { Limits } from '../plans.ts';
import type { Usage } from '../store/store.ts';
import { countDue, HOUR_MS, intervalMs, type QuotaDecision, SECOND_MS } from './limits.ts';

/** Requests of a key that the store has counted, and that this thread may still admit. */
export interface Lease {
  limits: Limits;
  hour: number;
  size: number;
  left: number;
  /** Requests left in the hour when the lease is used up; null without an hourly limit. */
  remaining: number | null;
  /** On the clock of `performance`. */
  endsAt: number;
}

/** The requests of a key that this thread counted in this period and in the one before. */
interface Demand {
  since: number;
  requests: number;
  before: number;
}

/**
 * Busy keys are counted ahead: a thread takes a part of the budget of a key in one write, admits requests from it without asking
 * the store, and gives back what it did not use. So a count is never too low, and too high for a quarter of a second at most.
 */
export interface Leases {
  /** Admits a request from the lease of its key, if there is one. */
  use(keyId: number, limits: Limits, now: number): QuotaDecision | undefined;
  /** The lease that the key would get with this usage, if `counted` requests of this thread have just been added to it. */
  plan(keyId: number, counted: number, limits: Limits, usage: Usage, now: number): Lease | undefined;
  start(keyId: number, counted: number, lease: Lease | undefined): void;
  /** Ends the lease of a key. The caller gives back what is left of it. */
  end(keyId: number): Lease | undefined;
  /** The keys with a lease, or only those whose lease is over. */
  keys(which: 'all' | 'over'): number[];
}

export const LEASE_MS = 250;
/** For fewer requests a lease saves no write. */
const MIN_SIZE = 16;
/** A process that is killed leaves at most so many counted that it did not admit. */
const MAX_SIZE = 1000;
/** Near the limit each request is counted by itself, so that no thread refuses what another one still holds. */
const SHARE_OF_REMAINING = 1 / 64;
/** How much of the rate per second is taken ahead: a tenth of its tolerance. */
const MAX_AHEAD_MS = 50;
/** Bounds the memory. */
const MAX_KEYS = 10_000;

export function openLeases(): Leases {
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
    use: (keyId, limits, now) => {
      const lease = held.get(keyId);
      if (!lease || lease.left === 0 || !isSame(lease.limits, limits)) return undefined;
      if (performance.now() >= lease.endsAt || Math.floor(now / HOUR_MS) !== lease.hour) return undefined;
      lease.left--;
      return {
        admitted: true,
        limits,
        remaining: lease.remaining === null ? null : lease.remaining + lease.left,
        resetSeconds: Math.ceil(((lease.hour + 1) * HOUR_MS - now) / SECOND_MS),
        retryAfterSeconds: 0,
        isHourExhausted: false,
      };
    },
    plan: (keyId, counted, limits, usage, now) => {
      const { requests, before } = demandWith(keyId, counted);
      const size = Math.floor(Math.min(MAX_SIZE, Math.max(requests, before), bound(limits, usage, now)));
      if (size < MIN_SIZE) return undefined;
      const remaining = limits.perHour === null ? null : limits.perHour - usage.used - size;
      return { limits, hour: usage.hour, size, left: size, remaining, endsAt: performance.now() + LEASE_MS };
    },
    start: (keyId, counted, lease) => {
      addDemand(keyId, counted);
      if (lease) held.set(keyId, lease);
    },
    end: (keyId) => {
      const lease = held.get(keyId);
      if (lease) addDemand(keyId, lease.size - lease.left);
      held.delete(keyId);
      return lease;
    },
    keys: (which) => {
      const now = performance.now();
      return [...held].filter(([, { endsAt }]) => which === 'all' || now >= endsAt).map(([keyId]) => keyId);
    },
  };
}

/** How many requests the limits let a thread take ahead. */
function bound(limits: Limits, usage: Usage, now: number): number {
  const { perHour, perSecond } = limits;
  const ofHour = perHour === null ? Number.POSITIVE_INFINITY : (perHour - usage.used) * SHARE_OF_REMAINING;
  const ofRate = perSecond === null ? Number.POSITIVE_INFINITY : (perSecond * MAX_AHEAD_MS) / SECOND_MS;
  return Math.min(ofHour, ofRate, countDue(usage, limits, now));
}

/** The usage with the requests of the lease. */
export function addLease(usage: Usage, { size, limits }: Lease): Usage {
  return shift(usage, size, limits);
}

/** The usage without those that were not used. The count of another hour does not contain them. */
export function giveBack(usage: Usage | undefined, lease: Lease | undefined): Usage | undefined {
  if (!usage || !lease || lease.left === 0 || usage.hour !== lease.hour) return usage;
  return shift(usage, -lease.left, lease.limits);
}

function shift({ hour, used, nextRequestAt }: Usage, requests: number, limits: Limits): Usage {
  return { hour, used: used + requests, nextRequestAt: nextRequestAt + requests * intervalMs(limits) };
}

function isSame(a: Limits, b: Limits): boolean {
  return a.perHour === b.perHour && a.perSecond === b.perSecond;
}
