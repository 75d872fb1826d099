import { makerOf } from '../vocabulary/platforms.ts';
import type { Evidence } from './evidence.ts';
import type { Pair } from './pair.ts';

export function haveOtherCompanies({ knowCompanies, hasSameCompany }: Pair): boolean {
  return knowCompanies && !hasSameCompany;
}

export function haveOtherDevelopers({ a, b, hasSameCompany }: Pair): boolean {
  return !hasSameCompany && a.developers.size > 0 && b.developers.size > 0;
}

/** Makers of machines sold games again that others had made for them: Lode Runner by Atari for the XE. */
export function isSoldByPlatformMaker({ a, b, isMainTitle, platforms, hasSameCompany }: Pair): boolean {
  if (!isMainTitle || hasSameCompany || a.makers.size === 0 || b.makers.size === 0) return false;
  return platforms.some((platform) => {
    const maker = makerOf(platform);
    const isBy = ({ makers }: Evidence) => makers.size === 1 && makers.has(maker);
    return isBy(a) !== isBy(b);
  });
}

/** By a label for games of many companies: it is that of the game on the same platform. */
export function isReissue({ a, b, isMainTitle, platforms }: Pair): boolean {
  const isBy = ({ companies, makers }: Evidence) => makers.size === 0 && companies.size > 0;
  return isMainTitle && platforms.length > 0 && isBy(a) !== isBy(b);
}
