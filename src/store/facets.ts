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
}

/** The order of the lists. */
const FACETS = ['platforms', 'genres', 'groups', 'years'] as const;
type FacetName = (typeof FACETS)[number];

export function packFacets(facets: Facets): PackedFacets {
  return Uint32Array.from(FACETS.flatMap((name) => [facets[name].length, ...facets[name]]));
}

/** The ids of one facet of all games, concatenated, and for each id the position of its game. */
export interface FacetIds {
  ids: Uint32Array;
  positions: Uint32Array;
}

export function unpackFacets(packed: PackedFacets): Record<FacetName, FacetIds> {
  const lengths = FACETS.map(() => 0);
  for (let at = 0, list = 0; at < packed.length; list = (list + 1) % FACETS.length) {
    const length = packed[at] as number;
    lengths[list] = (lengths[list] as number) + length;
    at += length + 1;
  }
  const lists = lengths.map((length) => ({
    ids: new Uint32Array(length),
    positions: new Uint32Array(length),
    size: 0,
  }));
  for (let at = 0, position = 0; at < packed.length; position++) {
    for (const list of lists) {
      const end = at + 1 + (packed[at] as number);
      for (at++; at < end; at++) {
        list.ids[list.size] = packed[at] as number;
        list.positions[list.size++] = position;
      }
    }
  }
  return Object.fromEntries(FACETS.map((name, i) => [name, lists[i]])) as unknown as Record<FacetName, FacetIds>;
}
