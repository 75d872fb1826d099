import type { App } from '../../app.ts';
import type { Bar } from './chart.ts';

const HOUR_MS = 3600 * 1000;
const HOURS = 24;
const DAY_MS = HOURS * HOUR_MS;

/** One bar for each hour of today, in UTC. */
export async function usageToday(app: App, keyIds: readonly number[]): Promise<Bar[]> {
  const first = Math.floor(app.clock() / DAY_MS) * HOURS;
  const found = new Map((await app.store.usage.sumHours(first, keyIds)).map((hour) => [hour.hour, hour]));
  return Array.from({ length: HOURS }, (_, i) => {
    const { requests = 0, errors = 0 } = found.get(first + i) ?? {};
    const label = String(i).padStart(2, '0');
    return { label, name: `${label}:00 to ${label}:59 UTC`, requests, errors };
  });
}

/** One bar for each day of this month, in UTC. Without key ids it sums all keys. */
export async function usageThisMonth(app: App, keyIds?: readonly number[]): Promise<Bar[]> {
  const { first, length } = monthOf(app.clock());
  const found = new Map((await app.store.usage.sum('day', first, keyIds)).map((day) => [day.name, day]));
  return Array.from({ length }, (_, i) => {
    const { requests = 0, errors = 0 } = found.get(first + i) ?? {};
    return { label: String(i + 1), name: dayName(first + i), requests, errors };
  });
}

/** The first day of the current month, counted from 1970, and the number of days. */
export function monthOf(now: number): { first: number; length: number } {
  const date = new Date(now);
  const start = (months: number) => Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1) / DAY_MS;
  return { first: start(0), length: start(1) - start(0) };
}

export function dayName(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

/** The meanings of response statuses, for tables. */
export const STATUS_MEANINGS: Record<number, string> = {
  200: 'answered',
  301: 'merged game',
  304: 'not changed',
  400: 'invalid parameters',
  401: 'no valid key',
  404: 'no such game or endpoint',
  405: 'method not allowed',
  410: 'cursor too old',
  413: 'body too large',
  414: 'URL too long',
  422: 'invalid value',
  429: 'over the limit',
  500: 'internal error',
  503: 'store unavailable',
};
