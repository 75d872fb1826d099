import { haveOtherCompanies } from './company-rules.ts';
import type { Evidence } from './evidence.ts';
import { isSameEntry } from './id-rules.ts';
import type { Kind } from './line-kinds.ts';
import type { Pair } from './pair.ts';

const AMATEURS: ReadonlySet<Kind> = new Set(['amateur', 'fan']);

export function isOnlyOne({ a, b, hasSameId, hasSameCode }: Pair, kind: Kind): boolean {
  const isSo = ({ kinds }: Evidence) => kinds.size === 1 && kinds.has(kind);
  return !hasSameId && !hasSameCode && isSo(a) !== isSo(b);
}

/** Sources differ in what they call a compilation. */
export function isOneProduct({ isMainTitle, platforms, hasSameCompany }: Pair): boolean {
  return isMainTitle && platforms.length > 0 && hasSameCompany;
}

/** On another platform than the well-known game of the title. */
export function isFanCopy(pair: Pair): boolean {
  if (pair.platforms.length > 0 || pair.hasSameCompany || areAmateurs(pair)) return false;
  return !pair.hasSameId && !pair.hasSameCode && isByAmateurs(pair.a) !== isByAmateurs(pair.b);
}

/** Made for another platform by another company. */
export function isUnlicensedCopy(pair: Pair): boolean {
  if (pair.platforms.length > 0 || pair.hasSameCompany) return false;
  return isOnlyOne({ ...pair, hasSameId: isSameEntry(pair) }, 'copy');
}

/** Every amateur writes a version of a known game. */
export function areOtherAmateurs(pair: Pair): boolean {
  return areAmateurs(pair) && pair.platforms.length === 0 && haveOtherCompanies(pair);
}

export function areAmateurs({ a, b }: Pair): boolean {
  return isByAmateurs(a) && isByAmateurs(b);
}

function isByAmateurs({ kinds }: Evidence): boolean {
  return kinds.isSubsetOf(AMATEURS);
}
