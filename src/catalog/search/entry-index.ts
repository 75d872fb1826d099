import { plainWords } from '../../folding.ts';
import { MAX_NOTABILITY } from '../model/notability.ts';
import { packTexts, shared, textAt } from '../snapshot/shared-arrays.ts';
import { firstIndex } from '../snapshot/sorted-lists.ts';
import type { Searchable } from './title-matches.ts';
import { buildWordIndex } from './word-index.ts';

/** Entries that suggestions list besides games. */
const ENTRY_KINDS = ['platform', 'company', 'group'] as const;
export type EntryKind = (typeof ENTRY_KINDS)[number];

export interface Entry {
  kind: EntryKind;
  id: number;
  name: string;
  /** The number of its games. */
  games: number;
}

/** The names of platforms, companies and groups with games. More games make an entry better known. */
export interface EntryIndex extends Searchable {
  /** Indexes of ENTRY_KINDS, ascending. */
  kinds: Uint8Array;
  ids: Uint32Array;
  counts: Uint32Array;
}

/** At least the notability of an ordinary game. */
const LEAST_NOTABILITY = 128;
const POINTS_PER_DOUBLING = 100;

/** All entries. `count` gives the number of games of one. */
export function listEntries(
  { platforms, groups, companies = [] }: EntrySource,
  count: (kind: EntryKind, id: number) => number,
): Entry[] {
  const toEntry = (kind: EntryKind, id: number, name: string) => ({ kind, id, name, games: count(kind, id) });
  return [
    ...platforms.map(({ platform_id, platform_name }) => toEntry('platform', platform_id, platform_name)),
    ...companies.map(({ company_id, company_name }) => toEntry('company', company_id, company_name)),
    ...groups.map(({ group_id, group_name }) => toEntry('group', group_id, group_name)),
  ];
}

interface EntrySource {
  platforms: readonly { platform_id: number; platform_name: string }[];
  groups: readonly { group_id: number; group_name: string }[];
  companies?: readonly { company_id: number; company_name: string }[];
}

export function buildEntryIndex(entries: readonly Entry[]): EntryIndex {
  const used = entries.filter(({ games }) => games > 0);
  const names = used.map(({ name }) => name);
  return {
    wordIndex: buildWordIndex(names, names.map(plainWords)),
    titles: packTexts(names),
    notability: shared(
      Uint16Array,
      used.map(({ games }) => notabilityOf(games)),
    ),
    kinds: shared(
      Uint8Array,
      used.map(({ kind }) => ENTRY_KINDS.indexOf(kind)),
    ),
    ids: shared(
      Uint32Array,
      used.map(({ id }) => id),
    ),
    counts: shared(
      Uint32Array,
      used.map(({ games }) => games),
    ),
  };
}

/** Undefined if it has no games. */
export function findEntry(index: EntryIndex, kind: EntryKind, id: number): Entry | undefined {
  // Entries are in the order of their kinds.
  const startOf = (number: number) => firstIndex(0, index.kinds.length, (i) => (index.kinds[i] as number) >= number);
  const start = startOf(ENTRY_KINDS.indexOf(kind));
  const at = index.ids.subarray(start, startOf(ENTRY_KINDS.indexOf(kind) + 1)).indexOf(id);
  return at === -1 ? undefined : entryAt(index, start + at);
}

export function entryAt({ kinds, ids, counts, titles }: EntryIndex, at: number): Entry {
  return {
    kind: ENTRY_KINDS[kinds[at] as number] as EntryKind,
    id: ids[at] as number,
    name: textAt(titles, at),
    games: counts[at] as number,
  };
}

function notabilityOf(games: number): number {
  return Math.min(MAX_NOTABILITY, Math.round(LEAST_NOTABILITY + POINTS_PER_DOUBLING * Math.log2(games)));
}
