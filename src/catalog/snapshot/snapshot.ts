/** By hand: threads share flat arrays, where search packages hold objects that each thread would copy. */

import { fold, plainWords, withoutSpaces } from '../../folding.ts';
import type { CatalogIndex, ChangeColumns, GameColumns } from '../../store/catalog-store.ts';
import { type FacetIds, unpackFacets } from '../../store/facets.ts';
import { estimateNotability } from '../model/notability.ts';
import { byCategoryThenName, compareCodePoints } from '../model/order.ts';
import type { Company, Genre, Group, Platform } from '../model/resources.ts';
import { buildEntryIndex, type EntryIndex, type EntryKind, listEntries } from '../search/entry-index.ts';
import { buildTitleIndex, mergeTitleIndexes, type TitleIndex } from '../search/title-index.ts';
import { buildWordIndex, mergeWordIndexes, type WordIndex } from '../search/word-index.ts';
import { buildPostings } from './build-postings.ts';
import { type ChangeIndex, mergeChanges } from './change-index.ts';
import { buildCompanyIndex, type CompanyIndex } from './company-index.ts';
import { type FilterIndex, indexFilters, mergeFilterIndexes } from './filter-index.ts';
import {
  type MergedPositions,
  mergeNumbers,
  mergeOrders,
  mergePostings,
  mergeTexts,
  type Postings,
} from './merge-snapshots.ts';
import { type PreparedOrders, prepareOrders } from './prepared-orders.ts';
import { packTexts, sharedFloat64, sharedUint16, sharedUint32, type Texts } from './shared-arrays.ts';
import { orderOf, sortTexts } from './sort-texts.ts';
import { lowerBound } from './sorted-lists.ts';

/**
 * An immutable index of the whole catalog at one revision. It consists of flat arrays in shared memory: one thread builds
 * it and all threads read it. Games are identified by their position in the order of game ids.
 */
export interface Snapshot {
  /** Identifies the content together with the revision. */
  lineage: string;
  revision: number;
  /** Game ids, ascending. */
  ids: Uint32Array;
  /** The revision at which each game last changed. Together with the id it identifies the stored record. */
  revisions: Float64Array;
  /** Ids of merged games, ascending, and the ids of the remaining games. */
  aliases: { ids: Uint32Array; targets: Uint32Array };
  titles: Texts;
  /** An index of the words of all titles, for ranked search. */
  wordIndex: WordIndex;
  /** How well each game is probably known (`docs/importing.md`). */
  notability: Uint16Array;
  /** An index of the main titles. */
  titleIndex: TitleIndex;
  /** An index of all titles reduced to letters and digits. Only with LUDEX_TITLE_MATCH=wide. */
  wideTitleIndex: TitleIndex | undefined;
  platform: Facet;
  genre: Facet;
  group: Facet;
  /** By the year of the first release. Games without a date are missing. */
  year: Facet;
  /** Positions sorted by folded title. */
  byTitle: Uint32Array;
  /** What the filters of the API besides facets need. */
  filters: FilterIndex;
  recent: Recent;
  orders: PreparedOrders;
  changes: ChangeIndex;
  /** The lists of genres, groups and platforms as JSON, in the order of the API. */
  genres: Texts;
  groups: Texts;
  platforms: Texts;
  companies: CompanyIndex;
  /** The names of platforms, companies and groups, for suggestions. */
  entries: EntryIndex;
}

/** The positions of the games of each platform, genre, group or year. */
export type Facet = Postings;

/** Positions by modification time, newest first, then by id. */
interface Recent {
  positions: Uint32Array;
  modifiedAt: Float64Array;
}

/** The per-game part of a snapshot without modification times. */
type GameIndex = Omit<
  Snapshot,
  | 'lineage'
  | 'revision'
  | 'aliases'
  | 'recent'
  | 'orders'
  | 'changes'
  | 'genres'
  | 'groups'
  | 'platforms'
  | 'companies'
  | 'entries'
>;

/** What the `title` filter matches (LUDEX_TITLE_MATCH). */
export type TitleMatch = 'contract' | 'wide';

export interface SnapshotSource extends Pick<CatalogIndex, 'lineage' | 'revision' | 'games' | 'aliases'> {
  /** All games, if `games` contains only those changed since the previous snapshot. */
  present?: CatalogIndex['present'];
  changes?: ChangeColumns;
  genres: readonly Genre[];
  groups: readonly Group[];
  platforms: readonly Platform[];
  /** In the order of ids. */
  companies?: readonly Omit<Company, 'role'>[];
  titleMatch?: TitleMatch | undefined;
}

/** With the previous snapshot, unchanged games are copied from it, which is much faster. */
export function buildSnapshot(
  source: SnapshotSource,
  before?: { snapshot: Snapshot; merged: MergedPositions },
): Snapshot {
  const { games, present = games, titleMatch = 'contract' } = source;
  const changed = indexGames(games, titleMatch);
  const index = before ? mergeIndexes(before.snapshot, changed, before.merged) : changed;
  const recent = buildRecent(present.modifiedAt);
  const entries = buildEntryIndex(listEntries(source, (kind, id) => countGames(index, kind, id)));
  return {
    lineage: source.lineage,
    revision: source.revision,
    aliases: resolveAliases(source.aliases, index),
    ...index,
    recent,
    orders: prepareOrders({ ...index, recent }),
    changes: mergeChanges(before?.snapshot.changes, source.changes),
    genres: packList(source.genres.toSorted(byCategoryThenName)),
    groups: packList(source.groups.toSorted((a, b) => a.group_id - b.group_id)),
    platforms: packList(source.platforms.toSorted((a, b) => compareCodePoints(a.platform_name, b.platform_name))),
    companies: buildCompanyIndex(source.companies),
    entries,
  };
}

