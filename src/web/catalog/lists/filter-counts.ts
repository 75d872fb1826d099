import {
  type BrowseFilter,
  countGames,
  countValues,
  countYears,
  type FacetCount,
  type MarkedGames,
  markGames,
  matchBrowseFilter,
} from '../../../catalog/search/browse.ts';
import { gamesForPlay, playOf } from '../../../catalog/search/query.ts';
import { perSnapshot } from '../../../catalog/snapshot/per-snapshot.ts';
import { positionsOf, type Snapshot } from '../../../catalog/snapshot/snapshot.ts';
import { getOrInsert } from '../../../get-or-insert.ts';
import { COOPERATIVE, FLAGS, type Flag, hashTerm, PLAYERS, type Play, TERMS } from '../../../store/game-filters.ts';
import { listCountryNames } from '../../../vocabulary/countries.ts';
import type { FacetName } from '../facets/facets.ts';
import { NO_FILTER } from './list-query.ts';

/** The numbers in the filters of a list. */
export type FilterCounts = ReturnType<typeof countFilters>;

/**
 * Counts count the games that are left. Where another value adds games, they are counted without the values of the same
 * filter: years and players always, others with `match=any`.
 */
export function countFilters(snapshot: Snapshot, filter: BrowseFilter) {
  const size = snapshot.ids.length;
  const list = (own: BrowseFilter) => matchBrowseFilter(snapshot, own) ?? snapshot.orders.id;
  const matches = list(filter);
  const marked = new Map<Uint32Array, MarkedGames>();
  // Once for all filters: V8 collects the whole heap after some hundred of these arrays.
  const mark = (positions: Uint32Array) => getOrInsert(marked, positions, () => markGames(positions, size));
  const countPlay = (play: Play, base: Uint32Array) => countGames(gamesForPlay(snapshot, play, filter), mark(base));
  const isWidened = (values: readonly unknown[] = []) => filter.match === 'any' && values.length > 0;
  return {
    /** Games that match all filters. */
    total: matches.length,
    /** Games that match, but are of a hidden kind. */
    hidden: filter.exclude?.length === 0 ? 0 : list({ ...filter, exclude: [] }).length - matches.length,
    years: () => {
      const { years, ...others } = filter;
      return countYears(snapshot, filter.platform, years ? list(others) : matches);
    },
    facet: (name: FacetName): FacetCount[] => {
      if (name === 'platform' && (filter.years || playOf(filter).length > 0))
        return countOnPlatforms(snapshot, filter, list);
      const base = isWidened(filter[name]) ? list({ ...filter, [name]: [] }) : matches;
      return countValues(snapshot[name], mark(base));
    },
    countries: () =>
      countByCountry(snapshot, mark(isWidened(filter.country) ? list({ ...filter, country: [] }) : matches)),
    players: () => {
      const { players, ...others } = filter;
      const base = players === undefined ? matches : list(others);
      return PLAYERS.map((id) => ({ id, count: countPlay(id, base) }));
    },
    cooperative: () => countPlay(COOPERATIVE, matches),
    /** The matching games that have something. */
    has: (flag: Flag) => countFlagged(snapshot.filters.flags, FLAGS[flag], matches),
  };
}

/** For each platform the games that came out in the chosen years there, and are played as wanted there. */
function countOnPlatforms(
  snapshot: Snapshot,
  { platform, years, players, cooperative, ...others }: BrowseFilter,
  list: (own: BrowseFilter) => Uint32Array,
): FacetCount[] {
  const within = [list({ ...others, platform: [] })];
  const asked = { ...NO_FILTER, match: others.match, exclude: [], years, players, cooperative };
  const counts = Array.from(snapshot.platform.ids, (id) => {
    const own = { ...asked, platform: others.match === 'all' ? [...platform, id] : [id] };
    return { id, count: matchBrowseFilter(snapshot, own, within)?.length ?? 0 };
  });
  return counts.filter(({ count }) => count > 0);
}

function countFlagged(flags: Uint16Array, bit: number, positions: Uint32Array): number {
  let count = 0;
  // A loop, because `reduce` takes ten times as long.
  for (let i = 0; i < positions.length; i++) if (((flags[positions[i] as number] as number) & bit) !== 0) count++;
  return count;
}

/** The games with a release in each country, by its name. The snapshot has only hashes, so the names come from the vocabulary. */
const findCountries = perSnapshot(({ filters }: Snapshot): [name: string, games: Uint32Array][] =>
  listCountryNames()
    .map((name): [string, Uint32Array] => [name, positionsOf(filters.terms, hashTerm(TERMS.country(name)))])
    .filter(([, games]) => games.length > 0),
);

/** The number of these games for each country that has any, most games first. */
function countByCountry(snapshot: Snapshot, matches: MarkedGames): { id: string; count: number }[] {
  const counts = findCountries(snapshot).map(([id, games]) => ({ id, count: countGames(games, matches) }));
  return counts.filter(({ count }) => count > 0).toSorted((a, b) => b.count - a.count);
}
