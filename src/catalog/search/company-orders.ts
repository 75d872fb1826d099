import { getOrInsert } from '../../get-or-insert.ts';
import { FLAGS } from '../../store/game-filters.ts';
import type { FilterIndex } from '../snapshot/filter-index.ts';
import type { Postings } from '../snapshot/merge-snapshots.ts';
import { positionsOf, type Snapshot } from '../snapshot/snapshot.ts';
import { HIDDEN_KINDS } from './browse.ts';

/** Indexes of all companies in the orders of the site's list. Companies without games come last. */
export interface CompanyOrders {
  notable: Uint32Array;
  games: Uint32Array;
  name: Uint32Array;
  /** The number of games of each company, by its index, without hidden kinds, unless it has no others. */
  counts: Uint32Array;
}

/**
 * A company is as well known as the best games that it published and those that it developed. Counting all would put those
 * first that published hundreds of obscure games.
 */
const COUNTED_GAMES = 20;

const ordersOf = new WeakMap<Snapshot, CompanyOrders>();

/** Computed once per snapshot. */
export function companyOrders(snapshot: Snapshot): CompanyOrders {
  return getOrInsert(ordersOf, snapshot, () => {
    const { filters, companies } = snapshot;
    const { ids, byName } = companies;
    const countGames = openCounter(filters);
    const counts = ids.map(countGames);
    const points = ids.map((id) => sumBest(snapshot, filters.published, id) + sumBest(snapshot, filters.developed, id));
    const by = (keys: Uint32Array) => byName.toSorted((a, b) => (keys[b] as number) - (keys[a] as number));
    return { notable: by(points), games: by(counts), name: byName, counts };
  });
}

const HIDDEN = HIDDEN_KINDS.reduce((bits, kind) => bits | FLAGS[kind], 0);

/** Counts the games of a company in any role, each once. */
function openCounter({ published, developed, credited, flags }: FilterIndex): (id: number) => number {
  /** The last company that had each game. */
  const seen = new Uint32Array(flags.length);
  return (id) => {
    let [all, listed] = [0, 0];
    for (const role of [published, developed, credited]) {
      for (const position of positionsOf(role, id)) {
        if (seen[position] === id) continue;
        seen[position] = id;
        all++;
        if (((flags[position] as number) & HIDDEN) === 0) listed++;
      }
    }
    return listed || all;
  };
}

function sumBest({ notability }: Snapshot, role: Postings, id: number): number {
  const best = Uint16Array.from(positionsOf(role, id), (position) => notability[position] as number).sort();
  return best.subarray(-COUNTED_GAMES).reduce((sum, one) => sum + one, 0);
}
