import { fold, plainWords, withoutSpaces } from '../../folding.ts';
import { type Facet, findAliasTarget, findPosition, positionsOf, type Snapshot } from '../snapshot/snapshot.ts';
import { intersectAll, union } from '../snapshot/sorted-lists.ts';
import { seededRandom } from './random.ts';
import { searchTitles } from './title-index.ts';

/** The filters of /games. Different filters are combined with AND. */
export interface GameFilter {
  platform: readonly number[];
  genre: readonly number[];
  group: readonly number[];
  /** An empty title means no filter. */
  title: string;
  /** Whether a game must have all values of one filter, or any of them. */
  match: 'all' | 'any';
}

export interface Page {
  offset: number;
  limit: number;
}

export interface Found {
  /** The number of games on all pages. */
  total: number;
  positions: Uint32Array;
}

/** Positions of the matching games in order of id, or undefined for all games. */
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

/** Matches substrings of the main title, and of loose titles if the snapshot has them. */
function matchTitles({ search, looseTitles, ids }: Snapshot, title: string): Uint32Array {
  const exact = searchTitles(search, fold(title));
  const loose = looseTitles ? withoutSpaces(plainWords(title)) : '';
  // Loose titles have no punctuation.
  if (!looseTitles || loose === '') return exact;
  return union([exact, searchTitles(looseTitles, loose)], ids.length);
}

/** One page of the matches, or of all games. */
export function pageOf(snapshot: Snapshot, matches: Uint32Array | undefined, page: Page): Found {
  if (matches) return { total: matches.length, positions: matches.subarray(page.offset, page.offset + page.limit) };
  const total = snapshot.ids.length;
  const length = Math.max(0, Math.min(page.limit, total - page.offset));
  return { total, positions: Uint32Array.from({ length }, (_, i) => page.offset + i) };
}

/** The existing games among these ids in order of id, without duplicates. Ids of merged games are resolved. */
export function findGames(snapshot: Snapshot, gameIds: readonly number[]): Uint32Array {
  const positions = new Set<number>();
  for (const id of gameIds) {
    const position = findPosition(snapshot, findAliasTarget(snapshot, id) ?? id);
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

/** Up to `count` distinct random games. The same seed and snapshot give the same games. */
export function drawGames(snapshot: Snapshot, seed: number, count: number): number[] {
  const size = snapshot.ids.length;
  const random = seededRandom(seed);
  const positions = new Set<number>();
  while (positions.size < Math.min(count, size)) positions.add(Math.floor(random() * size));
  return Array.from(positions, (position) => snapshot.ids[position] as number);
}

function listsOf(facet: Facet, ids: readonly number[], match: 'all' | 'any', size: number): Uint32Array[] {
  const lists = ids.map((id) => positionsOf(facet, id));
  return match === 'any' && lists.length > 1 ? [union(lists, size)] : lists;
}
