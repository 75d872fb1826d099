import { withoutSpaces } from '../folding.ts';
import { platformYear } from '../vocabulary/platforms.ts';
import { readTable } from '../vocabulary/tables.ts';
import { type Evidence, fileOf, type Kind } from './evidence.ts';
import { titleOf } from './known-titles.ts';
import { type Pair, toPair } from './pair.ts';

/** How likely two are the same game. */
export interface Comparison {
  /** From `SAME` on, they are. */
  score: number;
  /** The rules that hold, with their weights, for people to read. */
  reasons: string[];
}

export const SAME = 5;
/** No evidence outweighs it. */
const NEVER = -100;
/** The operator said that they are different. */
export const DIFFERENT: Comparison = { score: NEVER, reasons: ['different by correction'] };

const generic = new Set(readTable('generic-titles.tsv').map(([key = '']) => withoutSpaces(key)));
/** Generic because a well-known game has the title, and many others copied it. */
const copied = new Set(
  readTable('generic-titles.tsv').flatMap(([key = '', isOfGame]) => (isOfGame ? [withoutSpaces(key)] : [])),
);
const NONE: ReadonlySet<string> = new Set();
const AMATEURS: ReadonlySet<Kind> = new Set(['amateur', 'fan']);
/** Long enough to be that of one game. */
const VERY_LONG_TITLE = 14;
const LONG_TITLE = 12;
const MEDIUM_TITLE = 8;
const MIN_NATIVE_LENGTH = 3;
const ARCADE = 'platform:arcade';
const MAX_PORT_YEARS = 4;
/** Between the first years of two machines. */
const MAX_MACHINE_YEARS = 6;

/** Of several rules with one name, the first that holds counts. The weights were tuned with `bench/matching`. */
const RULES: readonly { name: string; weight: number; holds: (pair: Pair) => boolean }[] = [
  { name: 'names another', weight: -20, holds: ({ a, b }) => namesOther(a, b) || namesOther(b, a) },
  { name: 'known namesakes', weight: NEVER, holds: ({ a, b }) => areNamesakes(a, b) },
  { name: 'known as one game', weight: 6, holds: isKnownGame },
  { name: 'same file or external id', weight: 8, holds: ({ hasSameId }) => hasSameId },
  { name: 'other external ids', weight: -6, holds: ({ a, b }) => haveOtherIds(a, b) },
  { name: 'id alone', weight: -6, holds: isOnlyId },
  { name: 'same product code', weight: 5, holds: ({ hasSameCode }) => hasSameCode },
  { name: 'title', weight: 3, holds: ({ isMainTitle }) => isMainTitle },
  { name: 'title', weight: 2, holds: ({ titles }) => titles.length > 0 },
  { name: 'alternate title alone', weight: -2, holds: isOnlyAlternate },
  { name: 'native title', weight: 3, holds: ({ a, b }) => hasSameNativeTitle(a, b) },
  { name: 'native title alone', weight: -3, holds: isOnlyNative },
  { name: 'common title', weight: -4, holds: hasCommonTitle },
  { name: 'length of the title', weight: 2, holds: ({ titles }) => isLong(titles, LONG_TITLE) },
  { name: 'length of the title', weight: 1, holds: ({ titles }) => isLong(titles, MEDIUM_TITLE) },
  { name: 'same platform', weight: 2, holds: ({ platforms }) => platforms.length > 0 },
  { name: 'company', weight: 3, holds: ({ hasSameCompany }) => hasSameCompany },
  { name: 'reissue', weight: 2, holds: isReissue },
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
    weight: 2,
    holds: (pair) => isHomeVersion(pair) && pair.platforms.length === 0,
  },
  { name: 'arcade machine and home version', weight: 1, holds: (pair) => isHomeVersion(pair) && isWellKnown(pair) },
  { name: 'named alike by one source', weight: 3, holds: isNamedAlike },
  { name: 'nothing but the title', weight: -2, holds: isOnlyTitle },
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
  { name: 'pirate or hack', weight: -6, holds: (pair) => isOnlyOne(pair, 'pirate') },
  { name: 'pirate or hack', weight: -6, holds: isUnlicensedCopy },
];

export function compare(a: Evidence, b: Evidence): Comparison {
  const pair = toPair(a, b);
  if (!isRecognised(pair)) return { score: 0, reasons: [] };
  const reasons: string[] = [];
  const names = new Set<string>();
  let score = 0;
  for (const { name, weight, holds } of RULES) {
    if (names.has(name) || !holds(pair)) continue;
    names.add(name);
    score += weight;
    reasons.push(`${name} ${weight > 0 ? '+' : ''}${weight}`);
  }
  return { score, reasons };
}

export function isImpossible({ score }: Comparison): boolean {
  return score < NEVER / 2;
}

/** Companies and years alone say nothing. */
function isRecognised({ a, b, titles, hasSameId, hasSameCode }: Pair): boolean {
  return titles.length > 0 || hasSameId || hasSameCode || hasSameNativeTitle(a, b);
}

