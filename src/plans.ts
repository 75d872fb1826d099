import type { Config } from './config.ts';

/** Rate limits of a key; null means no limit. */
export interface Limits {
  perHour: number | null;
  perSecond: number | null;
  /** How far requests may be ahead of that rate for a while. */
  burstMs?: number | undefined;
}

export const PLANS = ['free', 'commercial', 'unlimited'] as const;
export type Plan = (typeof PLANS)[number];

export function planLimits(config: Config, plan: Plan): Limits {
  if (plan === 'free') return { perHour: config.free_per_hour, perSecond: config.free_per_second };
  if (plan === 'commercial') return { perHour: config.commercial_per_hour, perSecond: config.commercial_per_second };
  return { perHour: null, perSecond: null };
}
