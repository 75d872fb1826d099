import { fold, LAST_ARTICLES, plainWords, withoutSpaces } from '../../folding.ts';
import { ANYWHERE, dateOn } from '../../store/facets.ts';
import {
  COOPERATIVE,
  FLAGS,
  type Flag,
  hashTerm,
  type Play,
  type Players,
  startOfYear,
  TERMS,
} from '../../store/game-filters.ts';
import { type Facet, findAliasTarget, findPosition, positionsOf, type Snapshot } from '../snapshot/snapshot.ts';
import { firstIndex, intersectAll, lowerBound, union } from '../snapshot/sorted-lists.ts';
import type { GamePage, Page } from './orders.ts';
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
  /** The years of the first release, or of that on one of the platforms, both included. */
  years?: Years | undefined;
  company?: readonly number[];
  /** What a company did; `any` by default. */
  role?: 'any' | 'published' | 'developed';
  /** Names as the API shows them. */
  country?: readonly string[];
  product_code?: readonly string[];
  /** Such as `wikidata:Q12393`. */
  external_id?: readonly string[];
  has?: readonly Flag[];
  exclude?: readonly Flag[];
  /** With platforms: on those. */
  players?: Players | undefined;
  cooperative?: true | undefined;
  /** Only these games. */
  gameIds?: readonly number[];
}

interface Years {
  from: number;
  to: number;
}

/** Positions of the matching games in order of id, or undefined for all games. They are in each of the lists `within`, too. */
export function matchGames(
  snapshot: Snapshot,
  filter: GameFilter,
  within: readonly Uint32Array[] = [],
): Uint32Array | undefined {
  const size = snapshot.ids.length;
  const lists = [
    ...within,
    ...listsOf(snapshot.platform, filter.platform, filter.match, size),
    ...listsOf(snapshot.genre, filter.genre, filter.match, size),
    ...listsOf(snapshot.group, filter.group, filter.match, size),
    ...combine(companyLists(snapshot, filter), filter.match, size),
    ...playOf(filter).map((play) => gamesForPlay(snapshot, play, filter)),
    ...combine(termLists(snapshot, filter.country, TERMS.country), filter.match, size),
    ...combine(termLists(snapshot, filter.product_code, TERMS.code), filter.match, size),
    ...combine(externalLists(snapshot, filter.external_id), filter.match, size),
  ];
  if (filter.title !== '') lists.push(matchTitles(snapshot, filter.title));
  if (filter.years) lists.push(matchYears(snapshot, filter.platform, filter.years));
  if (filter.gameIds) lists.push(findGames(snapshot, filter.gameIds));
  return matchFlags(snapshot, filter, lists.length === 0 ? undefined : intersectAll(lists));
}

/** How a filter wants a game to be played. */
export function playOf({ players, cooperative }: Pick<GameFilter, 'players' | 'cooperative'>): Play[] {
  const plays: Play[] = players === undefined ? [] : [players];
  return cooperative ? [...plays, COOPERATIVE] : plays;
}

/** The games for so many players or more, 1: for one player only; or those for players who play together. */
export function gamesForPlay(
  snapshot: Snapshot,
  play: Play,
  { platform, match }: Pick<GameFilter, 'platform' | 'match'>,
): Uint32Array {
  const { terms } = snapshot.filters;
  if (platform.length === 0) return positionsOf(terms, hashTerm(TERMS.play(play)));
  const lists = platform.map((id) => positionsOf(terms, hashTerm(TERMS.play(play, id))));
  return match === 'any' ? union(lists, snapshot.ids.length) : intersectAll(lists);
}

/** The games of each company in the role. */
function companyLists({ filters, ids }: Snapshot, { company = [], role = 'any' }: GameFilter): Uint32Array[] {
  const { published, developed, credited } = filters;
  const roles = role === 'any' ? [published, developed, credited] : [filters[role]];
  return company.map((id) => {
    const lists = roles.map((facet) => positionsOf(facet, id)).filter((list) => list.length > 0);
    return lists.length === 0 ? new Uint32Array() : union(lists, ids.length);
  });
}

function termLists({ filters }: Snapshot, values: readonly string[] = [], toTerm: (value: string) => string) {
  return values.map((value) => positionsOf(filters.terms, hashTerm(toTerm(value))));
}

