import { fold, plainWords, withoutSpaces } from '../../folding.ts';
import { type Facet, findAliasTarget, findPosition, positionsOf, type Snapshot } from '../snapshot/snapshot.ts';
import { firstIndex, intersectAll, union } from '../snapshot/sorted-lists.ts';
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

export interface GamePage {
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

/** Matches substrings of the main title; with a wide index, also of all titles reduced to letters and digits. */
function matchTitles({ titleIndex, wideTitleIndex, ids }: Snapshot, title: string): Uint32Array {
  const exact = searchTitles(titleIndex, fold(title));
  const reduced = wideTitleIndex ? withoutSpaces(plainWords(title)) : '';
  // A title of punctuation only.
  if (!wideTitleIndex || reduced === '') return exact;
  return union([exact, searchTitles(wideTitleIndex, reduced)], ids.length);
}

/** One page of the matches, or of all games. */
export function pageOf(snapshot: Snapshot, matches: Uint32Array | undefined, page: Page): GamePage {
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
export function listRecent(snapshot: Snapshot, since: number, page: Page): GamePage {
  const { positions, modifiedAt } = snapshot.recent;
  const total = firstIndex(0, modifiedAt.length, (at) => (modifiedAt[at] as number) < since);
  return { total, positions: positions.subarray(page.offset, Math.min(total, page.offset + page.limit)) };
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
