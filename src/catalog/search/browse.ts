import type { Catalog } from '../catalog.ts';
import { MAX_NOTABILITY } from '../model/notability.ts';
import { textBytes } from '../snapshot/shared-arrays.ts';
import { type Facet, positionsOf, type Snapshot } from '../snapshot/snapshot.ts';
import { firstIndex, intersectAll, sortByRanks, union } from '../snapshot/sorted-lists.ts';
import { type GameFilter, type GamePage, matchGames, type Page } from './query.ts';
import { keepMatches, rankedSearch } from './ranked-search.ts';

/** Sort orders of the website. `best` needs a search text. */
export const SORTS = ['best', 'notable', 'title', 'oldest', 'newest', 'changed', 'id'] as const;
export type Sort = (typeof SORTS)[number];

/** The filters of the website: those of the API, but matching all titles word by word, and decades. */
export interface BrowseFilter extends GameFilter {
  /** First years of decades. A game is in one decade, so several are combined with OR. */
  decade: readonly number[];
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
  const end = page.offset + page.limit;
  if (query.sort === 'best') {
    const matches = listBestMatches(catalog, snapshot, query.filter);
    return { total: matches.length, positions: matches.slice(page.offset, end) };
  }
  const { order } = orderOf(snapshot, query.sort);
  const ranks = matchRanks(catalog, snapshot, { ...query, sort: query.sort });
  if (!ranks) return { total: order.length, positions: order.slice(page.offset, end) };
  return { total: ranks.length, positions: ranks.slice(page.offset, end).map((at) => order[at] as number) };
}