function indexGames(games: GameColumns, titleMatch: TitleMatch): GameIndex {
  const titleIndex = buildTitleIndex(games.titles.map(fold));
  const { platforms, genres, groups, years, notability } = unpackFacets(games.facets);
  return {
    ids: sharedUint32(games.ids),
    revisions: sharedFloat64(games.revisions),
    titles: packTexts(games.titles),
    wordIndex: buildWordIndex(games.titles, games.names),
    titleIndex,
    wideTitleIndex: titleMatch === 'wide' ? buildTitleIndex(listReducedNames(games)) : undefined,
    platform: buildPostings(platforms),
    genre: buildPostings(genres),
    group: buildPostings(groups),
    notability: completeNotability(notability, platforms, groups),
    year: buildPostings(years),
    byTitle: sortTexts(titleIndex.titles),
    filters: indexFilters(games.filters, games.ids.length),
  };
}

/** All titles of each game without spaces, each after a newline. */
function listReducedNames({ titles, names }: GameColumns): string[] {
  return names.map((own, i) => `\n${withoutSpaces(own || plainWords(titles[i] as string))}`);
}

function mergeIndexes(older: GameIndex, newer: GameIndex, merged: MergedPositions): GameIndex {
  const titleIndex = mergeTitleIndexes(older.titleIndex, newer.titleIndex, merged);
  const mergeFacet = (name: 'platform' | 'genre' | 'group' | 'year') => mergePostings(older[name], newer[name], merged);
  return {
    ids: mergeNumbers(older.ids, newer.ids, merged, sharedUint32(merged.size)),
    revisions: mergeNumbers(older.revisions, newer.revisions, merged, sharedFloat64(merged.size)),
    titles: mergeTexts(older.titles, newer.titles, merged),
    wordIndex: mergeWordIndexes(older.wordIndex, newer.wordIndex, merged),
    titleIndex,
    wideTitleIndex:
      older.wideTitleIndex &&
      newer.wideTitleIndex &&
      mergeTitleIndexes(older.wideTitleIndex, newer.wideTitleIndex, merged),
    platform: mergeFacet('platform'),
    genre: mergeFacet('genre'),
    group: mergeFacet('group'),
    notability: mergeNumbers(older.notability, newer.notability, merged, sharedUint16(merged.size)),
    year: mergeFacet('year'),
    byTitle: mergeOrders(older.byTitle, newer.byTitle, merged, orderOf(titleIndex.titles)),
    filters: mergeFilterIndexes(older.filters, newer.filters, merged),
  };
}

export function findPosition({ ids }: Pick<Snapshot, 'ids'>, gameId: number): number | undefined {
  const at = lowerBound(ids, gameId);
  return ids[at] === gameId ? at : undefined;
}

/** The remaining game if this id was merged. */
export function findAliasTarget({ aliases }: Snapshot, gameId: number): number | undefined {
  const at = lowerBound(aliases.ids, gameId);
  return aliases.ids[at] === gameId ? aliases.targets[at] : undefined;
}

export function positionsOf(facet: Postings | Postings<Float64Array>, id: number): Uint32Array {
  const at = lowerBound(facet.ids, id);
  return facet.ids[at] === id
    ? facet.positions.subarray(facet.offsets[at], facet.offsets[at + 1])
    : facet.positions.subarray(0, 0);
}

/** The number of games of a platform, company or group. */
function countGames({ platform, group, filters }: GameIndex, kind: EntryKind, id: number): number {
  if (kind === 'platform') return positionsOf(platform, id).length;
  if (kind === 'group') return positionsOf(group, id).length;
  const roles = [filters.published, filters.developed, filters.credited].map((role) => positionsOf(role, id));
  return new Set(roles.flatMap((positions) => Array.from(positions))).size;
}

/** Follows chains of merges. Drops aliases of removed games. */
function resolveAliases(aliases: SnapshotSource['aliases'], index: GameIndex): Snapshot['aliases'] {
  const next = new Map(aliases.map(({ gameId, targetId }) => [gameId, targetId]));
  const last = (gameId: number): number => {
    let at = gameId;
    for (let to = next.get(at); to !== undefined && to < at; to = next.get(at)) at = to;
    return at;
  };
  const resolved = aliases
    .map(({ gameId }) => [gameId, last(gameId)] as const)
    .filter(([, target]) => findPosition(index, target) !== undefined);
  return {
    ids: sharedUint32(resolved.map(([id]) => id)),
    targets: sharedUint32(resolved.map(([, target]) => target)),
  };
}

function packList(list: readonly object[]): Texts {
  return packTexts(list.map((item) => JSON.stringify(item)));
}

/** Estimates what older versions of Ludex did not store. */
function completeNotability(stored: Uint16Array, platforms: FacetIds, groups: FacetIds): Uint16Array {
  const count = ({ positions }: FacetIds) => {
    const counts = new Uint16Array(stored.length);
    for (const position of positions) counts[position] = (counts[position] as number) + 1;
    return counts;
  };
  const complete = sharedUint16(stored);
  if (!stored.includes(0)) return complete;
  const [platformCounts, groupCounts] = [count(platforms), count(groups)];
  for (let i = 0; i < stored.length; i++) {
    const facts = { platforms: platformCounts[i] as number, series: groupCounts[i] as number };
    if (stored[i] === 0) complete[i] = estimateNotability(facts);
  }
  return complete;
}

function buildRecent(times: readonly number[]): Recent {
  const positions = sharedUint32(times.length);
  for (let i = 0; i < times.length; i++) positions[i] = i;
  positions.sort((a, b) => (times[b] as number) - (times[a] as number) || a - b);
  const modifiedAt = Array.from(positions, (position) => times[position] as number);
  return { positions, modifiedAt: sharedFloat64(modifiedAt) };
}
