/** By hand: threads share flat arrays, where search packages hold objects that each thread would copy. */

import { fold, withoutSpaces } from '../../folding.ts';
import type { CatalogIndex, ChangeColumns, GameColumns } from '../../store/catalog-rows.ts';
import { dateOn, unpackFacets } from '../../store/facets.ts';
import { byCategoryThenName, compareCodePoints } from '../model/order.ts';
import type { Company, Genre, Group, Platform } from '../model/resources.ts';
import { buildEntryIndex, type EntryIndex, type EntryKind, listEntries } from '../search/entry-index.ts';
import { buildTitleIndex, mergeTitleIndexes, type TitleIndex } from '../search/title-index.ts';
import { buildWordIndex, mergeWordIndexes, type WordIndex } from '../search/word-index.ts';
import { buildPostings, type MergedPositions, mergeColumns, type Postings } from './merge-snapshots.ts';
import { packTexts, shared, type Texts } from './shared-arrays.ts';
import { lowerBound } from './sorted-lists.ts';
import { type Orders, sortOrders, sortTexts } from './sorted-orders.ts';

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
  /** What the filters of the API besides facets need. */
  filters: FilterIndex;
  /** For each position, in milliseconds. */
  modifiedAt: Float64Array;
  /** All positions in each order of lists. */
  orders: Orders;
  changes: ChangeIndex;
  /** The lists of genres, groups and platforms as JSON, in the order of the API. */
  genres: Texts;
  groups: Texts;
  platforms: Texts;
  /** All companies in the order of their ids. */
  companies: { ids: Uint32Array; names: Texts };
  /** The names of platforms, companies and groups, for suggestions. */
  entries: EntryIndex;
}

/** The positions of the games of each platform, genre or group. */
export type Facet = Postings;

/** What the filters and orders of game lists need besides facets. */
export interface FilterIndex {
  /** Positions of the games of each company, by its role. `credited`: all other roles. */
  published: Postings;
  developed: Postings;
  credited: Postings;
  /** Positions by the hash of a country, product code or external id. */
  terms: Postings<Float64Array>;
  /** For each position: bits of `FLAGS`. */
  flags: Uint16Array;
  /** For each position: the first release as `dateNumber`, or 0. */
  release: Uint32Array;
  /** Positions by the platform and date of a first release there, as `dateOn` packs them. */
  dates: Postings<Float64Array>;
}

/** The columns of the last change of every game id, by ascending sequence. */
interface ChangeIndex {
  gameIds: Uint32Array;
  sequences: Float64Array;
  createdSequences: Float64Array;
  modifiedAt: Float64Array;
}

/** What a snapshot has of its games, without modification times. */
type GameIndex = Pick<Snapshot, 'ids' | 'revisions' | 'titles' | 'notability' | 'filters' | FacetName | IndexName>;
type FacetName = 'platform' | 'genre' | 'group';
type IndexName = 'wordIndex' | 'titleIndex' | 'wideTitleIndex';

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
  const { games, present = games, companies = [], titleMatch = 'contract' } = source;
  const changed = indexGames(games, titleMatch);
  const index = before ? mergeIndexes(before.snapshot, changed, before.merged) : changed;
  const modifiedAt = shared(Float64Array, present.modifiedAt);
  const entries = buildEntryIndex(listEntries(source, (kind, id) => countGames(index, kind, id)));
  return {
    lineage: source.lineage,
    revision: source.revision,
    aliases: resolveAliases(source.aliases, index),
    ...index,
    modifiedAt,
    orders: sortOrders(index, sortTexts(index.titleIndex.titles), modifiedAt),
    changes: indexChanges(source.changes),
    genres: packList(source.genres.toSorted(byCategoryThenName)),
    groups: packList(source.groups.toSorted((a, b) => a.group_id - b.group_id)),
    platforms: packList(source.platforms.toSorted((a, b) => compareCodePoints(a.platform_name, b.platform_name))),
    companies: {
      ids: sharedIds(companies.map(({ company_id }) => company_id)),
      names: packTexts(companies.map(({ company_name }) => company_name)),
    },
    entries,
  };
}

