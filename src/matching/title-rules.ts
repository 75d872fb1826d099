import { withoutSpaces } from '../folding.ts';
import { readTable } from '../vocabulary/tables.ts';
import { haveOtherCompanies } from './company-rules.ts';
import { isKnownGame } from './id-rules.ts';
import { ARCADE } from './known-titles.ts';
import type { Pair } from './pair.ts';

const generic = new Set(readTable('generic-titles.tsv').map(([key = '']) => withoutSpaces(key)));
/** Generic because a well-known game has the title, and many others copied it. */
const copied = new Set(
  readTable('generic-titles.tsv').flatMap(([key = '', isOfGame]) => (isOfGame ? [withoutSpaces(key)] : [])),
);
const NONE: ReadonlySet<string> = new Set();
/** Long enough to be that of one game. */
export const VERY_LONG_TITLE = 14;
export const LONG_TITLE = 12;
export const MEDIUM_TITLE = 8;

/** Sequels often show the name of the first game. */
export function isOnlyNative({ titles, hasSameId, hasSameCode, yearsApart: apart }: Pair): boolean {
  return titles.length === 0 && !hasSameId && !hasSameCode && apart > 3;
}

/** Clones and bootlegs of a game have short names that other games have, too; but hardly on one console in one year. */
export function isOnlyAlternate(pair: Pair): boolean {
  const { titles, isMainTitle, hasSameCompany, hasSameId, hasSameCode, hasSameNative } = pair;
  if (titles.length === 0 || isMainTitle || hasSameCompany || hasSameId || hasSameCode) return false;
  return !isLong(titles, LONG_TITLE) && !hasSameNative && !areOfOneYear(pair);
}

function areOfOneYear(pair: Pair): boolean {
  const { platforms, yearsApart } = pair;
  return yearsApart === 0 && platforms.some((platform) => platform !== ARCADE) && !haveOtherCompanies(pair);
}

const SISTERS = ['platform:sega-master-system', 'platform:game-gear'];
const MAX_SISTER_YEARS = 3;

/** Games for the Master System were sold for the Game Gear, too, and a database gives them ids of their own. */
export function isForSister({ a, b, isMainTitle, hasSameCompany, yearsApart }: Pair): boolean {
  if (!isMainTitle || !hasSameCompany || !(yearsApart <= MAX_SISTER_YEARS)) return false;
  if (a.developers.size > 0 && b.developers.size > 0 && a.developers.isDisjointFrom(b.developers)) return false;
  const [one, other] = [a, b].map(({ years }) => SISTERS.filter((platform) => years.has(platform)));
  return one?.length === 1 && other?.length === 1 && one[0] !== other[0];
}

/** A number with a subtitle, of a game that was ported so often that it was ported years later, too. */
export function hasDistinctiveTitle({ a, b, titles, yearsApart }: Pair): boolean {
  return yearsApart > 3 && titles.some((title) => a.distinctive.has(title) && b.distinctive.has(title));
}

export function hasCommonTitle(pair: Pair): boolean {
  const { titles, platforms, hasSameCompany, hasSameNative, knowCompanies, isNamed, yearsApart: apart } = pair;
  if (hasSameCompany || !areGeneric(titles) || isKnownGame(pair)) return false;
  if (hasSameNative && titles.every((title) => copied.has(title))) return false;
  if (platforms.length > 0 && !knowCompanies && apart <= 1) return false;
  return !isNamed || titles.some((title) => !copied.has(title));
}

export function areGeneric(titles: readonly string[]): boolean {
  return titles.length > 0 && titles.every((title) => generic.has(title));
}

export function isLong(titles: readonly string[], length: number): boolean {
  return titles.some((title) => title.length >= length && !generic.has(title));
}

/** Mega Man 2 on NES is Rockman 2, on Game Boy it is Rockman World 2. */
export function haveOtherNamesInJapan({ a, b, hasSameId, hasSameCode, hasSameNative }: Pair): boolean {
  if (hasSameId || hasSameCode || hasSameNative) return false;
  return a.japanese.size > 0 && b.japanese.size > 0 && !a.japanese.values().some((one) => hasPart(b.japanese, one));
}

function hasPart(titles: ReadonlySet<string>, title: string): boolean {
  return titles.values().some((other) => other.includes(title) || title.includes(other));
}

/** Where only an alternate title is the same: Final Fantasy III is also a name of Final Fantasy VI. */
export function haveOtherNumbers({ a, b, isMainTitle, platforms }: Pair): boolean {
  return !isMainTitle && platforms.length === 0 && a.numbers.isDisjointFrom(b.numbers);
}

/** Double Dragon II has the name of Double Dragon in Japan. Larger numbers are years or consoles. */
export function areSequels({ a, b, isMainTitle, hasSameId, hasSameCode }: Pair): boolean {
  if (isMainTitle || hasSameId || hasSameCode) return false;
  return a.sequels.entries().some(([title, own]) => {
    const other = b.sequels.get(title) ?? NONE;
    return (
      other.size > 0 &&
      own.isDisjointFrom(other) &&
      own
        .union(other)
        .values()
        .every((one) => /^[2-9]?$/.test(one))
    );
  });
}

/** Wonder Boy III: Monster Lair is not Wonder Boy III: The Dragon's Trap. */
export function haveOtherSubtitles({ a, b, titles, isMainTitle, hasSameId, hasSameCode }: Pair): boolean {
  if (isMainTitle || titles.length === 0 || hasSameId || hasSameCode) return false;
  return titles.every((title) => {
    const [own, other] = [a.subtitles.get(title), b.subtitles.get(title)];
    return own && other && own.isDisjointFrom(other);
  });
}

/** Lists of computers call an expansion a version of its game. */
export function isOnlyExpansion({ a, b, isMainTitle, hasSameId, hasSameCode }: Pair): boolean {
  return !isMainTitle && !hasSameId && !hasSameCode && a.expansions.isDisjointFrom(b.expansions);
}
