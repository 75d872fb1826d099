/**
 * The ids of a game's platforms, genres and groups, and the year of its first release, in one array: each list is preceded by its
 * length. The arrays of many games can be concatenated: every start reads the whole catalog, and small arrays for each of a quarter
 * of a million games would take a second longer.
 */
export type PackedFacets = Uint32Array;

export interface Facets {
  platforms: readonly number[];
  genres: readonly number[];
  groups: readonly number[];
  /** One, or none when no date is known. */
  years: readonly number[];
  /** None in rows of older versions. */
  notability?: number;
}

/**
 * Notability follows the year in the list of years, increased by this number, which no year reaches. So the rows of older
 * versions stay readable, and older nodes of a fleet can read new rows.
 */
const NOTABILITY_OFFSET = 0x1_0000;

/** The order of the lists. */
const FACETS = ['platforms', 'genres', 'groups', 'years'] as const;
type FacetName = (typeof FACETS)[number];

export function packFacets({ notability, ...facets }: Facets): PackedFacets {
  const years = notability === undefined ? [] : [NOTABILITY_OFFSET + notability];
  const lists = { ...facets, years: [...facets.years, ...years] };
  return packLists(FACETS.map((name) => lists[name]));
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

export interface UnpackedFacets extends Record<FacetName, FacetIds> {
  /** For each position; 0 if it is not stored. */
  notability: Uint16Array;
}

export function unpackFacets(packed: PackedFacets): UnpackedFacets {
  const [platforms, genres, groups, numbers] = unpackLists(packed, FACETS.length) as [
    FacetIds,
    FacetIds,
    FacetIds,
    FacetIds,
  ];
  const notability = new Uint16Array(countLists(packed) / FACETS.length);
  const isYear = (id: number) => id < NOTABILITY_OFFSET;
  for (let i = 0; i < numbers.ids.length; i++) {
    const id = numbers.ids[i] as number;
    if (!isYear(id)) notability[numbers.positions[i] as number] = id - NOTABILITY_OFFSET;
  }
  const positions = numbers.positions.filter((_, i) => isYear(numbers.ids[i] as number));
  return { platforms, genres, groups, years: { ids: numbers.ids.filter(isYear), positions }, notability };
}

function countLists(packed: Uint32Array): number {
  let lists = 0;
  for (let at = 0; at < packed.length; at += 1 + (packed[at] as number)) lists++;
  return lists;
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
