import { setImmediate as nextTurn } from 'node:timers/promises';
import { countMarked, type Marks, markAll } from '../../catalog/search/facet-counts.ts';
import { positionsOf, type Snapshot } from '../../catalog/snapshot/snapshot.ts';
import { getOrInsert } from '../../get-or-insert.ts';
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
  return getOrInsert(cache, snapshot, () => {
    const all = listCountryNames().map((name): [string, Uint32Array] => [
      name,
      positionsOf(snapshot.filters.terms, hashTerm(TERMS.country(name))),
    ]);
    const games = new Map(all.filter(([, positions]) => positions.length > 0));
    return { games, known: markAll(games.values(), snapshot.ids.length) };
  });
}

/** Releases that are counted in one turn of the event loop: about a millisecond. */
const PER_TURN = 200_000;

/** The number of these games for each country that has any, most games first. */
export async function countByCountry(snapshot: Snapshot, matches: Marks): Promise<{ id: string; count: number }[]> {
  const counts = [];
  let left = PER_TURN;
  for (const [id, positions] of findCountries(snapshot).games) {
    counts.push({ id, count: countMarked(matches, positions) });
    left -= positions.length;
    if (left > 0) continue;
    await nextTurn();
    left = PER_TURN;
  }
  return counts.filter(({ count }) => count > 0).toSorted((a, b) => b.count - a.count);
}
