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
  return Uint32Array.from(FACETS.flatMap((name) => [lists[name].length, ...lists[name]]));
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
  const lengths = FACETS.map(() => 0);
  let lists = 0;
  for (let at = 0; at < packed.length; lists++) {
    const length = packed[at] as number;
    const list = lists % FACETS.length;
    lengths[list] = (lengths[list] as number) + length;
    at += length + 1;
  }
  const notability = new Uint16Array(lists / FACETS.length);
  const columns = lengths.map((length) => ({
    ids: new Uint32Array(length),
    positions: new Uint32Array(length),
    size: 0,
  }));
  for (let at = 0, position = 0; at < packed.length; position++) {
    for (const column of columns) {
      const end = at + 1 + (packed[at] as number);
      for (at++; at < end; at++) {
        const id = packed[at] as number;
        if (column === columns.at(-1) && id >= NOTABILITY_OFFSET) notability[position] = id - NOTABILITY_OFFSET;
        else {
          column.ids[column.size] = id;
          column.positions[column.size++] = position;
        }
      }
    }
  }
  const [platforms, genres, groups, years] = columns.map(({ ids, positions, size }) => ({
    ids: ids.subarray(0, size),
    positions: positions.subarray(0, size),
  })) as [FacetIds, FacetIds, FacetIds, FacetIds];
  return { platforms, genres, groups, years, notability };
}
