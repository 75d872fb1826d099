import type { Limits } from '../plans.ts';
import type { Usage } from '../store/store.ts';

const SECOND_MS = 1000;
const HOUR_MS = 3600 * SECOND_MS;

/**
 * How much earlier than due a request may come. A client that sends every 1.000 s while the network shifts each request
 * by up to 250 ms either way can be 500 ms early against the pace that its latest one set.
 */
const TOLERANCE_MS = 500;

/** How far the clocks of nodes may be apart. */
const CLOCK_SKEW_MS = 10_000;

/** What was decided about one request, and what its headers say. */
export interface QuotaDecision {
  admitted: boolean;
  limits: Limits;
  /** What is left of the clock hour; null without an hourly limit. */
  remaining: number | null;
  /** Seconds until the clock hour ends. */
  resetSeconds: number;
  /** The whole seconds after which the next request passes; 0 when this one did. */
  retryAfterSeconds: number;
  /** Whether the hour is used up, and not only the pace too quick. */
  isHourExhausted: boolean;
}

/**
 * Counts one request against the clock hour and against the pace. The pace is the generic cell rate algorithm: each
 * request makes the next one due an interval later, so the rate in the long run never exceeds the limit.
 */
export function countRequest(
  before: Usage | undefined,
  limits: Limits,
  now: number,
): { verdict: QuotaDecision; after: Usage } {
  const hour = Math.floor(now / HOUR_MS);
  // Another node's clock may be a little ahead, in the next hour already: what it counted there holds.
  const counted = before && (before.hour === hour || before.hour === hour + 1);
  const usage = counted ? before : { hour, used: 0, dueAt: before?.dueAt ?? 0 };
  const hourEnd = (usage.hour + 1) * HOUR_MS;
  const hourWait = limits.perHour !== null && usage.used >= limits.perHour ? hourEnd - now : 0;
  // Nothing is ever due later than an interval from now, unless some clock was wrong: then it does not count.
  const dueAt = usage.dueAt > now + interval(limits) + CLOCK_SKEW_MS ? 0 : usage.dueAt;
  const paceWait = limits.perSecond === null ? 0 : Math.max(0, dueAt - TOLERANCE_MS - now);
  const admitted = hourWait === 0 && paceWait === 0;
  const after = admitted
    ? { hour: usage.hour, used: usage.used + 1, dueAt: Math.max(now, dueAt) + interval(limits) }
    : usage;
  const verdict: QuotaDecision = {
    admitted,
    limits,
    remaining: limits.perHour === null ? null : Math.max(0, limits.perHour - after.used),
    resetSeconds: Math.ceil((hourEnd - now) / SECOND_MS),
    retryAfterSeconds: Math.ceil(Math.max(hourWait, paceWait) / SECOND_MS),
    isHourExhausted: hourWait > 0,
  };
  return { verdict, after };
}

function interval(limits: Limits): number {
  return limits.perSecond === null ? 0 : SECOND_MS / limits.perSecond;
}
