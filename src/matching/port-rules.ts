import { isLicensee } from '../vocabulary/companies.ts';
import { isAfterLife, isComputer, isHandheld, platformYear } from '../vocabulary/platforms.ts';
import { readTable } from '../vocabulary/tables.ts';
import { haveOtherCompanies } from './company-rules.ts';
import { type Evidence, firstYear } from './evidence.ts';
import { isKnownGame, isRenamed, isSameEntry } from './id-rules.ts';
import { areAmateurs } from './kind-rules.ts';
import { ARCADE, hasNamesakes, MACHINES } from './known-titles.ts';
import type { Pair } from './pair.ts';
import { areGeneric, isLong, LONG_TITLE, MEDIUM_TITLE, VERY_LONG_TITLE } from './title-rules.ts';

const MAX_VERSION_YEARS = 5;
const MAX_PORT_YEARS = 4;
/** Between the first years of two machines, by the length of a title that both have. */
const MACHINE_YEARS = [
  { length: LONG_TITLE, years: 8 },
  { length: MEDIUM_TITLE, years: 6 },
  { length: 1, years: 3 },
];
const MAX_NAMED_YEARS = 3;

/** A game of so many platforms was ported to others, too. */
const MANY_PLATFORMS = 4;

/**
 * On another platform, a title without a year or a company may be that of any copy, unless it is long, and well known or uncommon.
 * Versions for computers, consoles and handhelds are often different games.
 */
export function isOnlyTitle(pair: Pair): boolean {
  const { platforms, titles, isMainTitle, hasSameCompany, hasSameId, hasSameNative, knowCompanies, yearsApart } = pair;
  if (platforms.length > 0 || hasSameCompany || hasSameId || hasSameNative || isKnownGame(pair)) return false;
  const isUncommon = isWellKnown(pair) || (!isOfCommonWords(pair) && areOfOneType(pair));
  if (isUncommon && isMainTitle && !knowCompanies && isLong(titles, VERY_LONG_TITLE) && areOfOneTime(pair))
    return false;
  return Number.isNaN(yearsApart);
}

function areOfOneType({ a, b }: Pair): boolean {
  const [own, others] = [a, b].map(({ years }) => new Set([...years.keys()].map(typeOf)));
  return own !== undefined && others !== undefined && !own.isDisjointFrom(others);
}

/** Of a machine: from then on, its games are mostly ports. */
const MAX_NEW_YEARS = 8;
const SMALL = ['platform:game-boy-color', 'platform:game-boy-advance', 'platform:nintendo-ds'];

/**
 * For these handhelds, others wrote games of the same title than for the consoles of their time, and databases have one id for both.
 * Older games were ported.
 */
export function isHandheldVersion(pair: Pair): boolean {
  const { a, b, isMainTitle, hasSameCode } = pair;
  if (!isMainTitle || hasSameCode || isSameEntry(pair) || isKnownGame(pair)) return false;
  return isSmallVersion(a, b) || isSmallVersion(b, a);
}

function isSmallVersion(small: Evidence, other: Evidence): boolean {
  if (!small.years.keys().every((one) => SMALL.includes(one)) || other.years.keys().every(isHandheld)) return false;
  const [own, others] = [spanOf(small), spanOf(other)];
  return !SMALL.some((one) => other.years.has(one)) && own.from <= others.to && others.from <= own.to;
}

/** When a game may have been new. */
function spanOf(game: Evidence): { from: number; to: number } {
  const first = firstYear(game);
  const machine = Math.min(...game.years.keys().map(platformYear));
  return Number.isFinite(first) ? { from: first - 1, to: first + 1 } : { from: machine, to: machine + MAX_NEW_YEARS };
}

function typeOf(platform: string): string {
  return isComputer(platform) ? 'computer' : isHandheld(platform) ? 'handheld' : 'console';
}

