import { haveOtherCompanies, haveOtherDevelopers } from './company-rules.ts';
import type { Evidence } from './evidence.ts';
import {
  areNamesakes,
  haveOtherIds,
  isKnownGame,
  isNaming,
  isOnlyId,
  isRenamed,
  isUnprovenOtherGame,
  namesOther,
} from './id-rules.ts';
import { areAmateurs, areOtherAmateurs, isFanCopy, isOneProduct, isOnlyOne, isUnlicensedCopy } from './kind-rules.ts';
import { type Pair, toPair } from './pair.ts';
import {
  areOfOtherMarkets,
  areOtherMachines,
  hasUncommonTitle,
  isBeforeMachine,
  isChance,
  isHandheldVersion,
  isHomeVersion,
  isOnlyTitle,
  isShort,
  isTitleOfItsTime,
  isUndatedHomeVersion,
  isWellKnown,
  mayBeNamesakes,
} from './port-rules.ts';
import {
  areSequels,
  hasCommonTitle,
  hasDistinctiveTitle,
  haveOtherNamesInJapan,
  haveOtherNumbers,
  haveOtherSubtitles,
  isForSister,
  isLong,
  isOnlyAlternate,
  isOnlyExpansion,
  isOnlyNative,
  LONG_TITLE,
  MEDIUM_TITLE,
} from './title-rules.ts';

export interface Comparison {
  /** From `SAME` on, they are. */
  score: number;
  reasons: readonly Reason[];
}

/** A rule that holds for two games. A positive weight is evidence for one game, a negative one against it. */
export interface Reason {
  name: string;
  weight: number;
}

export const SAME = 5;
/** No evidence outweighs it. */
const NEVER = -100;
export const DIFFERENT: Comparison = { score: NEVER, reasons: [{ name: 'different by correction', weight: NEVER }] };

