import { fold, plainWords, withoutSpaces } from '../../folding.ts';
import { type Facet, findMoved, findPosition, positionsOf, type Snapshot } from '../snapshot/snapshot.ts';
import { intersectAll, unite } from '../snapshot/sorted-lists.ts';
import { randomFrom } from './random.ts';
import { searchTitles } from './title-index.ts';

/** What /games can be narrowed by. Filters among each other always narrow. */
export interface GameFilter {
  platform: readonly number[];
  genre: readonly number[];
  group: readonly number[];
  /** Empty: no filter. */
  title: string;
  /** Whether a game must have all values of one filter, or any of them. */
  match: 'all' | 'any';
}

export interface Page {
  offset: number;
  limit: number;
}

export interface Found {
  /** How many there are on all pages. */
  total: number;
  positions: Uint32Array;
}

/** Positions of the games that pass, in order of id; undefined when nothing narrows and all pass. */
export function matchGames(snapshot: Snapshot, filter: GameFilter): Uint32Array | undefined {
  const size = snapshot.ids.length;
  const lists = [
    ...listsOf(snapshot.platform, filter.platform, filter.match, size),
    ...listsOf(snapshot.genre, filter.genre, filter.match, size),
    ...listsOf(snapshot.group, filter.group, filter.match, size),
  ];
  if (filter.title !== '') lists.push(matchTitles(snapshot, filter.title));
  return lists.length === 0 ? undefined : intersectAll(lists);
}

/** By any part of the main title; in a snapshot with loose titles also by any part of those. */
function matchTitles({ search, looseTitles, ids }: Snapshot, title: string): Uint32Array {
  const exact = searchTitles(search, fold(title));
  const loose = looseTitles ? withoutSpaces(plainWords(title)) : '';
  // Punctuation alone is in no loose title.
  if (!looseTitles || loose === '') return exact;
  return unite([exact, searchTitles(looseTitles, loose)], ids.length);
}

/** One page out of the matches, or out of all games. */
export function pageOf(snapshot: Snapshot, matches: Uint32Array | undefined, page: Page): Found {
  if (matches) return { total: matches.length, positions: matches.subarray(page.offset, page.offset + page.limit) };
  const total = snapshot.ids.length;
  const length = Math.max(0, Math.min(page.limit, total - page.offset));
  return { total, positions: Uint32Array.from({ length }, (_, i) => page.offset + i) };
}

/** The games that exist among these ids, in order of id, each once; of a merged game the one that it became. */
export function findGames(snapshot: Snapshot, gameIds: readonly number[]): Uint32Array {
  const positions = new Set<number>();
  for (const id of gameIds) {
    const position = findPosition(snapshot, findMoved(snapshot, id) ?? id);
    if (position !== undefined) positions.add(position);
  }
  return Uint32Array.from(positions).sort();
}

/** Games modified at `since` or later, newest first. */
export function listRecent(snapshot: Snapshot, since: number, page: Page): Found {
  const { positions, modifiedAt } = snapshot.recent;
  let low = 0;
  let high = modifiedAt.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((modifiedAt[middle] as number) >= since) low = middle + 1;
    else high = middle;
  }
  return { total: low, positions: positions.subarray(page.offset, Math.min(low, page.offset + page.limit)) };
}

/** Up to `count` different games in random order; the same seed over the same snapshot draws the same ones. */
export function drawGames(snapshot: Snapshot, seed: number, count: number): number[] {
  const size = snapshot.ids.length;
  const random = randomFrom(seed);
  const drawn = new Set<number>();
  while (drawn.size < Math.min(count, size)) drawn.add(Math.floor(random() * size));
  return Array.from(drawn, (position) => snapshot.ids[position] as number);
}

function listsOf(facet: Facet, ids: readonly number[], match: 'all' | 'any', size: number): Uint32Array[] {
  const lists = ids.map((id) => positionsOf(facet, id));
  return match === 'any' && lists.length > 1 ? [unite(lists, size)] : lists;
}