/** `namesakes.tsv` has several games of the title, so that one on another platform may be yet another. */
export function mayBeNamesakes(pair: Pair): boolean {
  const { titles, isMainTitle, platforms, hasSameCompany, hasSameId, hasSameCode, hasSameNative } = pair;
  if (!isMainTitle || platforms.length > 0 || hasSameCompany || hasSameId || hasSameCode || hasSameNative) return false;
  return titles.every(hasNamesakes) && !isKnownGame(pair) && !isRenamed(pair) && !isWellKnown(pair);
}

/** Until then, everybody wrote games called Gold Mine for the computer that they had. */
const LAST_CHANCE_YEAR = 1985;

/**
 * A title of common words, by other companies on other platforms, in the years of many small publishers or on machines that hardly
 * have a game in common.
 */
export function isChance(pair: Pair): boolean {
  const { a, b, platforms, hasSameId, hasSameCode, hasSameNative, hasSameCompany } = pair;
  if (platforms.length > 0 || hasSameId || hasSameCode || hasSameNative || hasSameCompany) return false;
  if (isKnownGame(pair) || isRenamed(pair) || isLicensed(a) || isLicensed(b)) return false;
  if (!isOfCommonWords(pair) && !isVague(pair)) return false;
  if (isWellKnown(pair) && !isByCloners(a) && !isByCloners(b)) return false;
  const areEarly = firstYear(a) <= LAST_CHANCE_YEAR && firstYear(b) <= LAST_CHANCE_YEAR;
  return (haveOtherCompanies(pair) && areEarly) || areOfOtherMarkets(pair);
}

/** Little more than a year is known of machines that hardly have a game in common. */
function isVague(pair: Pair): boolean {
  return areOfOtherMarkets(pair) && !pair.knowCompanies && pair.titles.length > 0 && !isLong(pair.titles, LONG_TITLE);
}

const JAPANESE = new Set(readTable('japanese-computers.tsv').map(([slug]) => `platform:${slug}`));
const MSX = 'platform:msx';
const DOS = 'platform:dos';
const LAST_HOME_COMPUTER = 1984;

/**
 * Few games for Western home computers of 8 bits were sold for consoles or Japanese computers, too, and if so in the same year.
 * Arcade games were, by companies that are known.
 */
export function areOfOtherMarkets(pair: Pair): boolean {
  const { a, b, yearsApart } = pair;
  const isArcade = a.years.has(ARCADE) || b.years.has(ARCADE);
  if (areAmateurs(pair) || (haveOtherCompanies(pair) && (yearsApart === 0 || isArcade))) return false;
  const isOnly = ({ years }: Evidence, isOf: (platform: string) => boolean) => years.keys().every(isOf);
  return (isOnly(a, isHomeComputer) && isOnly(b, isElsewhere)) || (isOnly(b, isHomeComputer) && isOnly(a, isElsewhere));
}

function isHomeComputer(platform: string): boolean {
  return (
    isComputer(platform) &&
    platform !== DOS &&
    platform !== MSX &&
    !JAPANESE.has(platform) &&
    platformYear(platform) <= LAST_HOME_COMPUTER
  );
}

function isElsewhere(platform: string): boolean {
  return JAPANESE.has(platform) || !isComputer(platform);
}

function isOfCommonWords({ a, b, titles }: Pair): boolean {
  return titles.length > 0 && titles.every((title) => a.common.has(title) || b.common.has(title));
}

function isLicensed({ makers }: Evidence): boolean {
  return makers.size > 0 && makers.values().every(isLicensee);
}

/** Home computers that few arcade games were licensed for; what has the title of one there is often a clone. */
const CLONE_PLATFORMS = new Set(readTable('clone-platforms.tsv').map(([slug]) => `platform:${slug}`));
const LAST_CLONE_YEAR = 1984;

function isByCloners(game: Evidence): boolean {
  return firstYear(game) <= LAST_CLONE_YEAR && game.years.keys().every((platform) => CLONE_PLATFORMS.has(platform));
}

/** In the first years, other companies than those of the machine or its licensees copied it. */
function isClone(pair: Pair): boolean {
  return haveOtherCompanies(pair) && [pair.a, pair.b].some((one) => isByCloners(one) && !isLicensed(one));
}

