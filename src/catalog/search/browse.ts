import type { Flag } from '../../store/game-filters.ts';
import { COOPERATIVE, type Play, type Players } from '../../store/players.ts';
import type { Catalog } from '../catalog.ts';
import type { OrderName } from '../snapshot/prepared-orders.ts';
import { textBytes } from '../snapshot/shared-arrays.ts';
import type { Facet, Snapshot } from '../snapshot/snapshot.ts';
import { firstIndex } from '../snapshot/sorted-lists.ts';
import { type Marks, markAll } from './facet-counts.ts';
import { orderOf, sortMatches } from './orders.ts';
import { sortForPlatforms } from './platform-order.ts';
import { gamesForPlay } from './players.ts';
import { type GameFilter, type GamePage, matchGames, type Page } from './query.ts';
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
    : sortMatches(snapshot, games, order);
}

const SITE_ORDERS: Record<Exclude<Sort, 'best'>, OrderName> = {
  notable: '-notability',
  title: 'title',
  oldest: 'oldest',
  newest: 'newest',
  changed: '-modified',
  id: 'id',
};

/** Kinds of games that lists leave out unless `kinds=all` asks for them. */
export const HIDDEN_KINDS = ['pirate', 'hack', 'multicart', 'prototype', 'demo'] as const satisfies Flag[];

/** The filters of the website: those of the API, but matching all titles word by word. */
export interface BrowseFilter extends GameFilter {
  /** Ids of companies in any role. */
  company: readonly number[];
  /** With platforms: on those. */
  players?: Players;
  cooperative?: true;
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
  const matches = listSorted(catalog, snapshot, query.filter, orderFor(query.sort, query.filter));
  return { total: matches.length, positions: matches.slice(page.offset, end) };
}

/** The offset of each first letter in the list sorted by title. Letters without titles are left out. */
export function findInitials(catalog: Catalog, snapshot: Snapshot, filter: BrowseFilter): Initial[] {
  const matches = listSorted(catalog, snapshot, filter, 'title');
  const total = matches.length;
  const titleAt = (at: number) => textBytes(snapshot.titleIndex.titles, matches[at] as number).toString();
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
  const { positions } = keepMatches(
    snapshot,
    rankedSearch(snapshot, filter.title),
    matchBrowseFilter(snapshot, filter),
  );
  catalog.matchCache.set(key, positions);
  return positions;
}

/** The matching games in an order. */
function listSorted(catalog: Catalog, snapshot: Snapshot, filter: BrowseFilter, order: SiteOrder): Uint32Array {
  const key = `browse ${snapshot.revision} ${order} ${JSON.stringify(filter)}`;
  const cached = catalog.matchCache.get(key);
  if (cached) return cached;
  const matches = matchBrowseFilter(snapshot, filter);
  if (!matches && order !== 'platform') return orderOf(snapshot, order);
  const sorted = sortListed(snapshot, matches ?? orderOf(snapshot, 'id'), order, filter);
  catalog.matchCache.set(key, sorted);
  return sorted;
}

/** Positions of the matching games in order of id, or undefined for all games. */
export function matchBrowseFilter(snapshot: Snapshot, filter: BrowseFilter): Uint32Array | undefined {
  const lists = playOf(filter).map((play) => gamesForPlay(snapshot, play, filter));
  if (filter.title !== '') lists.push(rankedSearch(snapshot, filter.title).positions.toSorted());
  return matchGames(snapshot, { ...filter, title: '' }, lists);
}

/** How a filter wants a game to be played. */
export function playOf({ players, cooperative }: Pick<BrowseFilter, 'players' | 'cooperative'>): Play[] {
  const plays: Play[] = players === undefined ? [] : [players];
  return cooperative ? [...plays, COOPERATIVE] : plays;
}

/** The number of these games for each platform, genre, group or year that has any, in order of id. */
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

/** Sums the counts of years by decade, oldest first. */
export function sumByDecade(years: readonly FacetCount[]): FacetCount[] {
  const sums = new Map<number, number>();
  for (const { id, count } of years) {
    const decade = id - (id % 10);
    sums.set(decade, (sums.get(decade) ?? 0) + count);
  }
  return Array.from(sums, ([id, count]) => ({ id, count })).toSorted((a, b) => a.id - b.id);
}
