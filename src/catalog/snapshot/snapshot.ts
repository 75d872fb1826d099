import { fold, plainWords, withoutSpaces } from '../../folding.ts';
import type { CatalogIndex, GameColumns } from '../../store/catalog-store.ts';
import { type FacetIds, unpackFacets } from '../../store/facets.ts';
import { byCategoryThenName, compareCodePoints } from '../model/order.ts';
import type { Genre, Group, Platform } from '../model/resources.ts';
import { buildTitleIndex, mergeTitleIndexes, type TitleIndex } from '../search/title-index.ts';
import { mergeNumbers, mergeOrders, mergePostings, mergeTexts, type Places, type Postings } from './merge-snapshots.ts';
import { packTexts, sharedFloat64, sharedUint32, type Texts } from './shared-arrays.ts';
import { orderOf, sortTexts } from './sort-texts.ts';
import { lowerBound } from './sorted-lists.ts';

/**
 * An immutable index of the whole catalog at one revision. Flat arrays over shared memory: it is built in one thread
 * and read by all. A game is known by its position, its place in the order of game ids.
 */
export interface Snapshot {
  /** With the revision, names the content: no other catalog ever has both. */
  lineage: string;
  revision: number;
  /** Game ids, ascending. */
  ids: Uint32Array;
  /** The revision at which each game last changed: with the id, the name of its record in the store. */
  revisions: Float64Array;
  /** Ids of games that were found to be others, ascending, and the ids of those. */
  moved: { ids: Uint32Array; targets: Uint32Array };
  titles: Texts;
  /** What people find each game by: names in plain words, each between two line ends. */
  names: Texts;
  /** How much is known of each game: how many platforms, genres and groups it has. */
  weights: Uint8Array;
  /** The main titles. */
  search: TitleIndex;
  /** All titles as letters and digits alone, each between two line ends; only with LUDEX_TITLE_MATCH=wide. */
  looseTitles: TitleIndex | undefined;
  platform: Facet;
  genre: Facet;
  group: Facet;
  /** By the year of the first release; games without a date are in none. */
  year: Facet;
  /** Positions in the order of folded titles. */
  byTitle: Uint32Array;
  recent: Recent;
  /** The reference lists, as JSON, in the contract's order. */
  genres: Texts;
  groups: Texts;
  platforms: Texts;
}

/** The games of each platform, genre, group or year. */
export type Facet = Postings;

/** Positions by modification, newest first, ties by id; and the time of each, in milliseconds. */
interface Recent {
  positions: Uint32Array;
  modifiedAt: Float64Array;
}

/** What a snapshot holds of games, but for when they were modified. */
type GameIndex = Pick<
  Snapshot,
  | 'ids'
  | 'revisions'
  | 'titles'
  | 'names'
  | 'weights'
  | 'search'
  | 'looseTitles'
  | 'platform'
  | 'genre'
  | 'group'
  | 'year'
  | 'byTitle'
>;

/** What the `title` filter matches (LUDEX_TITLE_MATCH). */
export type TitleMatch = 'contract' | 'wide';

export interface SnapshotSource {
  lineage: string;
  revision: number;
  games: GameColumns;
  /** All games, where `games` are only those that changed since the snapshot before. */
  present?: CatalogIndex['present'];
  genres: readonly Genre[];
  groups: readonly Group[];
  platforms: readonly Platform[];
  aliases: readonly { gameId: number; targetId: number }[];
  titleMatch?: TitleMatch | undefined;
}

/** With the snapshot before, what is the same in both is taken from there: a fraction of the work. */
export function buildSnapshot(source: SnapshotSource, before?: { snapshot: Snapshot; places: Places }): Snapshot {
  const { games, present = games, titleMatch = 'contract' } = source;
  const changed = indexGames(games, titleMatch);
  const index = before ? mergeIndexes(before.snapshot, changed, before.places) : changed;
  return {
    lineage: source.lineage,
    revision: source.revision,
    moved: buildMoved(source.aliases, index),
    ...index,
    recent: buildRecent(present.modifiedAt),
    genres: packList(source.genres.toSorted(byCategoryThenName)),
    groups: packList(source.groups.toSorted((a, b) => a.group_id - b.group_id)),
    platforms: packList(source.platforms.toSorted((a, b) => compareCodePoints(a.platform_name, b.platform_name))),
  };
}

function indexGames(games: GameColumns, titleMatch: TitleMatch): GameIndex {
  const search = buildTitleIndex(games.titles.map(fold));
  const names = games.names.map((own, i) => `\n${own || plainWords(games.titles[i] as string)}`);
  const { platforms, genres, groups, years } = unpackFacets(games.facets);
  const facets = { platform: buildFacet(platforms), genre: buildFacet(genres), group: buildFacet(groups) };
  return {
    ids: toShared(games.ids),
    revisions: toSharedFloat64(games.revisions),
    titles: packTexts(games.titles),
    names: packTexts(names, '\n'),
    search,
    looseTitles: titleMatch === 'wide' ? buildTitleIndex(names.map(withoutSpaces)) : undefined,
    ...facets,
    weights: weigh(Object.values(facets), games.ids.length),
    year: buildFacet(years),
    byTitle: sortTexts(search.titles),
  };
}

