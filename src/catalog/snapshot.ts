import { type FacetName, facetRange } from '../store/facets.ts';
import type { StoredGame } from '../store/store.ts';
import { lowerBound } from './lists.ts';
import { byCategoryThenName, compareCodePoints } from './order.ts';
import type { Genre, Group, Platform } from './resources.ts';
import { buildTitleIndex, type TitleIndex } from './search.ts';
import { packTexts, sharedFloat64, sharedUint32, type Texts } from './shared.ts';

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
  revisions: Uint32Array;
  titles: Texts;
  search: TitleIndex;
  platform: Facet;
  genre: Facet;
  group: Facet;
  recent: Recent;
  /** The reference lists, as JSON, in the contract's order. */
  genres: Texts;
  groups: Texts;
  platforms: Texts;
}

/** For each id of a platform, genre or group, the sorted positions of its games. */
export interface Facet {
  ids: Uint32Array;
  offsets: Uint32Array;
  positions: Uint32Array;
}

/** Positions by modification, newest first, ties by id; and the time of each, in milliseconds. */
interface Recent {
  positions: Uint32Array;
  modifiedAt: Float64Array;
}

export interface SnapshotSource {
  lineage: string;
  revision: number;
  /** In ascending order of id. */
  games: readonly StoredGame[];
  genres: readonly Genre[];
  groups: readonly Group[];
  platforms: readonly Platform[];
}

export function buildSnapshot(source: SnapshotSource): Snapshot {
  const { games } = source;
  const titles = games.map((game) => game.title);
  return {
    lineage: source.lineage,
    revision: source.revision,
    ids: fill(games, (game) => game.gameId),
    revisions: fill(games, (game) => game.revision),
    titles: packTexts(titles),
    search: buildTitleIndex(titles),
    platform: buildFacet(games, 'platforms'),
    genre: buildFacet(games, 'genres'),
    group: buildFacet(games, 'groups'),
    recent: buildRecent(games),
    genres: packList(source.genres.toSorted(byCategoryThenName)),
    groups: packList(source.groups.toSorted((a, b) => a.group_id - b.group_id)),
    platforms: packList(source.platforms.toSorted((a, b) => compareCodePoints(a.platform_name, b.platform_name))),
  };
}

export function findPosition(snapshot: Snapshot, gameId: number): number | undefined {
  const at = lowerBound(snapshot.ids, gameId);
  return snapshot.ids[at] === gameId ? at : undefined;
}

export function positionsOf(facet: Facet, id: number): Uint32Array {
  const at = lowerBound(facet.ids, id);
  return facet.ids[at] === id
    ? facet.positions.subarray(facet.offsets[at], facet.offsets[at + 1])
    : facet.positions.subarray(0, 0);
}

function fill(games: readonly StoredGame[], value: (game: StoredGame) => number): Uint32Array {
  const array = sharedUint32(games.length);
  for (let i = 0; i < games.length; i++) array[i] = value(games[i] as StoredGame);
  return array;
}

function packList(list: readonly object[]): Texts {
  return packTexts(list.map((item) => JSON.stringify(item)));
}

/** A counting sort: how often each id occurs, then where its list begins, then the positions in their order. */
function buildFacet(games: readonly StoredGame[], name: FacetName): Facet {
  const counts = new Map<number, number>();
  forEachId(games, name, (id) => void counts.set(id, (counts.get(id) ?? 0) + 1));
  const ids = sharedUint32(counts.size);
  ids.set([...counts.keys()].toSorted((a, b) => a - b));
  const offsets = sharedUint32(ids.length + 1);
  const cursor = new Map<number, number>();
  for (let i = 0; i < ids.length; i++) {
    const id = ids[i] as number;
    cursor.set(id, offsets[i] as number);
    offsets[i + 1] = (offsets[i] as number) + (counts.get(id) as number);
  }
  const positions = sharedUint32(offsets[ids.length] as number);
  forEachId(games, name, (id, position) => {
    const at = cursor.get(id) as number;
    positions[at] = position;
    cursor.set(id, at + 1);
  });
  return { ids, offsets, positions };
}

function forEachId(games: readonly StoredGame[], name: FacetName, visit: (id: number, position: number) => void): void {
  for (let position = 0; position < games.length; position++) {
    const { facets } = games[position] as StoredGame;
    const { start, end } = facetRange(facets, name);
    for (let i = start; i < end; i++) visit(facets[i] as number, position);
  }
}

function buildRecent(games: readonly StoredGame[]): Recent {
  const times = new Float64Array(games.length);
  for (let i = 0; i < games.length; i++) times[i] = (games[i] as StoredGame).modifiedAt;
  const positions = sharedUint32(games.length);
  for (let i = 0; i < games.length; i++) positions[i] = i;
  positions.sort((a, b) => (times[b] as number) - (times[a] as number) || a - b);
  const modifiedAt = sharedFloat64(games.length);
  for (let i = 0; i < games.length; i++) modifiedAt[i] = times[positions[i] as number] as number;
  return { positions, modifiedAt };
}
