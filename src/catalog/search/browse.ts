import { type Flag, yearOfDate } from '../../store/game-filters.ts';
import { type Catalog, listGames, searchGames } from '../catalog.ts';
import { textAt } from '../snapshot/shared-arrays.ts';
import { type Facet, releaseDates, type Snapshot } from '../snapshot/snapshot.ts';
import { firstIndex, LOOKUP_RATIO, lowerBound, type Marks, markAll } from '../snapshot/sorted-lists.ts';
import type { OrderName } from '../snapshot/sorted-orders.ts';
import type { GamePage, Page } from './orders.ts';
import { type GameFilter, matchGames } from './query.ts';
import { rankedSearch } from './ranked-search.ts';

/** Sort orders of the website. `best` needs a search text. */
export const SORTS = ['best', 'notable', 'title', 'oldest', 'newest', 'changed', 'id'] as const;
export type Sort = (typeof SORTS)[number];

/** Each is one of the API, too. */
export const SITE_ORDERS: Record<Exclude<Sort, 'best'>, OrderName> = {
  notable: '-notability',
  title: 'title',
  oldest: 'release',
  newest: '-release',
  changed: '-modified',
  id: 'id',
};

/** Kinds of games that lists leave out unless `kinds=all` asks for them. */
export const HIDDEN_KINDS = ['pirate', 'hack', 'multicart', 'prototype', 'demo'] as const satisfies Flag[];

/** The filters of the website: those of the API, but matching all titles word by word. */
export interface BrowseFilter extends GameFilter {
  /** Ids of companies in any role. */
  company: readonly number[];
}

export interface FacetCount {
  id: number;
  /** The number of games. */
  count: number;
}

/** One page of the matching games. */
export function browseGames(
  catalog: Catalog,
  snapshot: Snapshot,
  { filter: { title, ...others }, sort }: { filter: BrowseFilter; sort: Sort },
  page: Page,
): GamePage {
  const filter = { ...others, title: '' };
  if (title !== '')
    return searchGames(catalog, snapshot, title, filter, { ...page, sort: sort === 'best' ? sort : SITE_ORDERS[sort] });
  return listGames(catalog, snapshot, filter, { ...page, sort: SITE_ORDERS[sort === 'best' ? 'notable' : sort] });
}

/** The offset of each first letter in the list sorted by title. Letters without titles are left out. */
export function findInitials(catalog: Catalog, snapshot: Snapshot, filter: BrowseFilter): Initial[] {
  const page = { offset: 0, limit: Number.POSITIVE_INFINITY };
  const { total, positions: matches } = browseGames(catalog, snapshot, { filter, sort: 'title' }, page);
  const titleAt = (at: number) => textAt(snapshot.titleIndex.titles, matches[at] as number);
  const starts = INITIALS.map(([, first]) => firstIndex(0, total, (at) => titleAt(at) >= first));
  return INITIALS.map(([letter], i) => ({ letter, offset: starts[i] as number })).filter(
    ({ offset }, i) => offset < (starts[i + 1] ?? total),
  );
}

export interface Initial {
  letter: string;
  offset: number;
}

/** A label and the smallest title that belongs to it: digits and symbols, the letters, then all other scripts. */
const INITIALS: [letter: string, first: string][] = [
  ['0–9', ''],
  ...Array.from('abcdefghijklmnopqrstuvwxyz', (letter): [string, string] => [letter.toUpperCase(), letter]),
  ['…', '{'],
];

/** Positions of the matching games in order of id, or undefined for all games. */
export function matchBrowseFilter(
  snapshot: Snapshot,
  filter: BrowseFilter,
  within: readonly Uint32Array[] = [],
): Uint32Array | undefined {
  const lists = [...within];
  if (filter.title !== '') lists.push(rankedSearch(snapshot, filter.title).positions.toSorted());
  return matchGames(snapshot, { ...filter, title: '' }, lists);
}

/** The number of these games for each platform, genre or group that has any, in order of id. */
export function countFacetValues(facet: Facet, matches: Uint32Array | undefined, size: number): FacetCount[] {
  if (matches) return countValues(facet, markGames(matches, size));
  return Array.from(facet.ids, (id, i) => ({
    id,
    count: (facet.offsets[i + 1] as number) - (facet.offsets[i] as number),
  }));
}

/** Games, in order of id, that are counted in many lists. */
export interface MarkedGames {
  positions: Uint32Array;
  marks: Marks;
}

export function markGames(positions: Uint32Array, size: number): MarkedGames {
  return { positions, marks: markAll([positions], size) };
}

/** The same for games that are marked already. */
export function countValues(facet: Facet, games: MarkedGames): FacetCount[] {
  const { ids, positions, offsets } = facet;
  const counts: FacetCount[] = [];
  for (let i = 0; i < ids.length; i++) {
    const count = countBetween(positions, games, offsets[i] as number, offsets[i + 1] as number);
    if (count > 0) counts.push({ id: ids[i] as number, count });
  }
  return counts;
}

/** How many of the positions are those of these games. */
export function countGames(positions: Uint32Array, games: MarkedGames): number {
  return countBetween(positions, games, 0, positions.length);
}

function countBetween(list: Uint32Array, { positions, marks }: MarkedGames, from: number, to: number): number {
  if (to - from > positions.length * LOOKUP_RATIO) return countByLookup(positions, list.subarray(from, to));
  let count = 0;
  for (let at = from; at < to; at++) count += marks[list[at] as number] as number;
  return count;
}

function countByLookup(short: Uint32Array, long: Uint32Array): number {
  let [count, at] = [0, 0];
  for (let i = 0; i < short.length; i++) {
    at = lowerBound(long, short[i] as number, at);
    if (long[at] === short[i]) count++;
  }
  return count;
}

const YEARS = 10_000;

/** The number of these games for each year, or span of years, of the first release: with platforms, of that on any of these. */
export function countYears(
  snapshot: Snapshot,
  platforms: readonly number[],
  matches = snapshot.orders.id,
  span = 1,
): FacetCount[] {
  const dates = releaseDates(snapshot, platforms);
  const counts = new Uint32Array(YEARS);
  for (let i = 0; i < matches.length; i++) {
    const year = yearOfDate(dates[matches[i] as number] as number);
    const first = year - (year % span);
    counts[first] = (counts[first] as number) + 1;
  }
  const found: FacetCount[] = [];
  // Not its entries: making ten thousand of them takes longer than counting.
  for (let id = 1; id < YEARS; id++) if (counts[id]) found.push({ id, count: counts[id] as number });
  return found;
}
