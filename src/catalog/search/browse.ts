import { type Flag, hashTerm, TERMS, yearOfDate } from '../../store/game-filters.ts';
import { type Catalog, fromCache } from '../catalog.ts';
import { MAX_NOTABILITY } from '../model/notability.ts';
import { perSnapshot } from '../snapshot/per-snapshot.ts';
import { textAt } from '../snapshot/shared-arrays.ts';
import { type Facet, positionsOf, releaseDates, type Snapshot } from '../snapshot/snapshot.ts';
import { firstIndex, sortByRanks } from '../snapshot/sorted-lists.ts';
import type { OrderName } from '../snapshot/sorted-orders.ts';
import { type GamePage, type Page, sortMatches } from './orders.ts';
import { type GameFilter, matchGames } from './query.ts';
import { keepMatches, rankedSearch } from './ranked-search.ts';

/** Sort orders of the website. `best` needs a search text. */
export const SORTS = ['best', 'notable', 'title', 'oldest', 'newest', 'changed', 'id'] as const;
export type Sort = (typeof SORTS)[number];

/** The order of a list. The best known games of a platform are those that are known for it. */
export function orderFor(sort: Exclude<Sort, 'best'>, { platform }: Pick<BrowseFilter, 'platform'>): SiteOrder {
  return sort === 'notable' && platform.length > 0 ? 'platform' : SITE_ORDERS[sort];
}

type SiteOrder = OrderName | 'platform';

/** The games of a filter, which ascend, in an order. */
export function sortListed(
  snapshot: Snapshot,
  games: Uint32Array,
  order: SiteOrder,
  filter: BrowseFilter,
): Uint32Array {
  return order === 'platform'
    ? sortForPlatforms(snapshot, games, filter.platform)
    : sortMatches(snapshot, games, order, filter.platform);
}

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

/** One page of the matching games. The sorted matches are cached for the next page. */
export function browseGames(
  catalog: Catalog,
  snapshot: Snapshot,
  query: { filter: BrowseFilter; sort: Sort },
  page: Page,
): GamePage {
  const { filter, sort } = query;
  const matches = listSorted(catalog, snapshot, filter, sort === 'best' ? sort : orderFor(sort, filter));
  return { total: matches.length, positions: matches.slice(page.offset, page.offset + page.limit) };
}

/** The offset of each first letter in the list sorted by title. Letters without titles are left out. */
export function findInitials(catalog: Catalog, snapshot: Snapshot, filter: BrowseFilter): Initial[] {
  const matches = listSorted(catalog, snapshot, filter, 'title');
  const total = matches.length;
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

/** The matching games in an order. */
function listSorted(
  catalog: Catalog,
  snapshot: Snapshot,
  filter: BrowseFilter,
  order: SiteOrder | 'best',
): Uint32Array {
  return fromCache(catalog, snapshot, `browse ${order} ${JSON.stringify(filter)}`, () => {
    const matches = matchBrowseFilter(snapshot, filter);
    if (order === 'best') return keepMatches(snapshot, rankedSearch(snapshot, filter.title), matches).positions;
    if (!matches && order !== 'platform') return snapshot.orders[order];
    return sortListed(snapshot, matches ?? snapshot.orders.id, order, filter);
  });
}

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
  if (matches) return countMarkedValues(facet, markAll([matches], size));
  return Array.from(facet.ids, (id, i) => ({
    id,
    count: (facet.offsets[i + 1] as number) - (facet.offsets[i] as number),
  }));
}

/** The same for games that are marked already. */
export function countMarkedValues(facet: Facet, marks: Marks): FacetCount[] {
  const counts = Array.from(facet.ids, (id, i) => {
    let count = 0;
    const end = facet.offsets[i + 1] as number;
    for (let at = facet.offsets[i] as number; at < end; at++) count += marks[facet.positions[at] as number] as number;
    return { id, count };
  });
  return counts.filter(({ count }) => count > 0);
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
  const known = Iterator.from(counts.entries()).filter(([id, count]) => id > 0 && count > 0);
  return Array.from(known, ([id, count]) => ({ id, count }));
}

/** A set of games: for each position 1 or 0. */
export type Marks = Uint8Array;

export function markAll(lists: Iterable<Uint32Array>, size: number): Marks {
  const marks = new Uint8Array(size);
  for (const list of lists) for (let i = 0; i < list.length; i++) marks[list[i] as number] = 1;
  return marks;
}

/** How many of the positions are marked. */
export function countMarked(marks: Marks, positions: Uint32Array): number {
  let count = 0;
  for (let i = 0; i < positions.length; i++) count += marks[positions[i] as number] as number;
  return count;
}

/** What a game loses with each doubling of its platforms, and if it came out earlier on another platform. */
const LOSS = { doubling: 60, port: 150 };
const MAX_LOSS = 1000;

/**
 * The games, which ascend, by how well they are known on these platforms: games that came out there first before ports, and
 * games of a few platforms before those that are everywhere.
 */
export function sortForPlatforms(snapshot: Snapshot, games: Uint32Array, platforms: readonly number[]): Uint32Array {
  const { filters, notability, ids } = snapshot;
  const originals = platforms.map((id) => positionsOf(filters.terms, hashTerm(TERMS.original(id))));
  const isOriginal = markAll(originals, ids.length);
  const numbers = platformNumbers(snapshot);
  const ranks = games.map((position) => {
    const spread = LOSS.doubling * Math.log2(Math.max(1, numbers[position] as number));
    const loss = Math.round(spread) + (isOriginal[position] === 1 ? 0 : LOSS.port);
    return MAX_NOTABILITY - (notability[position] as number) + Math.min(MAX_LOSS, loss);
  });
  return sortByRanks(games, ranks, MAX_NOTABILITY + MAX_LOSS + 1);
}

/** The number of platforms of each game. */
const platformNumbers = perSnapshot(({ platform, ids }: Snapshot) => {
  const numbers = new Uint16Array(ids.length);
  for (const position of platform.positions) numbers[position] = (numbers[position] as number) + 1;
  return numbers;
});
