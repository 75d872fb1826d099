import type { Item } from './item.ts';
import { chooseLabel } from './languages.ts';

/** The names of items that games refer to: companies, series and unknown items. */
export interface Names {
  /** The ids of items whose names are needed. */
  wanted: Set<string>;
  /** Stores the name of an item, from its newest version. */
  add(item: Pick<Item, 'id' | 'labels' | 'revision'>): void;
  /** Stores a name without a version. */
  addLabel(id: string, label: string): void;
  find(id: string): string | undefined;
}

/** The start of an entity: its id comes before the first inner object. */
const HEAD = /^\{[^{}[\]]*?"id"\s*:\s*"(Q\d+)"/;
const HEAD_BYTES = 300;

export function makeNames(): Names {
  const names = new Map<string, { name: string; revision: number }>();
  const add: Names['add'] = ({ id, labels, revision }) => {
    const name = chooseLabel(labels);
    const known = names.get(id);
    if (name === undefined || (known && !isNewer({ name, revision }, known))) return;
    names.set(id, { name, revision });
  };
  return {
    wanted: new Set(),
    add,
    addLabel: (id, label) => add({ id, labels: { en: label }, revision: 0 }),
    find: (id) => names.get(id)?.name,
  };
}

/** The id of the entity on a line, without parsing it. Undefined if it is not at the start. */
export function findId(line: Buffer): string | undefined {
  return HEAD.exec(line.toString('latin1', 0, HEAD_BYTES))?.[1];
}

/** Compares the names of equal revisions, so that the order of the input does not matter. */
function isNewer(a: { name: string; revision: number }, b: { name: string; revision: number }): boolean {
  return a.revision === b.revision ? a.name < b.name : a.revision > b.revision;
}
