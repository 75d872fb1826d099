import { countMarked, type Marks, markAll } from '../../catalog/search/facet-counts.ts';
import { positionsOf, type Snapshot } from '../../catalog/snapshot/snapshot.ts';
import { hashTerm, TERMS } from '../../store/game-filters.ts';
import { listCountryNames } from '../../vocabulary/countries.ts';

interface Countries {
  /** The positions of the games with a release in a country, by its name. */
  games: ReadonlyMap<string, Uint32Array>;
  /** Games whose releases have a country. */
  known: Marks;
}

const cache = new WeakMap<Snapshot, Countries>();

/** The countries of the catalog. The snapshot has only hashes of their names, so these come from the vocabulary. */
export function findCountries(snapshot: Snapshot): Countries {
  return cache.getOrInsertComputed(snapshot, () => {
    const all = listCountryNames().map((name): [string, Uint32Array] => [
      name,
      positionsOf(snapshot.filters.terms, hashTerm(TERMS.country(name))),
    ]);
    const games = new Map(all.filter(([, positions]) => positions.length > 0));
    return { games, known: markAll(games.values(), snapshot.ids.length) };
  });
}

/** The number of these games for each country that has any, most games first. */
export function countByCountry(snapshot: Snapshot, matches: Marks): { id: string; count: number }[] {
  return Array.from(findCountries(snapshot).games, ([id, positions]) => ({
    id,
    count: countMarked(matches, positions),
  }))
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => b.count - a.count);
}