/** One database gives them different ids. */
function haveOtherIds(a: Evidence, b: Evidence): boolean {
  return a.ids.entries().some(([name, ids]) => b.ids.has(name) && ids.isDisjointFrom(b.ids.get(name) ?? NONE));
}

/** `a` names entries of a list, has none of them, and `b` has others of that list. */
function namesOther(a: Evidence, b: Evidence): boolean {
  if (a.named.size === 0 || !a.named.isDisjointFrom(a.keys) || !a.named.isDisjointFrom(b.keys)) return false;
  return a.named.values().some((key) => b.files.has(fileOf(key)));
}

/** Both are in `namesakes.tsv` under one title, as different games. */
function areNamesakes(a: Evidence, b: Evidence): boolean {
  if (a.namesakes.size === 0 || !a.namesakes.isDisjointFrom(b.namesakes)) return false;
  const titles = new Set(Array.from(a.namesakes, titleOf));
  return b.namesakes.values().some((id) => titles.has(titleOf(id)));
}

/** Of several makers on one platform, the table knows only one. */
function isKnownGame(pair: Pair): boolean {
  if (!pair.isMainTitle || (pair.platforms.length > 0 && haveOtherCompanies(pair))) return false;
  return !pair.a.namesakes.isDisjointFrom(pair.b.namesakes);
}

function hasSameNativeTitle(a: Evidence, b: Evidence): boolean {
  return [...a.native.intersection(b.native)].some((title) => title.length >= MIN_NATIVE_LENGTH);
}

/**
 * GameDataBase gives one id to remakes under another title by other companies, such as two games called Princess Maker. Its
 * ids are titles, too.
 */
function isOnlyId(pair: Pair): boolean {
  const { a, b, titles, isMainTitle, hasSameId, hasSameCode } = pair;
  if (!hasSameId || hasSameCode || isMainTitle || !haveOtherCompanies(pair) || hasSameNativeTitle(a, b)) return false;
  const isId = (title: string) => [...a.ids.values(), ...b.ids.values()].some((ids) => ids.has(title));
  return titles.every(isId) && !isSameEntry(pair);
}

/** They share a file, or one names the other by its key. Databases give one id to a game and its copies. */
function isSameEntry({ a, b, isOneList }: Pair): boolean {
  if (!a.named.isDisjointFrom(b.keys) || !b.named.isDisjointFrom(a.keys)) return true;
  return !isOneList && !a.hashes.isDisjointFrom(b.hashes);
}

/** Sequels often show the name of the first game. */
function isOnlyNative({ titles, hasSameId, hasSameCode, yearsApart: apart }: Pair): boolean {
  return titles.length === 0 && !hasSameId && !hasSameCode && apart > 3;
}

/** Clones and bootlegs of a game have short names that other games have, too. */
function isOnlyAlternate({ a, b, titles, isMainTitle, hasSameCompany, hasSameId, hasSameCode }: Pair): boolean {
  if (titles.length === 0 || isMainTitle || hasSameCompany || hasSameId || hasSameCode) return false;
  return !isLong(titles, LONG_TITLE) && !hasSameNativeTitle(a, b);
}

function hasCommonTitle(pair: Pair): boolean {
  const { titles, platforms, hasSameCompany, knowCompanies, isNamed, yearsApart: apart } = pair;
  if (hasSameCompany || !areGeneric(titles) || isKnownGame(pair)) return false;
  if (platforms.length > 0 && !knowCompanies && apart <= 1) return false;
  return !isNamed || titles.some((title) => !copied.has(title));
}

function areGeneric(titles: readonly string[]): boolean {
  return titles.length > 0 && titles.every((title) => generic.has(title));
}

function isLong(titles: readonly string[], length: number): boolean {
  return titles.some((title) => title.length >= length && !generic.has(title));
}

/** A game of so many platforms was ported to others, too. */
const MANY_PLATFORMS = 4;

/** On another platform, a title without a year or a company may be that of any copy, unless it is long and well known. */
function isOnlyTitle(pair: Pair): boolean {
  const { a, b, platforms, titles, isMainTitle, hasSameCompany, hasSameId, knowCompanies, yearsApart } = pair;
  if (platforms.length > 0 || hasSameCompany || hasSameId || hasSameNativeTitle(a, b) || isKnownGame(pair))
    return false;
  if (isWellKnown(pair) && isMainTitle && !knowCompanies && isLong(titles, VERY_LONG_TITLE) && areOfOneTime(pair))
    return false;
  return Number.isNaN(yearsApart);
}

/** The platforms of one appeared before the last version of the other. */
function areOfOneTime({ a, b }: Pair): boolean {
  const isBefore = (one: Evidence, other: Evidence) =>
    Math.min(...[...one.years.keys()].map(platformYear)) <= Math.max(...[...other.years.values()].flat());
  return isBefore(a, b) || isBefore(b, a);
}

function isWellKnown({ a, b }: Pair): boolean {
  return Math.max(a.years.size, b.years.size) >= MANY_PLATFORMS;
}