const MIN_UNCOMMON_LENGTH = 5;
const MAX_UNCOMMON_YEARS = 3;

/** A title that hardly two games have, of a game that was ported so often that other companies did so, too: Deflektor. */
export function hasUncommonTitle(pair: Pair): boolean {
  const { a, b, platforms, titles, isMainTitle, yearsApart } = pair;
  if (platforms.length > 0 || !isMainTitle || !(yearsApart <= MAX_UNCOMMON_YEARS) || !haveOtherCompanies(pair))
    return false;
  const isUncommon = (title: string) =>
    title.length >= MIN_UNCOMMON_LENGTH && !a.common.has(title) && !b.common.has(title);
  return isWellKnown(pair) && !isClone(pair) && !areGeneric(titles) && titles.some(isUncommon);
}

const MIN_YEARS_BEFORE = 2;

/** A game that came years before the arcade machine is another one, if nobody names its company or many games have its title. */
export function isBeforeMachine(pair: Pair): boolean {
  const { a, b, platforms, hasSameId, hasSameNative } = pair;
  if (platforms.length > 0 || hasSameId || hasSameNative || isKnownGame(pair)) return false;
  const isOther = haveOtherCompanies(pair) && !isWellKnown(pair) && isOfCommonWords(pair);
  return (isBefore(a, b) && (isOther || a.makers.size === 0)) || (isBefore(b, a) && (isOther || b.makers.size === 0));
}

function isBefore(home: Evidence, machine: Evidence): boolean {
  const [years, others] = [home, machine].map((one) => [...one.years.values()].flat()) as [number[], number[]];
  if (years.length === 0 || !machine.years.has(ARCADE)) return false;
  return Math.max(...years) <= Math.min(...others) - MIN_YEARS_BEFORE;
}

/** The platforms of one appeared before the last version of the other. */
function areOfOneTime({ a, b }: Pair): boolean {
  const isInTime = (one: Evidence, other: Evidence) =>
    Math.min(...[...one.years.keys()].map(platformYear)) <= Math.max(...[...other.years.values()].flat());
  return isInTime(a, b) || isInTime(b, a);
}

export function isWellKnown({ a, b }: Pair): boolean {
  return Math.max(a.years.size, b.years.size) >= MANY_PLATFORMS;
}

/** Little more than the title is known. */
export function isTitleOfItsTime(pair: Pair): boolean {
  return isNamedAlike(pair) || isListedTitle(pair);
}

/**
 * Most of its lines have neither years nor companies. Games of one title on machines of one time are ports: the longer the title,
 * the later.
 */
function isNamedAlike(pair: Pair): boolean {
  const { a, b, titles, isMainTitle, yearsApart: apart } = pair;
  if (a.naming.isDisjointFrom(b.naming) && !isUndatedVersion(pair)) return false;
  if (!isMainTitle || areGeneric(titles) || apart > MAX_NAMED_YEARS) return false;
  const first = Math.min(firstYear(a), firstYear(b));
  if (first < Infinity && [...a.years.keys(), ...b.years.keys()].some((one) => isAfterLife(one, first))) return false;
  const within = MACHINE_YEARS.find(({ length }) => isLong(titles, length))?.years ?? 0;
  const machines = [...b.years.keys()].map(platformYear);
  const areNear = (year: number) => machines.some((other) => Math.abs(year - other) <= within);
  return [...a.years.keys()].map(platformYear).some(areNear);
}

/** Both are for computers, or both for consoles, and one has neither a company nor a year in common with the other. */
function isUndatedVersion(pair: Pair): boolean {
  const { a, b, platforms, titles, knowCompanies, yearsApart } = pair;
  if (platforms.length > 0 || knowCompanies || !Number.isNaN(yearsApart) || !isLong(titles, MEDIUM_TITLE)) return false;
  const isForHands = [...a.years.keys(), ...b.years.keys()].some(isHandheld);
  return !isForHands && areOfOneType(pair) && !titles.some(hasNamesakes);
}