/** The games with each id as typed, or else in capital or small letters. Names of databases are in small letters. */
function externalLists({ filters }: Snapshot, keys: readonly string[] = []): Uint32Array[] {
  return keys.map((key) => {
    const at = key.indexOf(':') + 1;
    const [source, id] = [key.slice(0, at).toLowerCase(), key.slice(at)];
    const lists = [id, id.toUpperCase(), id.toLowerCase()].map((one) =>
      positionsOf(filters.terms, hashTerm(TERMS.externalId(source + one))),
    );
    return lists.find((list) => list.length > 0) ?? new Uint32Array();
  });
}

/** The games whose first release, or that on one of the platforms, is of these years. */
function matchYears({ filters, ids }: Snapshot, platforms: readonly number[], { from, to }: Years): Uint32Array {
  const { dates } = filters;
  const startOf = (platform: number, year: number) => lowerBound(dates.ids, dateOn(platform, startOfYear(year)));
  const lists = (platforms.length === 0 ? [ANYWHERE] : platforms).map((platform) => {
    const [first, end] = [startOf(platform, from), startOf(platform, to + 1)];
    return dates.positions.subarray(dates.offsets[first], dates.offsets[end]);
  });
  // Most platforms have none, and the counts of a list ask for each.
  if (lists.every((list) => list.length === 0)) return new Uint32Array();
  // With an empty list, so that one list alone becomes sorted, too.
  return union([...lists, new Uint32Array()], ids.length);
}

/** Keeps the games with all of `has` and none of `exclude`. */
function matchFlags(
  { filters: { flags } }: Snapshot,
  { has = [], exclude = [] }: GameFilter,
  positions: Uint32Array | undefined,
): Uint32Array | undefined {
  if (has.length + exclude.length === 0) return positions;
  const bits = (names: readonly Flag[]) => names.reduce((sum, name) => sum | FLAGS[name], 0);
  const [wanted, tested] = [bits(has), bits(has) | bits(exclude)];
  const size = positions?.length ?? flags.length;
  const found = new Uint32Array(size);
  let count = 0;
  // A loop, because `filter` takes ten times as long.
  for (let i = 0; i < size; i++) {
    const position = positions ? (positions[i] as number) : i;
    if (((flags[position] as number) & tested) === wanted) found[count++] = position;
  }
  return found.subarray(0, count);
}

/** Matches substrings of the main title; with a wide index, also of all titles reduced to letters and digits. */
function matchTitles({ titleIndex, wideTitleIndex, ids }: Snapshot, title: string): Uint32Array {
  const exact = searchTitles(titleIndex, fold(title));
  const reduced = wideTitleIndex ? reduceText(title) : '';
  // A title of punctuation only.
  if (!wideTitleIndex || reduced === '') return exact;
  return union([exact, searchTitles(wideTitleIndex, reduced)], ids.length);
}

const LAST_ARTICLE = new RegExp(`, (${LAST_ARTICLES})(?=$| - |: )`, 'i');

/** A text to look for, reduced to letters and digits. */
function reduceText(text: string): string {
  return withoutSpaces(plainWords(decodeAgain(text).replace(LAST_ARTICLE, '')));
}

/** Some programs encode a title twice: `Example%27s Tower` arrives, or `Example%27s+Tower`. */
function decodeAgain(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}

interface Titled {
  title: string;
  alternate_titles: readonly { title: string }[];
}

/** The title that a text finds a game by in a wide search: one that equals it, the main one, or the shortest that has the text. */
export function findMatchedTitle({ title, alternate_titles: others }: Titled, text: string): string {
  const reduced = reduceText(text);
  const names = [title, ...others.map((other) => other.title)];
  const found = names.filter((name) => withoutSpaces(plainWords(name)).includes(reduced));
  const equal = found.find((name) => withoutSpaces(plainWords(name)) === reduced);
  if (equal !== undefined) return equal;
  if (found.includes(title) || fold(title).includes(fold(text))) return title;
  return found.toSorted((a, b) => a.length - b.length)[0] ?? title;
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
  const { orders, modifiedAt } = snapshot;
  const positions = orders['-modified'];
  const total = firstIndex(0, positions.length, (at) => (modifiedAt[positions[at] as number] as number) < since);
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

function listsOf(facet: Facet, ids: readonly number[], match: GameFilter['match'], size: number): Uint32Array[] {
  return combine(
    ids.map((id) => positionsOf(facet, id)),
    match,
    size,
  );
}

function combine(lists: Uint32Array[], match: GameFilter['match'], size: number): Uint32Array[] {
  return match === 'any' && lists.length > 1 ? [union(lists, size)] : lists;
}
