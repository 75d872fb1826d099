import type { Catalog } from '../catalog.ts';
import { textBytes } from '../snapshot/shared-arrays.ts';
import { type Facet, positionsOf, type Snapshot } from '../snapshot/snapshot.ts';
import { intersectAll, unite } from '../snapshot/sorted-lists.ts';
import { findByName } from './find-by-name.ts';
import { type Found, type GameFilter, matchGames, type Page } from './query.ts';

/** The orders in which people may see a list; the best matches first only where something was typed. */
export const SORTS = ['best', 'title', 'oldest', 'newest', 'changed', 'id'] as const;
export type Sort = (typeof SORTS)[number];

/** What people may narrow a list by: as in /games, but by any part of any name, and by the decade of the first release. */
export interface BrowseFilter extends GameFilter {
  /** First years of decades; a game is in one, so that several always widen. */
  decade: readonly number[];
}

export interface Choice {
  id: number;
  /** How many games it has. */
  count: number;
}

/** One page of the games that pass, in this order. The matches are kept in it, so that the next page costs nothing. */
export function browseGames(
  catalog: Catalog,
  snapshot: Snapshot,
  asked: { filter: BrowseFilter; sort: Sort },
  page: Page,
): Found {
  const end = page.offset + page.limit;
  if (asked.sort === 'best') {
    const matches = listBest(catalog, snapshot, asked.filter);
    return { total: matches.length, positions: matches.slice(page.offset, end) };
  }
  const { order } = orderOf(snapshot, asked.sort);
  const ranks = matchRanks(catalog, snapshot, { ...asked, sort: asked.sort });
  if (!ranks) return { total: order.length, positions: order.slice(page.offset, end) };
  return { total: ranks.length, positions: ranks.slice(page.offset, end).map((at) => order[at] as number) };
}

/** Where in the list by title the titles with each first letter begin; letters that none begins with are left out. */
export function findInitials(catalog: Catalog, snapshot: Snapshot, filter: BrowseFilter): Initial[] {
  const { order } = orderOf(snapshot, 'title');
  const ranks = matchRanks(catalog, snapshot, { filter, sort: 'title' });
  const total = ranks?.length ?? order.length;
  const titleAt = (at: number) =>
    textBytes(snapshot.search.titles, order[ranks ? (ranks[at] as number) : at] as number).toString();
  const starts = INITIALS.map(([, first]) => firstFrom(total, (at) => titleAt(at) >= first));
  return INITIALS.map(([letter], i) => ({ letter, offset: starts[i] as number })).filter(
    ({ offset }, i) => offset < (starts[i + 1] ?? total),
  );
}

export interface Initial {
  letter: string;
  offset: number;
}

/** What is shown, and the first text that belongs there: digits and signs, the letters, then all other scripts. */
const INITIALS: [letter: string, first: string][] = [
  ['0–9', ''],
  ...Array.from('abcdefghijklmnopqrstuvwxyz', (letter): [string, string] => [letter.toUpperCase(), letter]),
  ['…', '{'],
];