/** Later, titles of films and sports were used again for other games on the next machines. */
const LAST_TITLES_YEAR = 1995;
/** Between the year of a machine and the first year of its games. */
const MAX_YEARS_BEFORE = 2;
const MAX_LIFE_YEARS = 10;

/**
 * A list of games has nothing but the title, on a machine of the time of the other game: for computers, consoles or handhelds as the
 * other one, or a long title. A short title of common words is that of one game only if it was ported often.
 */
function isListedTitle(pair: Pair): boolean {
  const { a, b, titles, platforms, isMainTitle } = pair;
  if (!isMainTitle || platforms.length > 0 || areGeneric(titles) || titles.some(hasNamesakes)) return false;
  const isLongTitle = isLong(titles, LONG_TITLE);
  if (isOfCommonWords(pair) && !isWellKnown(pair) && !isLongTitle) return false;
  return (isLongTitle || areOfOneType(pair)) && (isOfItsTime(a, b) || isOfItsTime(b, a));
}

function isOfItsTime(title: Evidence, game: Evidence): boolean {
  if (!isNothingButTitle(title)) return false;
  const first = firstYear(game);
  const isOfTime = (year: number) =>
    year <= LAST_TITLES_YEAR && first >= year - MAX_YEARS_BEFORE && first <= year + MAX_LIFE_YEARS;
  return title.years.keys().map(platformYear).every(isOfTime);
}

/** A source that names games in one way has it without companies and years. */
function isNothingButTitle(game: Evidence): boolean {
  return game.naming.size > 0 && game.companies.size === 0 && firstYear(game) === Infinity;
}

/** A short title needs more than a long one. */
export function isShort({ titles }: Pair): boolean {
  return !isLong(titles, MEDIUM_TITLE);
}

/** Home versions of arcade machines come soon after, and often from another publisher. */
export function isHomeVersion(pair: Pair): boolean {
  const { a, b, titles, isMainTitle, knowCompanies } = pair;
  const isVague = titles.length > 0 && !isMainTitle && !knowCompanies;
  if (areGeneric(titles) || isVague || isClone(pair) || (isChance(pair) && areOfOtherMarkets(pair))) return false;
  return isPortOf(a, b) || isPortOf(b, a);
}

/** Of a console and the machine whose home version it has: the console may be older, or come soon after. */
const MAX_CONSOLE_YEARS_BEFORE = 8;
const MAX_CONSOLE_YEARS_AFTER = 3;

/** A source has nothing but the title, on a console of the time of the machine: Sega Rally 2. */
export function isUndatedHomeVersion({ a, b, titles, isMainTitle }: Pair): boolean {
  return isMainTitle && !areGeneric(titles) && (isUndatedPortOf(a, b) || isUndatedPortOf(b, a));
}

function isUndatedPortOf(home: Evidence, machine: Evidence): boolean {
  if (!isNothingButTitle(home)) return false;
  const first = Math.min(...(machine.years.get(ARCADE) ?? []));
  return home.years
    .keys()
    .map(platformYear)
    .some((year) => year >= first - MAX_CONSOLE_YEARS_BEFORE && year <= first + MAX_CONSOLE_YEARS_AFTER);
}

/** A version of a machine is its clone in the list. Years later, a maker uses a title again. */
export function areOtherMachines({ a, b }: Pair): boolean {
  if (!a.files.has(MACHINES) || !b.files.has(MACHINES)) return false;
  const [own, others] = [a.years.get(ARCADE) ?? [], b.years.get(ARCADE) ?? []];
  return (
    own.length > 0 &&
    others.length > 0 &&
    own.every((year) => others.every((other) => Math.abs(year - other) > MAX_VERSION_YEARS))
  );
}

function isPortOf(home: Evidence, machine: Evidence): boolean {
  const first = Math.min(...(machine.years.get(ARCADE) ?? []));
  return (
    !home.years.has(ARCADE) &&
    home.years.values().some((years) => years.some((year) => year >= first && year <= first + MAX_PORT_YEARS))
  );
}
