/**
 * The ids of a game's platforms, genres and groups, the year of its first release and its notability, in one array: each list is
 * preceded by its length. The arrays of many games can be concatenated: every start reads the whole catalog, and small arrays for each of a quarter
 * of a million games would take a second longer.
 */
export type PackedFacets = Uint32Array;

export interface Facets {
  platforms: readonly number[];
  genres: readonly number[];
  groups: readonly number[];
  /** One, or none when no date is known. */
  years: readonly number[];
  notability: number;
}

/** The number of lists. The last one has the notability. */
const LISTS = 5;

export function packFacets({ platforms, genres, groups, years, notability }: Facets): PackedFacets {
  return packLists([platforms, genres, groups, years, [notability]]);
}

/** Each list is preceded by its length. */
export function packLists(lists: readonly (readonly number[])[]): Uint32Array {
  return Uint32Array.from(lists.flatMap((list) => [list.length, ...list]));
}

/** The ids of one facet of all games, concatenated, and for each id the position of its game. */
export interface FacetIds {
  ids: Uint32Array;
  positions: Uint32Array;
}

export interface UnpackedFacets extends Record<'platforms' | 'genres' | 'groups' | 'years', FacetIds> {
  /** For each position. */
  notability: Uint16Array;
}

export function unpackFacets(packed: PackedFacets): UnpackedFacets {
  const [platforms, genres, groups, years, notability] = unpackLists(packed, LISTS) as [
    FacetIds,
    FacetIds,
    FacetIds,
    FacetIds,
    FacetIds,
  ];
  return { platforms, genres, groups, years, notability: Uint16Array.from(notability.ids) };
}

/** Unpacks concatenated arrays of `listsPerGame` lists each. */
export function unpackLists(packed: Uint32Array, listsPerGame: number): FacetIds[] {
  const lengths = Array.from({ length: listsPerGame }, () => 0);
  for (let at = 0, list = 0; at < packed.length; list++) {
    const length = packed[at] as number;
    lengths[list % listsPerGame] = (lengths[list % listsPerGame] as number) + length;
    at += length + 1;
  }
  const columns = lengths.map((length) => ({ ids: new Uint32Array(length), positions: new Uint32Array(length) }));
  const filled = lengths.map(() => 0);
  for (let at = 0, position = 0; at < packed.length; position++) {
    for (let list = 0; list < listsPerGame; list++) {
      const { ids, positions } = columns[list] as FacetIds;
      let to = filled[list] as number;
      for (const end = at + 1 + (packed[at] as number); ++at < end; to++) {
        ids[to] = packed[at] as number;
        positions[to] = position;
      }
      filled[list] = to;
    }
  }
  return columns;
}

export function bytesOf({ buffer, byteOffset, byteLength }: Uint32Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}
