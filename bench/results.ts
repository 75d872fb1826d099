import { cpus, totalmem } from 'node:os';
import type { Comparison } from './compare.ts';
import { readStolen } from './processes.ts';

/** Everything that docs/performance.md shows, as it is in docs/performance.json. */
export interface Results extends Conditions {
  games: number;
  requests: Comparison[];
  /** The same catalog in several sizes, smallest first. */
  sizes: Size[];
  /** What is measured with the catalog of the main size, besides its requests. */
  others?: OtherTarget[] | undefined;
  /** Ludex and other software, by `npm run bench:peers`. */
  peers?: (Conditions & { costs: PeerCost[] }) | undefined;
}

/** When and on what a run was measured. */
interface Conditions {
  date: string;
  /** Processor, cores, memory, Node. */
  machine: string;
  /** The share of CPU time that other virtual machines took during the run. Undefined if it is not known. */
  stolen?: number | undefined;
  /** What else a reader should know about this run, from `--note`. */
  note?: string | undefined;
}

export interface OtherTarget {
  name: string;
  value: number;
  unit: 'ms' | 'µs' | 's' | 'MB' | 'times';
  /** The highest value that meets it, if there is one. */
  target?: number;
}

export type PeerName = 'Ludex' | 'json-server' | 'PostGraphile';

/** What one kind of request costs one server. */
export interface PeerCost {
  peer: PeerName;
  games: number;
  name: string;
  /** CPU time per request, of the database server too. */
  cpuUs: number;
  requestsPerSecond: number;
  p50Ms: number;
  p99Ms: number;
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
  /** The date, if it was measured in another run than the requests. */
  addedOn?: string;
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

/** The conditions of a run, to be read at its end. */
export function openConditions(note: string | undefined): () => Conditions {
  const before = readStolen();
  return () => {
    const after = readStolen();
    const stolen = (after.stolen - before.stolen) / (after.all - before.all);
    return { date: new Date().toISOString().slice(0, 10), machine: describeMachine(), stolen, note };
  };
}

function describeMachine(): string {
  const [cpu] = cpus();
  const memory = Math.round(totalmem() / 2 ** 30);
  return `${cpus().length} cores (${cpu?.model.trim()}), ${memory} GB of memory, Node ${process.versions.node}`;
}

export function describeConditions({ machine, stolen = 0, note }: Conditions): string {
  const others = `Other virtual machines of the host took ${(stolen * 100).toFixed(0)} % of the CPU time meanwhile, so all times are too long.`;
  return [`${machine}.`, ...(stolen < 0.01 ? [] : [others]), ...(note ? [note] : [])].join(' ');
}
