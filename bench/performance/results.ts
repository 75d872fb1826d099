import type { Comparison } from '../ceiling/compare.ts';

/** Everything that docs/performance.md shows. */
export interface Results {
  date: string;
  /** Processor, cores, memory, Node. */
  machine: string;
  /** The share of CPU time that other virtual machines took during the run. */
  stolen: number;
  /** What else a reader should know about this run, from `--note`. */
  note?: string | undefined;
  games: number;
  requests: Comparison[];
  /** The same catalog in several sizes, smallest first. */
  sizes: Size[];
}

export interface Size {
  games: number;
  importSeconds: number;
  databaseMb: number;
  readyMs: number;
  residentMb: number;
  /** CPU time by request. */
  cpuUs: Record<string, number>;
}

/** Requests that are measured in every size. */
export const GROWTH_CASES: readonly string[] = [
  'one game',
  '100 games, normal',
  '100 games, deep, normal',
  'title, brief',
  'search, brief',
  '100 games, normal, cold',
];
