import type { Pair } from './pair.ts';

export function haveOtherCompanies({ knowCompanies, hasSameCompany }: Pair): boolean {
  return knowCompanies && !hasSameCompany;
}

export function haveOtherDevelopers({ a, b, hasSameCompany }: Pair): boolean {
  return !hasSameCompany && a.developers.size > 0 && b.developers.size > 0;
}
