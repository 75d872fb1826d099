import type { Comparison } from '../ceiling/compare.ts';
import type { PeerCost } from '../peers/measure.ts';

/** Everything that docs/performance.md shows. */
export interface Results {
  date: string;
  /** Processor, cores, memory, Node. */
  machine: string;
  /** The share of CPU time that other virtual machines took during the run. Undefined if it is not known. */
  stolen?: number | undefined;
  /** What else a reader should know about this run, from `--note`. */
  note?: string | undefined;
  games: number;
  requests: Comparison[];
  /** The same catalog in several sizes, smallest first. */
  sizes: Size[];
  /** What is measured with the catalog of the main size, besides its requests. */
  others?: OtherTarget[] | undefined;
  /** Ludex and other software, measured apart from the rest with `--peers`. */
  peers?: PeerResults | undefined;
}

export interface OtherTarget {
  name: string;
  value: number;
  unit: 'ms' | 'µs' | 's' | 'MB' | 'times';
  /** The highest value that meets it, if there is one. */
  target?: number;
}

export interface PeerResults extends Pick<Results, 'date' | 'machine' | 'stolen' | 'note'> {
  costs: PeerCost[];
}

export interface Size {
  games: number;
  /** Undefined if the catalog is a copy of a smaller one. */
  importSeconds?: number | undefined;
  databaseMb?: number | undefined;
  readyMs: number;
  residentMb: number;
  /** CPU time by request. */
  cpuUs: Record<string, number>;
  /** If it was added to the results of another run. */
  added?: { date: string; note?: string | undefined };
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
