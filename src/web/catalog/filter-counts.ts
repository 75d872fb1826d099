import {
  type BrowseFilter,
  countFacetValues,
  type FacetCount,
  matchBrowseFilter,
} from '../../catalog/search/browse.ts';
import { countMarked, gamesWith, type Marks, markAll } from '../../catalog/search/facet-counts.ts';
import { orderOf } from '../../catalog/search/orders.ts';
import { gamesForPlayers } from '../../catalog/search/players.ts';
import type { Snapshot } from '../../catalog/snapshot/snapshot.ts';
import { FLAGS, type Flag, PLAYERS, type Players } from '../../store/game-filters.ts';
import { countByCountry, findCountries } from './countries.ts';

/** Facts that filters use. */
type KnownFact = Parameters<typeof gamesWith>[1] | 'country';

/** The numbers in the filters of a list. */
export interface FilterCounts {
  /** Games that match all filters. */
  total: number;
  /** Games that match, but are of a hidden kind. */
  hidden: number;
  facet(name: 'platform' | 'genre' | 'group' | 'year'): FacetCount[];
  countries(): { id: string; count: number }[];
  players(): { id: Players; count: number }[];
  /** The matching games that have something. */
  has(flag: Flag): number;
  /** The matching games for which a fact is known. */
  known(fact: KnownFact): number;
}

/**
 * Counts count the games that are left. Where another value adds games, they are counted without the values of the same
 * filter: years and players always, others with `match=any`.
 */
export function countFilters(snapshot: Snapshot, filter: BrowseFilter): FilterCounts {
  const size = snapshot.ids.length;
  const list = (own: BrowseFilter) => matchBrowseFilter(snapshot, own) ?? orderOf(snapshot, 'id');
  const matches = list(filter);
  const mark = (positions: Uint32Array): Marks => markAll([positions], size);
  const isWidened = (values: readonly unknown[] = []) => filter.match === 'any' && values.length > 0;
  return {
    total: matches.length,
    hidden: filter.exclude?.length === 0 ? 0 : list({ ...filter, exclude: [] }).length - matches.length,
    facet: (name) => {
      if (name === 'year') {
        const { years, ...others } = filter;
        return countFacetValues(snapshot.year, years ? list(others) : matches, size);
      }
      const base = isWidened(filter[name]) ? list({ ...filter, [name]: [] }) : matches;
      return countFacetValues(snapshot[name], base, size);
    },
    countries: () =>
      countByCountry(snapshot, mark(isWidened(filter.country) ? list({ ...filter, country: [] }) : matches)),
    players: () => {
      const { players, ...others } = filter;
      const marks = mark(players === undefined ? matches : list(others));
      return PLAYERS.map((id) => ({ id, count: countMarked(marks, gamesForPlayers(snapshot, id)) }));
    },
    has: (flag) => countFlagged(snapshot.filters.flags, FLAGS[flag], matches),
    known: (fact) =>
      countMarked(fact === 'country' ? findCountries(snapshot).known : gamesWith(snapshot, fact), matches),
  };
}

function countFlagged(flags: Uint16Array, bit: number, positions: Uint32Array): number {
  let count = 0;
  // A loop, because `reduce` takes ten times as long.
  for (let i = 0; i < positions.length; i++) if (((flags[positions[i] as number] as number) & bit) !== 0) count++;
  return count;
}
