/**
 * The ids of a game's platforms, genres and groups in one array: each list with its length before it. A catalog is read
 * whole at every start, and a quarter of a million games with three small arrays each would take a second longer.
 */
export type PackedFacets = Uint32Array;

export interface Facets {
  platforms: readonly number[];
  genres: readonly number[];
  groups: readonly number[];
}

/** The order of the lists. */
export const FACETS = ['platforms', 'genres', 'groups'] as const;
export type FacetName = (typeof FACETS)[number];

export function packFacets(facets: Facets): PackedFacets {
  return Uint32Array.from(FACETS.flatMap((name) => [facets[name].length, ...facets[name]]));
}

/** Where a list begins and ends in the array. */
export function facetRange(packed: PackedFacets, name: FacetName): { start: number; end: number } {
  let start = 1;
  for (const before of FACETS) {
    const end = start + (packed[start - 1] as number);
    if (before === name) return { start, end };
    start = end + 1;
  }
  throw new Error(`there is no facet ${name}`);
}