function mergeIndexes(older: GameIndex, newer: GameIndex, places: Places): GameIndex {
  const search = mergeTitleIndexes(older.search, newer.search, places);
  const mergeFacet = (name: 'platform' | 'genre' | 'group' | 'year') => mergePostings(older[name], newer[name], places);
  const facets = { platform: mergeFacet('platform'), genre: mergeFacet('genre'), group: mergeFacet('group') };
  return {
    ids: mergeNumbers(older.ids, newer.ids, places, sharedUint32(places.size)),
    revisions: mergeNumbers(older.revisions, newer.revisions, places, sharedFloat64(places.size)),
    titles: mergeTexts(older.titles, newer.titles, places),
    names: mergeTexts(older.names, newer.names, places),
    search,
    looseTitles:
      older.looseTitles && newer.looseTitles && mergeTitleIndexes(older.looseTitles, newer.looseTitles, places),
    ...facets,
    weights: weigh(Object.values(facets), places.size),
    year: mergeFacet('year'),
    byTitle: mergeOrders(older.byTitle, newer.byTitle, places, orderOf(search.titles)),
  };
}

export function findPosition({ ids }: Pick<Snapshot, 'ids'>, gameId: number): number | undefined {
  const at = lowerBound(ids, gameId);
  return ids[at] === gameId ? at : undefined;
}

/** The game that this id leads to since it was merged. */
export function findMoved({ moved }: Snapshot, gameId: number): number | undefined {
  const at = lowerBound(moved.ids, gameId);
  return moved.ids[at] === gameId ? moved.targets[at] : undefined;
}

export function positionsOf(facet: Facet, id: number): Uint32Array {
  const at = lowerBound(facet.ids, id);
  return facet.ids[at] === id
    ? facet.positions.subarray(facet.offsets[at], facet.offsets[at + 1])
    : facet.positions.subarray(0, 0);
}

/** A game may have been merged more than once, and the last one may be gone. */
function buildMoved(aliases: SnapshotSource['aliases'], index: GameIndex): Snapshot['moved'] {
  const next = new Map(aliases.map(({ gameId, targetId }) => [gameId, targetId]));
  const last = (gameId: number): number => {
    let at = gameId;
    for (let to = next.get(at); to !== undefined && to < at; to = next.get(at)) at = to;
    return at;
  };
  const moved = aliases
    .map(({ gameId }) => [gameId, last(gameId)] as const)
    .filter(([, target]) => findPosition(index, target) !== undefined);
  return { ids: toShared(moved.map(([id]) => id)), targets: toShared(moved.map(([, target]) => target)) };
}

function toShared(numbers: readonly number[]): Uint32Array {
  const array = sharedUint32(numbers.length);
  array.set(numbers);
  return array;
}

function toSharedFloat64(numbers: readonly number[]): Float64Array {
  const array = sharedFloat64(numbers.length);
  array.set(numbers);
  return array;
}

function packList(list: readonly object[]): Texts {
  return packTexts(list.map((item) => JSON.stringify(item)));
}

/** A counting sort: how often each id occurs, then where its list begins, then the positions in their order. */
function buildFacet({ ids: all, positions: places }: FacetIds): Facet {
  let highest = 0;
  for (let i = 0; i < all.length; i++) if ((all[i] as number) > highest) highest = all[i] as number;
  const starts = new Uint32Array(highest + 2);
  for (let i = 0; i < all.length; i++) starts[(all[i] as number) + 1] = (starts[(all[i] as number) + 1] as number) + 1;
  const used: number[] = [];
  for (let id = 0; id <= highest; id++) {
    if ((starts[id + 1] as number) > 0) used.push(id);
    starts[id + 1] = (starts[id + 1] as number) + (starts[id] as number);
  }
  const ids = toShared(used);
  const offsets = toShared([0, ...used.map((id) => starts[id + 1] as number)]);
  const positions = sharedUint32(all.length);
  for (let i = 0; i < all.length; i++) {
    const at = starts[all[i] as number] as number;
    positions[at] = places[i] as number;
    starts[all[i] as number] = at + 1;
  }
  return { ids, offsets, positions };
}

const MOST_WEIGHT = 255;

function weigh(facets: readonly Facet[], size: number): Uint8Array {
  const weights = new Uint8Array(new SharedArrayBuffer(size));
  for (const { positions } of facets) {
    for (let i = 0; i < positions.length; i++) {
      const position = positions[i] as number;
      if ((weights[position] as number) < MOST_WEIGHT) weights[position] = (weights[position] as number) + 1;
    }
  }
  return weights;
}

function buildRecent(times: readonly number[]): Recent {
  const positions = sharedUint32(times.length);
  for (let i = 0; i < times.length; i++) positions[i] = i;
  positions.sort((a, b) => (times[b] as number) - (times[a] as number) || a - b);
  const modifiedAt = sharedFloat64(times.length);
  for (let i = 0; i < times.length; i++) modifiedAt[i] = times[positions[i] as number] as number;
  return { positions, modifiedAt };
}