/** Most of its lines have neither years nor companies. Games of one title on machines of one time are ports. */
function isNamedAlike({ a, b, titles, isMainTitle, yearsApart: apart }: Pair): boolean {
  if (a.naming.isDisjointFrom(b.naming) || !isMainTitle || !isLong(titles, MEDIUM_TITLE)) return false;
  const machines = [...b.years.keys()].map(platformYear);
  const areNear = (year: number) => machines.some((other) => Math.abs(year - other) <= MAX_MACHINE_YEARS);
  return Number.isNaN(apart) && [...a.years.keys()].map(platformYear).some(areNear);
}

function haveOtherCompanies({ knowCompanies, hasSameCompany }: Pair): boolean {
  return knowCompanies && !hasSameCompany;
}

/** By a label for games of many companies: it is that of the game on the same platform. */
function isReissue({ a, b, isMainTitle, platforms }: Pair): boolean {
  const isBy = ({ companies, makers }: Evidence) => makers.size === 0 && companies.size > 0;
  return isMainTitle && platforms.length > 0 && isBy(a) !== isBy(b);
}

/** Home versions of arcade machines come soon after, and often from another publisher. */
function isHomeVersion({ a, b, titles, isMainTitle, knowCompanies }: Pair): boolean {
  const isVague = titles.length > 0 && !isMainTitle && !knowCompanies;
  if (areGeneric(titles) || isVague) return false;
  return isPortOf(a, b) || isPortOf(b, a);
}

function isPortOf(home: Evidence, machine: Evidence): boolean {
  const first = Math.min(...(machine.years.get(ARCADE) ?? []));
  return (
    !home.years.has(ARCADE) &&
    home.years.values().some((years) => years.some((year) => year >= first && year <= first + MAX_PORT_YEARS))
  );
}

function haveOtherDevelopers({ a, b, hasSameCompany }: Pair): boolean {
  return !hasSameCompany && a.developers.size > 0 && b.developers.size > 0;
}

/** Mega Man 2 on NES is Rockman 2, on Game Boy it is Rockman World 2. */
function haveOtherNamesInJapan({ a, b, hasSameId }: Pair): boolean {
  if (hasSameId || hasSameNativeTitle(a, b)) return false;
  return a.japanese.size > 0 && b.japanese.size > 0 && !a.japanese.values().some((one) => hasPart(b.japanese, one));
}

function hasPart(titles: ReadonlySet<string>, title: string): boolean {
  return titles.values().some((other) => other.includes(title) || title.includes(other));
}

/** Where only an alternate title is the same: Final Fantasy III is also a name of Final Fantasy VI. */
function haveOtherNumbers({ a, b, isMainTitle, platforms }: Pair): boolean {
  return !isMainTitle && platforms.length === 0 && a.numbers.isDisjointFrom(b.numbers);
}

/** Double Dragon II has the name of Double Dragon in Japan. Larger numbers are years or consoles. */
function areSequels({ a, b, isMainTitle, hasSameId, hasSameCode }: Pair): boolean {
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
function haveOtherSubtitles({ a, b, titles, isMainTitle, hasSameId, hasSameCode }: Pair): boolean {
  if (isMainTitle || titles.length === 0 || hasSameId || hasSameCode) return false;
  return titles.every((title) => {
    const [own, other] = [a.subtitles.get(title), b.subtitles.get(title)];
    return own && other && own.isDisjointFrom(other);
  });
}

/** Lists of computers call an expansion a version of its game. */
function isOnlyExpansion({ a, b, isMainTitle, hasSameId, hasSameCode }: Pair): boolean {
  return !isMainTitle && !hasSameId && !hasSameCode && a.expansions.isDisjointFrom(b.expansions);
}

function isOnlyOne({ a, b, hasSameId, hasSameCode }: Pair, kind: Kind): boolean {
  const isSo = ({ kinds }: Evidence) => kinds.size === 1 && kinds.has(kind);
  return !hasSameId && !hasSameCode && isSo(a) !== isSo(b);
}

/** Sources differ in what they call a compilation. */
function isOneProduct({ isMainTitle, platforms, hasSameCompany }: Pair): boolean {
  return isMainTitle && platforms.length > 0 && hasSameCompany;
}

/** On another platform than the well-known game of the title. */
function isFanCopy(pair: Pair): boolean {
  if (pair.platforms.length > 0 || pair.hasSameCompany || areAmateurs(pair)) return false;
  return isOnlyOne(pair, 'fan');
}

/** Made for another platform by another company. */
function isUnlicensedCopy(pair: Pair): boolean {
  if (pair.platforms.length > 0 || pair.hasSameCompany) return false;
  return isOnlyOne({ ...pair, hasSameId: isSameEntry(pair) }, 'copy');
}

function areAmateurs({ a, b }: Pair): boolean {
  return a.kinds.isSubsetOf(AMATEURS) && b.kinds.isSubsetOf(AMATEURS);
}
