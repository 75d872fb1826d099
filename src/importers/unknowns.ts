import { basename } from 'node:path';
import { OperatorError } from '../errors.ts';

export type Unknowns = ReturnType<typeof makeUnknowns>;

/** Counts the names that an importer does not recognize, so that the tables can grow where it matters. */
export function makeUnknowns() {
  const counts = new Map<string, number>();
  const broken: string[] = [];
  return {
    /** An entry that cannot be read: each is listed, before the names. */
    addBroken: (what: string) => void broken.push(`broken entry ${what}`),
    hasBroken: () => broken.length > 0,
    add: (kind: string, name: string) => {
      const what = `${kind} ${name.slice(0, 80)}`;
      counts.set(what, (counts.get(what) ?? 0) + 1);
    },
    /** The most frequent names first. */
    list: () => [
      ...broken.map((what) => ({ what, count: 1 })),
      ...Array.from(counts, ([what, count]) => ({ what, count })).toSorted(
        (a, b) => b.count - a.count || (a.what < b.what ? -1 : 1),
      ),
    ],
  };
}

/** A file with more broken entries is probably not of this source, or damaged. A few slips in a small file are not. */
const MAX_BROKEN = 0.05;
const MAX_SLIPS = 3;

/** What makes an entry unreadable. */
export class BrokenEntry extends Error {
  readonly line: number;

  constructor(message: string, line: number) {
    super(message);
    this.line = line;
  }
}

/** Refuses the whole import. `where` is a file, mostly with a line. */
export function refuse(where: string, what: string): never {
  throw new OperatorError(`${where}: ${what}; nothing was imported`);
}

export type BrokenCounter = ReturnType<typeof makeBrokenCounter>;

/** Counts the entries of a file that cannot be read. They are reported and skipped. */
export function makeBrokenCounter(
  path: string,
  unknowns: Unknowns,
  { strict, lenient }: Readonly<Partial<Record<string, string>>>,
) {
  let good = 0;
  let broken = 0;
  let first = '';
  const add = (what: string, line: number, isRefused: boolean) => {
    first ||= `${path}:${line}: ${what}`;
    broken++;
    if (isRefused) refuse(`${path}:${line}`, what);
    unknowns.addBroken(`${basename(path)}:${line}: ${what}`);
  };
  const addBroken = (what: string, line: number) => add(what, line, strict !== undefined);
  return {
    countGood: (count = 1) => {
      good += count;
    },
    /** Counts an entry, as broken if the work with it throws `BrokenEntry`. */
    attempt: (work: () => void) => {
      try {
        work();
        good++;
      } catch (error) {
        if (!(error instanceof BrokenEntry)) throw error;
        addBroken(error.message, error.line);
      }
    },
    /** With `--strict`, throws at once. */
    add: addBroken,
    /** For a file whose end cannot be read, so that nobody knows what is missing: throws, unless `--lenient`. */
    addMissingEnd: (what: string, line: number) => add(what, line, lenient === undefined),
    /** At the end of the file: throws if too many were broken, unless `--lenient`. */
    check: () => {
      const isDamaged = good === 0 ? broken > 0 : broken > Math.max(MAX_SLIPS, (good + broken) * MAX_BROKEN);
      if (lenient !== undefined || !isDamaged) return;
      const share = `${broken} of ${good + broken} entries are broken`;
      throw new OperatorError(`${first}; ${share}, so nothing was imported. Pass --lenient to import the others`);
    },
  };
}