/** The first place for which it is true, if it is for all after it. */
function firstFrom(total: number, isTrue: (at: number) => boolean): number {
  let low = 0;
  let high = total;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isTrue(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** The games that pass, those first whose names have best what was typed. */
function listBest(catalog: Catalog, snapshot: Snapshot, filter: BrowseFilter): Uint32Array {
  const key = `best ${snapshot.revision} ${JSON.stringify(filter)}`;
  const known = catalog.matches.get(key);
  if (known) return known;
  const passes = new Uint8Array(snapshot.ids.length);
  for (const position of matchBrowsed(snapshot, filter) ?? []) passes[position] = 1;
  const best = findByName(snapshot, filter.title).positions.filter((position) => passes[position] === 1);
  catalog.matches.set(key, best);
  return best;
}

/** The places of the matches in their order, ascending; undefined: all. */
function matchRanks(
  catalog: Catalog,
  snapshot: Snapshot,
  asked: { filter: BrowseFilter; sort: StandingSort },
): Uint32Array | undefined {
  const key = `browse ${snapshot.revision} ${JSON.stringify(asked)}`;
  const known = catalog.matches.get(key);
  const ranks = known ?? ranksOf(matchBrowsed(snapshot, asked.filter), orderOf(snapshot, asked.sort).rank);
  if (!known && ranks) catalog.matches.set(key, ranks);
  return ranks;
}

/** Positions of the games that pass, in order of id; undefined: all of them. */
export function matchBrowsed(snapshot: Snapshot, filter: BrowseFilter): Uint32Array | undefined {
  const lists = [matchGames(snapshot, { ...filter, title: '' })];
  if (filter.title !== '') lists.push(findByName(snapshot, filter.title).ascending);
  if (filter.decade.length > 0) {
    const years = filter.decade.flatMap((decade) => yearsOf(snapshot, decade));
    lists.push(years.length === 0 ? new Uint32Array(0) : unite(years, snapshot.ids.length));
  }
  const narrowing = lists.filter((list) => list !== undefined);
  return narrowing.length === 0 ? undefined : intersectAll(narrowing);
}

/** How many of these games each platform, genre, group or year has; those that have any, in order of id. */
export function countChoices(facet: Facet, matches: Uint32Array | undefined, size: number): Choice[] {
  const ids = Array.from(facet.ids);
  if (!matches) return ids.map((id, i) => ({ id, count: lengthAt(facet, i) }));
  const passes = new Uint8Array(size);
  for (let i = 0; i < matches.length; i++) passes[matches[i] as number] = 1;
  const choices = ids.map((id, i) => {
    let count = 0;
    const end = facet.offsets[i + 1] as number;
    for (let at = facet.offsets[i] as number; at < end; at++) count += passes[facet.positions[at] as number] as number;
    return { id, count };
  });
  return choices.filter(({ count }) => count > 0);
}

/** Years as decades, oldest first. */
export function sumDecades(years: readonly Choice[]): Choice[] {
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

function lengthAt({ offsets }: Facet, at: number): number {
  return (offsets[at + 1] as number) - (offsets[at] as number);
}

/** All positions in an order, and the place of each position in it. */
interface Order {
  order: Uint32Array;
  rank: Uint32Array;
}

type StandingSort = Exclude<Sort, 'best'>;

const ORDERS: Record<StandingSort, (snapshot: Snapshot) => Uint32Array> = {
  id: ({ ids }) => ids.map((_, position) => position),
  title: ({ byTitle }) => byTitle,
  changed: ({ recent }) => recent.positions,
  oldest: (snapshot) => byYear(snapshot, (a, b) => a - b),
  newest: (snapshot) => byYear(snapshot, (a, b) => b - a),
};

/** Made when first asked for, and gone with their snapshot. */
const orders = new WeakMap<Snapshot, Map<StandingSort, Order>>();

function orderOf(snapshot: Snapshot, sort: StandingSort): Order {
  const made = orders.get(snapshot) ?? new Map<StandingSort, Order>();
  orders.set(snapshot, made);
  const known = made.get(sort);
  if (known) return known;
  const order = ORDERS[sort](snapshot);
  const rank = new Uint32Array(order.length);
  for (let at = 0; at < order.length; at++) rank[order[at] as number] = at;
  made.set(sort, { order, rank });
  return { order, rank };
}

/** By year, within a year by title; games without a year come last. */
function byYear(snapshot: Snapshot, compare: (a: number, b: number) => number): Uint32Array {
  const { rank, order } = orderOf(snapshot, 'title');
  const inTitleOrder = (positions: Uint32Array) =>
    (ranksOf(positions, rank) as Uint32Array).map((at) => order[at] as number);
  const years = Array.from(snapshot.year.ids).toSorted(compare);
  const lists = years.map((year) => inTitleOrder(positionsOf(snapshot.year, year)));
  const dated = new Uint8Array(order.length);
  for (const list of lists) for (const position of list) dated[position] = 1;
  lists.push(order.filter((position) => dated[position] === 0));
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
