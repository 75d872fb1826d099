import { positionsOf, type Snapshot } from '../snapshot/snapshot.ts';

/** Indexes of all companies in the orders of the site's list. Companies without games come last. */
export interface CompanyOrders {
  notable: Uint32Array;
  games: Uint32Array;
  name: Uint32Array;
}

/** A company is as well known as its best games. Counting all would put those first that published hundreds of obscure ones. */
const COUNTED_GAMES = 20;

const ordersOf = new WeakMap<Snapshot, CompanyOrders>();

/** Computed once per snapshot. */
export function companyOrders(snapshot: Snapshot): CompanyOrders {
  return ordersOf.getOrInsertComputed(snapshot, () => {
    const { ids, byName } = snapshot.companies;
    const [counts, points] = [new Uint32Array(ids.length), new Uint32Array(ids.length)];
    const seen = new Uint32Array(snapshot.ids.length);
    for (let i = 0; i < ids.length; i++) {
      const known = listNotability(snapshot, ids[i] as number, seen, i + 1);
      counts[i] = known.length;
      points[i] = known.slice(0, COUNTED_GAMES).reduce((sum, one) => sum + one, 0);
    }
    const by = (keys: Uint32Array) => byName.toSorted((a, b) => (keys[b] as number) - (keys[a] as number));
    return { notable: by(points), games: by(counts), name: byName };
  });
}

/** The notability of the games of a company, highest first. `seen` marks games that it has in several roles. */
function listNotability({ filters, notability }: Snapshot, id: number, seen: Uint32Array, mark: number): number[] {
  const found: number[] = [];
  for (const role of [filters.published, filters.developed, filters.credited]) {
    for (const position of positionsOf(role, id)) {
      if (seen[position] !== mark) found.push(notability[position] as number);
      seen[position] = mark;
    }
  }
  return found.sort((a, b) => b - a);
}
