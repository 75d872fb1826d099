import { fold } from '../../folding.ts';
import { yearOfDate } from '../../store/game-filters.ts';
import { NAME_END } from '../snapshot/company-index.ts';
import { textBytes } from '../snapshot/shared-arrays.ts';
import { positionsOf, type Snapshot } from '../snapshot/snapshot.ts';
import { firstIndex, lowerBound } from '../snapshot/sorted-lists.ts';

/** The index of a company in the order of ids. */
export function findCompany({ companies: { ids } }: Snapshot, companyId: number): number | undefined {
  const at = lowerBound(ids, companyId);
  return ids[at] === companyId ? at : undefined;
}

export function nameOfCompany(snapshot: Snapshot, companyId: number): string | undefined {
  const index = findCompany(snapshot, companyId);
  return index === undefined ? undefined : textBytes(snapshot.companies.names, index).toString();
}

/** The index of the company with this name, whatever its case. */
export function findCompanyNamed({ companies: { byName, folded } }: Snapshot, name: string): number | undefined {
  const wanted = Buffer.from(fold(name) + NAME_END);
  const at = firstIndex(0, byName.length, (i) => textBytes(folded, byName[i] as number).compare(wanted) >= 0);
  const found = byName[at];
  return found !== undefined && textBytes(folded, found).equals(wanted) ? found : undefined;
}

/** The indexes of companies whose name contains the text, ascending. */
export function matchCompanies({ companies: { folded } }: Snapshot, text: string): number[] {
  const wanted = fold(text);
  if (wanted.includes(NAME_END)) return [];
  const all = Buffer.from(folded.bytes.buffer);
  const found: number[] = [];
  for (let at = all.indexOf(wanted); at !== -1; ) {
    // The last company that begins at or before the match. The search goes on after it.
    const company = lowerBound(folded.offsets, at + 1, found.at(-1) ?? 0) - 1;
    found.push(company);
    at = all.indexOf(wanted, folded.offsets[company + 1]);
  }
  return found;
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
    company_name: textBytes(companies.names, index).toString(),
    num_published: published.length,
    num_developed: developed.length,
    first_year: last === 0 ? null : yearOfDate(first),
    last_year: last === 0 ? null : yearOfDate(last),
  };
}