/** The offset of each first letter in the list sorted by title. Letters without titles are left out. */
export function findInitials(catalog: Catalog, snapshot: Snapshot, filter: BrowseFilter): Initial[] {
  const { order } = orderOf(snapshot, 'title');
  const ranks = matchRanks(catalog, snapshot, { filter, sort: 'title' });
  const total = ranks?.length ?? order.length;
  const titleAt = (at: number) =>
    textBytes(snapshot.titleIndex.titles, order[ranks ? (ranks[at] as number) : at] as number).toString();
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

/** The matching games, best matches of the search text first. */
function listBestMatches(catalog: Catalog, snapshot: Snapshot, filter: BrowseFilter): Uint32Array {
  const key = `best ${snapshot.revision} ${JSON.stringify(filter)}`;
  const cached = catalog.matchCache.get(key);
  if (cached) return cached;
  const { positions } = rankedSearch(snapshot, filter.title);
  const best = keepMatches(snapshot, positions, matchBrowseFilter(snapshot, { ...filter, title: '' }));
  catalog.matchCache.set(key, best);
  return best;
}

/** The ranks of the matches in the sort order, ascending, or undefined for all games. */
function matchRanks(
  catalog: Catalog,
  snapshot: Snapshot,
  query: { filter: BrowseFilter; sort: FixedSort },
): Uint32Array | undefined {
  const key = `browse ${snapshot.revision} ${JSON.stringify(query)}`;
  const cached = catalog.matchCache.get(key);
  const ranks = cached ?? ranksOf(matchBrowseFilter(snapshot, query.filter), orderOf(snapshot, query.sort).rank);
  if (!cached && ranks) catalog.matchCache.set(key, ranks);
  return ranks;
}

/** Positions of the matching games in order of id, or undefined for all games. */
export function matchBrowseFilter(snapshot: Snapshot, filter: BrowseFilter): Uint32Array | undefined {
  const lists = [matchGames(snapshot, { ...filter, title: '' })];
  if (filter.title !== '') lists.push(rankedSearch(snapshot, filter.title).positions.toSorted());
  if (filter.decade.length > 0) {
    const years = filter.decade.flatMap((decade) => yearsOf(snapshot, decade));
    lists.push(years.length === 0 ? new Uint32Array(0) : union(years, snapshot.ids.length));
  }
  const filters = lists.filter((list) => list !== undefined);
  return filters.length === 0 ? undefined : intersectAll(filters);
}

/** The number of these games for each platform, genre, group or year that has any, in order of id. */
export function countFacetValues(facet: Facet, matches: Uint32Array | undefined, size: number): FacetCount[] {
  const ids = Array.from(facet.ids);
  if (!matches)
    return ids.map((id, i) => ({ id, count: (facet.offsets[i + 1] as number) - (facet.offsets[i] as number) }));
  const isMatch = new Uint8Array(size);
  for (let i = 0; i < matches.length; i++) isMatch[matches[i] as number] = 1;
  const counts = ids.map((id, i) => {
    let count = 0;
    const end = facet.offsets[i + 1] as number;
    for (let at = facet.offsets[i] as number; at < end; at++) count += isMatch[facet.positions[at] as number] as number;
    return { id, count };
  });
  return counts.filter(({ count }) => count > 0);
}

/** Sums the counts of years by decade, oldest first. */
export function sumByDecade(years: readonly FacetCount[]): FacetCount[] {
  const sums = new Map<number, number>();
  for (const { id, count } of years) {
    const decade = id - (id % 10);
    sums.set(decade, (sums.get(decade) ?? 0) + count);
  }
  return Array.from(sums, ([id, count]) => ({ id, count })).toSorted((a, b) => a.id - b.id);
}

function yearsOf({ year }: Snapshot, decade: number): Uint32Array[] {
  return Array.from({ length: 10 }, (_, i) => positionsOf(year, decade + i)).filter((list) => list.length > 0);
}

/** All positions in sort order, and the rank of each position. */
interface Order {
  order: Uint32Array;
  rank: Uint32Array;
}

type FixedSort = Exclude<Sort, 'best'>;

const ORDERS: Record<FixedSort, (snapshot: Snapshot) => Uint32Array> = {
  notable: byNotability,
  id: ({ ids }) => ids.map((_, position) => position),
  title: ({ byTitle }) => byTitle,
  changed: ({ recent }) => recent.positions,
  oldest: (snapshot) => byYear(snapshot, (a, b) => a - b),
  newest: (snapshot) => byYear(snapshot, (a, b) => b - a),
};

/** Computed once per snapshot and sort. */
const orders = new WeakMap<Snapshot, Map<FixedSort, Order>>();

function orderOf(snapshot: Snapshot, sort: FixedSort): Order {
  const cached = orders.getOrInsertComputed(snapshot, () => new Map());
  const known = cached.get(sort);
  if (known) return known;
  const order = ORDERS[sort](snapshot);
  const rank = new Uint32Array(order.length);
  for (let at = 0; at < order.length; at++) rank[order[at] as number] = at;
  cached.set(sort, { order, rank });
  return { order, rank };
}

/** The best known first, then by title. */
function byNotability(snapshot: Snapshot): Uint32Array {
  const { order } = orderOf(snapshot, 'title');
  const ranks = order.map((position) => MAX_NOTABILITY - (snapshot.notability[position] as number));
  return sortByRanks(order, ranks, MAX_NOTABILITY + 1);
}

/** By year, then by title. Games without a year come last. */
function byYear(snapshot: Snapshot, compare: (a: number, b: number) => number): Uint32Array {
  const { rank, order } = orderOf(snapshot, 'title');
  const inTitleOrder = (positions: Uint32Array) =>
    (ranksOf(positions, rank) as Uint32Array).map((at) => order[at] as number);
  const years = Array.from(snapshot.year.ids).toSorted(compare);
  const lists = years.map((year) => inTitleOrder(positionsOf(snapshot.year, year)));
  const hasYear = new Uint8Array(order.length);
  for (const list of lists) for (const position of list) hasYear[position] = 1;
  lists.push(order.filter((position) => hasYear[position] === 0));
  const all = new Uint32Array(order.length);
  let at = 0;
  for (const list of lists) {
    all.set(list, at);
    at += list.length;
  }
  return all;
}

function ranksOf(positions: Uint32Array | undefined, rank: Uint32Array): Uint32Array | undefined {
  return positions?.map((position) => rank[position] as number).sort();
}
