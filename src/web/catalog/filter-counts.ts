import {
  type BrowseFilter,
  countMarkedValues,
  type FacetCount,
  matchBrowseFilter,
  playOf,
} from '../../catalog/search/browse.ts';
import { countMarked, gamesWith, type Marks, markAll } from '../../catalog/search/facet-counts.ts';
import { orderOf } from '../../catalog/search/orders.ts';
import { gamesForPlay } from '../../catalog/search/players.ts';
import type { Snapshot } from '../../catalog/snapshot/snapshot.ts';
import { intersectAll } from '../../catalog/snapshot/sorted-lists.ts';
import { getOrInsert } from '../../get-or-insert.ts';
import { FLAGS, type Flag } from '../../store/game-filters.ts';
import { COOPERATIVE, PLAYERS, type Play, type Players } from '../../store/players.ts';
import { countByCountry, findCountries } from './countries.ts';

/** Facts that filters use. */
type KnownFact = Parameters<typeof gamesWith>[1] | 'country' | 'players';

/** The numbers in the filters of a list. */
export interface FilterCounts {
  /** Games that match all filters. */
  total: number;
  /** Games that match, but are of a hidden kind. */
  hidden: number;
  facet(name: 'platform' | 'genre' | 'group' | 'year'): FacetCount[];
  countries(): Promise<{ id: string; count: number }[]>;
  players(): { id: Players; count: number }[];
  cooperative(): number;
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
  const marked = new Map<Uint32Array, Marks>();
  // Once for all filters: V8 collects the whole heap after some hundred of these arrays.
  const mark = (positions: Uint32Array) => getOrInsert(marked, positions, () => markAll([positions], size));
  const countPlay = (play: Play, base: Uint32Array) => countMarked(mark(base), gamesForPlay(snapshot, play, filter));
  const isWidened = (values: readonly unknown[] = []) => filter.match === 'any' && values.length > 0;
  return {
    total: matches.length,
    hidden: filter.exclude?.length === 0 ? 0 : list({ ...filter, exclude: [] }).length - matches.length,
    facet: (name) => {
      if (name === 'year') {
        const { years, ...others } = filter;
        return countMarkedValues(snapshot.year, mark(years ? list(others) : matches));
      }
      if (name === 'platform' && playOf(filter).length > 0) return countPlayed(snapshot, filter, list);
      const base = isWidened(filter[name]) ? list({ ...filter, [name]: [] }) : matches;
      return countMarkedValues(snapshot[name], mark(base));
    },
    countries: () =>
      countByCountry(snapshot, mark(isWidened(filter.country) ? list({ ...filter, country: [] }) : matches)),
    players: () => {
      const { players, ...others } = filter;
      const base = players === undefined ? matches : list(others);
      return PLAYERS.map((id) => ({ id, count: countPlay(id, base) }));
    },
    cooperative: () => countPlay(COOPERATIVE, matches),
    has: (flag) => countFlagged(snapshot.filters.flags, FLAGS[flag], matches),
    known: (fact) => countMarked(gamesKnowing(snapshot, fact, filter), matches),
  };
}

/** The number of players is that on any of the chosen platforms. */
function gamesKnowing(snapshot: Snapshot, fact: KnownFact, { platform }: BrowseFilter): Marks {
  if (fact === 'country') return findCountries(snapshot).known;
  if (fact !== 'players') return gamesWith(snapshot, fact);
  const lists = ([1, 2] as const).map((players) => gamesForPlay(snapshot, players, { platform, match: 'any' }));
  return markAll(lists, snapshot.ids.length);
}

/** For each platform the games that are played as wanted there, not on another platform. */
function countPlayed(snapshot: Snapshot, filter: BrowseFilter, list: (own: BrowseFilter) => Uint32Array): FacetCount[] {
  const { players: _players, cooperative: _cooperative, ...others } = filter;
  const isNarrowed = filter.match === 'all' && filter.platform.length > 0;
  const marks = markAll([list(isNarrowed ? filter : { ...others, platform: [] })], snapshot.ids.length);
  const counts = Array.from(snapshot.platform.ids, (id) => {
    const lists = playOf(filter).map((play) => gamesForPlay(snapshot, play, { platform: [id], match: 'all' }));
    return { id, count: countMarked(marks, intersectAll(lists)) };
  });
  return counts.filter(({ count }) => count > 0);
}

function countFlagged(flags: Uint16Array, bit: number, positions: Uint32Array): number {
  let count = 0;
  // A loop, because `reduce` takes ten times as long.
  for (let i = 0; i < positions.length; i++) if (((flags[positions[i] as number] as number) & bit) !== 0) count++;
  return count;
}