function indexGames(games: GameColumns, titleMatch: TitleMatch): GameIndex {
  const titleIndex = buildTitleIndex(games.titles.map(fold));
  const facets = unpackFacets(games.facets);
  return {
    ids: shared(Uint32Array, games.ids),
    revisions: shared(Float64Array, games.revisions),
    titles: packTexts(games.titles),
    platform: buildPostings(facets.platforms),
    genre: buildPostings(facets.genres),
    group: buildPostings(facets.groups),
    notability: shared(Uint16Array, facets.notability),
    filters: {
      published: buildPostings(facets.published),
      developed: buildPostings(facets.developed),
      credited: buildPostings(facets.credited),
      terms: buildPostings(facets.terms),
      flags: shared(Uint16Array, facets.flags),
      release: shared(Uint32Array, facets.release),
      dates: buildPostings(facets.dates),
    },
    wordIndex: buildWordIndex(games.titles, games.names),
    titleIndex,
    wideTitleIndex: titleMatch === 'wide' ? buildTitleIndex(listReducedNames(games)) : undefined,
  };
}

function indexChanges({
  gameIds = [],
  sequences = [],
  createdSequences = [],
  modifiedAt = [],
}: Partial<ChangeColumns> = {}): ChangeIndex {
  return {
    gameIds: shared(Uint32Array, gameIds),
    sequences: shared(Float64Array, sequences),
    createdSequences: shared(Float64Array, createdSequences),
    modifiedAt: shared(Float64Array, modifiedAt),
  };
}

/** All titles of each game without spaces, each after a newline. */
function listReducedNames({ names }: GameColumns): string[] {
  return names.map((own) => `\n${withoutSpaces(own)}`);
}

function mergeIndexes(older: Snapshot, newer: GameIndex, merged: MergedPositions): GameIndex {
  const { filters, wordIndex, titleIndex, wideTitleIndex, ...columns } = newer;
  return {
    ...mergeColumns(older, columns, merged),
    filters: mergeColumns(older.filters, filters, merged),
    wordIndex: mergeWordIndexes(older.wordIndex, wordIndex, merged),
    titleIndex: mergeTitleIndexes(older.titleIndex, titleIndex, merged),
    wideTitleIndex:
      older.wideTitleIndex && wideTitleIndex && mergeTitleIndexes(older.wideTitleIndex, wideTitleIndex, merged),
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

/** For each position the first release as `dateNumber`, or 0: with platforms, that on any of these. */
export function releaseDates({ filters }: Snapshot, platforms: readonly number[]): Uint32Array {
  const { release, dates } = filters;
  if (platforms.length === 0) return release;
  const first = new Uint32Array(release.length);
  for (const platform of platforms) {
    const end = lowerBound(dates.ids, dateOn(platform + 1, 0));
    for (let i = lowerBound(dates.ids, dateOn(platform, 0)); i < end; i++) {
      const date = (dates.ids[i] as number) - dateOn(platform, 0);
      for (const position of dates.positions.subarray(dates.offsets[i], dates.offsets[i + 1])) {
        const known = first[position] as number;
        if (known === 0 || date < known) first[position] = date;
      }
    }
  }
  return first;
}

/** The number of games of a platform, company or group. */
function countGames(
  { platform, group, filters }: Pick<Snapshot, 'platform' | 'group' | 'filters'>,
  kind: EntryKind,
  id: number,
): number {
  if (kind === 'platform') return positionsOf(platform, id).length;
  if (kind === 'group') return positionsOf(group, id).length;
  const roles = [filters.published, filters.developed, filters.credited].map((role) => positionsOf(role, id));
  return new Set(roles.flatMap((positions) => Array.from(positions))).size;
}

/** Follows chains of merges. Drops aliases of removed games. */
function resolveAliases(aliases: SnapshotSource['aliases'], index: Pick<Snapshot, 'ids'>): Snapshot['aliases'] {
  const next = new Map(aliases.map(({ gameId, targetId }) => [gameId, targetId]));
  const last = (gameId: number): number => {
    let at = gameId;
    for (let to = next.get(at); to !== undefined && to < at; to = next.get(at)) at = to;
    return at;
  };
  const resolved = aliases
    .map(({ gameId }) => [gameId, last(gameId)] as const)
    .filter(([, target]) => findPosition(index, target) !== undefined);
  return { ids: sharedIds(resolved.map(([id]) => id)), targets: sharedIds(resolved.map(([, target]) => target)) };
}

function sharedIds(ids: readonly number[]): Uint32Array {
  return shared(Uint32Array, ids);
}

function packList(list: readonly object[]): Texts {
  return packTexts(list.map((item) => JSON.stringify(item)));
}