/** Of several rules with one name, the first that holds counts. The weights were tuned with `bench/quality`. */
export const RULES: readonly (Reason & { holds: (pair: Pair) => boolean })[] = [
  { name: 'names another', weight: -20, holds: ({ a, b }) => namesOther(a, b) || namesOther(b, a) },
  { name: 'known namesakes', weight: NEVER, holds: ({ a, b }) => areNamesakes(a, b) },
  { name: 'title of another game', weight: -6, holds: isUnprovenOtherGame },
  { name: 'title of several games', weight: -3, holds: (pair) => mayBeNamesakes(pair) && haveOtherCompanies(pair) },
  { name: 'title of several games', weight: -1, holds: mayBeNamesakes },
  { name: 'known as one game', weight: 6, holds: isKnownGame },
  { name: 'known titles of one game', weight: 3, holds: isRenamed },
  { name: 'same file or external id', weight: 8, holds: ({ hasSameId }) => hasSameId },
  { name: 'names the entry', weight: 4, holds: ({ a, b }) => isNaming(a, b) || isNaming(b, a) },
  { name: 'other external ids', weight: -4, holds: (pair) => isForSister(pair) && haveOtherIds(pair) },
  { name: 'other external ids', weight: -6, holds: haveOtherIds },
  { name: 'id alone', weight: -6, holds: isOnlyId },
  { name: 'same product code', weight: 5, holds: ({ hasSameCode }) => hasSameCode },
  { name: 'title', weight: 3, holds: ({ isMainTitle }) => isMainTitle },
  { name: 'title', weight: 2, holds: ({ titles }) => titles.length > 0 },
  { name: 'alternate title alone', weight: -2, holds: isOnlyAlternate },
  { name: 'native title', weight: 3, holds: ({ hasSameNative }) => hasSameNative },
  { name: 'native title alone', weight: -3, holds: isOnlyNative },
  { name: 'common title', weight: -4, holds: hasCommonTitle },
  { name: 'length of the title', weight: 2, holds: ({ titles }) => isLong(titles, LONG_TITLE) },
  { name: 'length of the title', weight: 1, holds: ({ titles }) => isLong(titles, MEDIUM_TITLE) },
  { name: 'same platform', weight: 2, holds: ({ platforms }) => platforms.length > 0 },
  { name: 'company', weight: 3, holds: ({ hasSameCompany }) => hasSameCompany },
  { name: 'other companies', weight: -2, holds: (pair) => haveOtherCompanies(pair) && pair.platforms.length > 0 },
  { name: 'other companies', weight: -1, holds: haveOtherCompanies },
  { name: 'other developers', weight: -2, holds: haveOtherDevelopers },
  {
    name: 'named by a list of games',
    weight: 2,
    holds: ({ isNamed, isMainTitle, hasSameCompany, yearsApart }) =>
      isNamed && (isMainTitle || hasSameCompany) && yearsApart <= 1,
  },
  {
    name: 'arcade machine and home version',
    weight: 4,
    holds: (pair) => isShort(pair) && isUndatedHomeVersion(pair),
  },
  { name: 'arcade machine and home version', weight: 3, holds: isUndatedHomeVersion },
  {
    name: 'arcade machine and home version',
    weight: 2,
    holds: (pair) => isHomeVersion(pair) && pair.platforms.length === 0,
  },
  { name: 'arcade machine and home version', weight: 1, holds: (pair) => isHomeVersion(pair) && isWellKnown(pair) },
  { name: 'machines of one time', weight: 4, holds: (pair) => isShort(pair) && isTitleOfItsTime(pair) },
  { name: 'machines of one time', weight: 3, holds: isTitleOfItsTime },
  { name: 'nothing but the title', weight: -2, holds: isOnlyTitle },
  { name: 'handheld version', weight: -14, holds: (pair) => pair.hasSameId && isHandheldVersion(pair) },
  { name: 'handheld version', weight: -6, holds: isHandheldVersion },
  { name: 'uncommon title', weight: 1, holds: hasUncommonTitle },
  {
    name: 'title by chance',
    weight: -2,
    holds: (pair) => isChance(pair) && (isLong(pair.titles, LONG_TITLE) || areOfOtherMarkets(pair)),
  },
  { name: 'title by chance', weight: -1, holds: isChance },
  { name: 'before the machine', weight: -3, holds: isBeforeMachine },
  { name: 'number and subtitle', weight: 4, holds: (pair) => hasDistinctiveTitle(pair) && isWellKnown(pair) },
  { name: 'years', weight: 2, holds: ({ yearsApart }) => yearsApart <= 1 },
  { name: 'years', weight: 1, holds: ({ yearsApart }) => yearsApart <= 3 },
  { name: 'years', weight: -5, holds: ({ yearsApart }) => yearsApart > 15 },
  { name: 'years', weight: -3, holds: ({ yearsApart }) => yearsApart > 8 },
  { name: 'years', weight: -1, holds: ({ yearsApart, hasSameCompany }) => yearsApart > 3 && !hasSameCompany },
  { name: 'other names in Japan', weight: -4, holds: haveOtherNamesInJapan },
  { name: 'other numbers', weight: -8, holds: areSequels },
  { name: 'other numbers', weight: -4, holds: haveOtherNumbers },
  { name: 'other subtitles', weight: -8, holds: haveOtherSubtitles },
  { name: 'expansion', weight: -6, holds: isOnlyExpansion },
  { name: 'one source lists both', weight: NEVER, holds: ({ a, b }) => !a.gameLists.isDisjointFrom(b.gameLists) },
  { name: 'one source lists both', weight: -12, holds: (pair) => pair.isListedApart },
  { name: 'one source lists both', weight: -12, holds: areOtherMachines },
  {
    name: 'one source lists both',
    weight: -2,
    holds: (pair) => pair.isOneFile && haveOtherCompanies(pair),
  },
  {
    name: 'one source lists both',
    weight: -1,
    holds: (pair) => pair.isOneList && haveOtherCompanies(pair),
  },
  { name: 'dedicated machine', weight: NEVER, holds: (pair) => isOnlyOne(pair, 'dedicated') },
  { name: 'compilation', weight: -6, holds: (pair) => isOnlyOne(pair, 'compilation') && !isOneProduct(pair) },
  { name: 'made by amateurs', weight: -6, holds: (pair) => isOnlyOne(pair, 'amateur') && !areAmateurs(pair) },
  { name: 'made by amateurs', weight: -6, holds: isFanCopy },
  { name: 'made by amateurs', weight: -3, holds: areOtherAmateurs },
  { name: 'pirate or hack', weight: -6, holds: (pair) => isOnlyOne(pair, 'pirate') },
  { name: 'pirate or hack', weight: -12, holds: isUnlicensedCopy },
];

export function compare(a: Evidence, b: Evidence): Comparison {
  const pair = toPair(a, b);
  if (!isRecognised(pair)) return { score: 0, reasons: [] };
  const reasons: Reason[] = [];
  const names = new Set<string>();
  let score = 0;
  for (const { name, weight, holds } of RULES) {
    if (names.has(name) || !holds(pair)) continue;
    names.add(name);
    score += weight;
    reasons.push({ name, weight });
  }
  return { score, reasons };
}

export function isImpossible({ score }: Comparison): boolean {
  return score < NEVER / 2;
}

/** Companies and years alone say nothing. */
function isRecognised({ titles, hasSameId, hasSameCode, hasSameNative }: Pair): boolean {
  return titles.length > 0 || hasSameId || hasSameCode || hasSameNative;
}
