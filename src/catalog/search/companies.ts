import { fold } from '../../folding.ts';
import { FLAGS, yearOfDate } from '../../store/game-filters.ts';
import type { Postings } from '../snapshot/merge-snapshots.ts';
import { perSnapshot } from '../snapshot/per-snapshot.ts';
import { listTexts, packTexts, textAt } from '../snapshot/shared-arrays.ts';
import { type FilterIndex, positionsOf, type Snapshot } from '../snapshot/snapshot.ts';
import { lowerBound } from '../snapshot/sorted-lists.ts';
import { sortTexts } from '../snapshot/sorted-orders.ts';
import { HIDDEN_KINDS } from './browse.ts';

/** The index of a company in the order of ids. */
export function findCompany({ companies: { ids } }: Snapshot, companyId: number): number | undefined {
  const at = lowerBound(ids, companyId);
  return ids[at] === companyId ? at : undefined;
}

export function nameOfCompany(snapshot: Snapshot, companyId: number): string | undefined {
  const index = findCompany(snapshot, companyId);
  return index === undefined ? undefined : textAt(snapshot.companies.names, index);
}

/** The folded names of all companies, in the order of ids. */
const foldedNames = perSnapshot(({ companies: { names } }: Snapshot) => listTexts(names).map(fold));

/** Of several companies with one name, the first. */
const indexesByName = perSnapshot(
  (snapshot: Snapshot) =>
    new Map(
      foldedNames(snapshot)
        .map((name, index) => [name, index] as const)
        .toReversed(),
    ),
);

/** The index of the company with this name, whatever its case. */
export function findCompanyNamed(snapshot: Snapshot, name: string): number | undefined {
  return indexesByName(snapshot).get(fold(name));
}

/** The indexes of companies whose name contains the text, ascending. */
export function matchCompanies(snapshot: Snapshot, text: string): number[] {
  const wanted = fold(text);
  return foldedNames(snapshot).flatMap((name, index) => (name.includes(wanted) ? index : []));
}

/** What the catalog knows of a company. The years are those of the first releases of its games. */
export function describeCompany({ companies, filters }: Snapshot, index: number) {
  const company_id = companies.ids[index] as number;
  const [published, developed, credited] = [filters.published, filters.developed, filters.credited].map((role) =>
    positionsOf(role, company_id),
  ) as [Uint32Array, Uint32Array, Uint32Array];
  let [first, last] = [Number.POSITIVE_INFINITY, 0];
  for (const list of [published, developed, credited]) {
    for (const position of list) {
      const date = filters.release[position] as number;
      if (date !== 0 && date < first) first = date;
      if (date > last) last = date;
    }
  }
  return {
    company_id,
    company_name: textAt(companies.names, index),
    num_published: published.length,
    num_developed: developed.length,
    first_year: last === 0 ? null : yearOfDate(first),
    last_year: last === 0 ? null : yearOfDate(last),
  };
}

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

export const companyOrders = perSnapshot((snapshot: Snapshot): CompanyOrders => {
  const { filters, companies } = snapshot;
  const { ids } = companies;
  const byName = sortTexts(packTexts(foldedNames(snapshot)));
  const countGames = openCounter(filters);
  const counts = ids.map(countGames);
  const points = ids.map((id) => sumBest(snapshot, filters.published, id) + sumBest(snapshot, filters.developed, id));
  const by = (keys: Uint32Array) => byName.toSorted((a, b) => (keys[b] as number) - (keys[a] as number));
  return { notable: by(points), games: by(counts), name: byName, counts };
});

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
