import type { Evidence } from './evidence.ts';
import type { Pair } from './pair.ts';

export function haveOtherCompanies({ knowCompanies, hasSameCompany }: Pair): boolean {
  return knowCompanies && !hasSameCompany;
}

export function haveOtherDevelopers({ a, b, hasSameCompany }: Pair): boolean {
  return !hasSameCompany && a.developers.size > 0 && b.developers.size > 0;
}

/** By a label for games of many companies: it is that of the game on the same platform. */
export function isReissue({ a, b, isMainTitle, platforms }: Pair): boolean {
  const isBy = ({ companies, makers }: Evidence) => makers.size === 0 && companies.size > 0;
  return isMainTitle && platforms.length > 0 && isBy(a) !== isBy(b);
}
