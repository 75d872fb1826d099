import { findCompanyNamed, matchCompanies } from '../catalog/search/companies.ts';
import type { OtherName } from '../catalog/search/suggest.ts';
import { perSnapshot } from '../catalog/snapshot/per-snapshot.ts';
import type { Snapshot } from '../catalog/snapshot/snapshot.ts';
import { fold, plainWords, withoutSpaces } from '../folding.ts';
import { getOrInsert } from '../get-or-insert.ts';
import { listCompanyAliases } from './companies.ts';
import { listPlatformAliases } from './platforms.ts';

const lettersOf = (name: string) => withoutSpaces(plainWords(name));

const names: (OtherName & { letters: string })[] = [
  ...listPlatformAliases().map(({ id, alias }) => ({ kind: 'platform' as const, id, alias })),
  ...listCompanyAliases()
    .filter(({ isSpelling }) => !isSpelling)
    .map(({ alias, name }) => ({ kind: 'company' as const, name, alias })),
].map((other) => ({ ...other, letters: lettersOf(other.alias) }));

/** Platforms and companies that have a name besides their own that begins with this text. One that is equal comes first. */
export function listOtherNames(text: string): OtherName[] {
  const letters = lettersOf(text);
  const named = letters === '' ? [] : names.filter((other) => other.letters.startsWith(letters));
  return named.toSorted((a, b) => a.letters.length - b.letters.length);
}

type CompanyAlias = ReturnType<typeof listCompanyAliases>[number];

/** The other names of a company, by its index. Spellings of its name are left out. */
export function listNamesOfCompany(snapshot: Snapshot, index: number): string[] {
  const others = aliasesByCompany(snapshot).get(index) ?? [];
  return others.filter(({ isSpelling }) => !isSpelling).map(({ alias }) => alias);
}

/** The indexes of the companies with the text in any name or spelling, ascending. */
export function listCompaniesNamed(snapshot: Snapshot, text: string): Uint32Array {
  const wanted = fold(text);
  const found = new Set(matchCompanies(snapshot, text));
  for (const [index, names] of aliasesByCompany(snapshot))
    if (names.some(({ alias }) => fold(alias).includes(wanted))) found.add(index);
  return Uint32Array.from(found).sort();
}

const aliasesByCompany = perSnapshot((snapshot: Snapshot) => {
  const names = new Map<number, CompanyAlias[]>();
  for (const other of listCompanyAliases()) {
    const index = findCompanyNamed(snapshot, other.name);
    if (index !== undefined) getOrInsert(names, index, () => []).push(other);
  }
  return names;
});
