import type { Postings } from '../snapshot/merge-snapshots.ts';
import { positionsOf, type Snapshot } from '../snapshot/snapshot.ts';

/** Indexes of all companies in the orders of the site's list. Companies without games come last. */
export interface CompanyOrders {
  notable: Uint32Array;
  games: Uint32Array;
  name: Uint32Array;
  /** The number of games of each company, by its index. */
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
  return ordersOf.getOrInsertComputed(snapshot, () => {
    const { filters, companies, ids: games } = snapshot;
    const { ids, byName } = companies;
    const roles = [filters.published, filters.developed, filters.credited];
    const seen = new Uint32Array(games.length);
    const counts = ids.map((id, i) => countOnce(roles, id, seen, i + 1));
    const points = ids.map((id) => sumBest(snapshot, filters.published, id) + sumBest(snapshot, filters.developed, id));
    const by = (keys: Uint32Array) => byName.toSorted((a, b) => (keys[b] as number) - (keys[a] as number));
    return { notable: by(points), games: by(counts), name: byName, counts };
  });
}

/** The number of games of a company in any role. `seen` holds the mark of the last company that had a game. */
function countOnce(roles: readonly Postings[], id: number, seen: Uint32Array, mark: number): number {
  let count = 0;
  for (const role of roles) {
    for (const position of positionsOf(role, id)) {
      if (seen[position] !== mark) count++;
      seen[position] = mark;
    }
  }
  return count;
}

function sumBest({ notability }: Snapshot, role: Postings, id: number): number {
  const best = Uint16Array.from(positionsOf(role, id), (position) => notability[position] as number).sort();
  return best.subarray(-COUNTED_GAMES).reduce((sum, one) => sum + one, 0);
}
