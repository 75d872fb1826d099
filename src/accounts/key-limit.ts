import { limit } from '../setting-values.ts';

/** Parses a number, `none` or `plan` into the stored form: null follows the plan, 0 means no limit. Throws. */
export function parseKeyLimit(text: string): number | null {
  return text === 'plan' ? null : (limit(text) ?? 0);
}

export function formatKeyLimit(stored: number | null): string {
  return stored === null ? 'plan' : stored === 0 ? 'none' : String(stored);
}
