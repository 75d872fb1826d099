import { findCompanyNamed, matchCompanies } from '../catalog/search/companies.ts';
import type { Snapshot } from '../catalog/snapshot/snapshot.ts';
import { fold } from '../folding.ts';
import { getOrInsert } from '../get-or-insert.ts';
import { listCompanyAliases } from './companies.ts';

type OtherName = ReturnType<typeof listCompanyAliases>[number];

const aliasesOf = new WeakMap<Snapshot, Map<number, OtherName[]>>();

/** The other names of a company, by its index. Spellings of its name are left out. */
export function listNamesOfCompany(snapshot: Snapshot, index: number): string[] {
  const others = otherNames(snapshot).get(index) ?? [];
  return others.filter(({ isSpelling }) => !isSpelling).map(({ alias }) => alias);
}

/** The indexes of the companies with the text in any name or spelling, ascending. */
export function listCompaniesNamed(snapshot: Snapshot, text: string): Uint32Array {
  const wanted = fold(text);
  const found = new Set(matchCompanies(snapshot, text));
  for (const [index, names] of otherNames(snapshot))
    if (names.some(({ alias }) => fold(alias).includes(wanted))) found.add(index);
  return Uint32Array.from(found).sort();
}

/** By the index of the company. */
function otherNames(snapshot: Snapshot): Map<number, OtherName[]> {
  return getOrInsert(aliasesOf, snapshot, () => {
    const names = new Map<number, OtherName[]>();
    for (const other of listCompanyAliases()) {
      const index = findCompanyNamed(snapshot, other.name);
      if (index !== undefined) getOrInsert(names, index, () => []).push(other);
    }
    return names;
  });
}
