import type { Item } from './item.ts';
import { chooseLabel } from './languages.ts';

/** The names of items that games point to: companies, series, and what the tables do not know. */
export interface Names {
  want(id: string): void;
  isWanted(id: string): boolean;
  readonly wanted: number;
  /** Keeps the name of an item; of two versions that of the newer. */
  keep(item: Item): void;
  find(id: string): string | undefined;
}

/** How an entity begins: its id stands before the first inner object. */
const HEAD = /^\{[^{}[\]]*?"id"\s*:\s*"(Q\d+)"/;
const HEAD_BYTES = 300;

export function openNames(): Names {
  const wanted = new Set<string>();
  const names = new Map<string, { name: string; revision: number }>();
  return {
    want: (id) => void wanted.add(id),
    isWanted: (id) => wanted.has(id),
    get wanted() {
      return wanted.size;
    },
    keep: ({ id, labels, revision }) => {
      const name = chooseLabel(labels);
      const known = names.get(id);
      if (name === undefined || (known && !isNewer({ name, revision }, known))) return;
      names.set(id, { name, revision });
    },
    find: (id) => names.get(id)?.name,
  };
}

/** The id of the entity on a line, without parsing it; undefined where it does not stand in front. */
export function findId(line: Buffer): string | undefined {
  return HEAD.exec(line.toString('latin1', 0, HEAD_BYTES))?.[1];
}

/** Between versions that cannot be told apart the order of the input must not decide. */
function isNewer(a: { name: string; revision: number }, b: { name: string; revision: number }): boolean {
  return a.revision === b.revision ? a.name < b.name : a.revision > b.revision;
}
