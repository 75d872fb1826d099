/**
 * The ids of a game's platforms, genres and groups, and the year of its first release, in one array: each list with its
 * length before it. The lists of many games may stand one after another: a catalog is read whole at every start, and
 * small arrays for each of a quarter of a million games would take a second longer.
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
export type FacetName = (typeof FACETS)[number];

export function packFacets(facets: Facets): PackedFacets {
  return Uint32Array.from(FACETS.flatMap((name) => [facets[name].length, ...facets[name]]));
}

/** Visits the ids of one facet of every game, in their order; a game is told by its position. */
export function forEachFacet(
  packed: PackedFacets,
  name: FacetName,
  visit: (id: number, position: number) => void,
): void {
  const wanted = FACETS.indexOf(name);
  let at = 0;
  for (let list = 0; at < packed.length; list++) {
    const end = at + 1 + (packed[at] as number);
    if (list % FACETS.length === wanted) {
      const position = Math.floor(list / FACETS.length);
      for (let i = at + 1; i < end; i++) visit(packed[i] as number, position);
    }
    at = end;
  }
}
