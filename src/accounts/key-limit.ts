import { limit } from '../setting-values.ts';

/** A limit as the store keeps it, of what an operator writes: null follows the plan, 0 is without limit. Throws. */
export function parseKeyLimit(text: string): number | null {
  return text === 'plan' ? null : (limit(text) ?? 0);
}

export function formatKeyLimit(stored: number | null): string {
  return stored === null ? 'plan' : stored === 0 ? 'none' : String(stored);
}
