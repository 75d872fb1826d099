import { plainTitle, titleKey } from '../folding.ts';
import { getOrInsert } from '../get-or-insert.ts';
import { isComputer } from '../vocabulary/platforms.ts';
import { parseScope, readTable, type Scope } from '../vocabulary/tables.ts';

/** One game of a title that several games have. */
interface Namesake extends Scope {
  id: string;
}

const MIN_LENGTH_WITHOUT_POSSESSIVE = 10;
/** The first of a series: R-Type I. */
const FIRST_OF_SERIES = /^.{4,} I$/;

const namesakes = new Map<string, Namesake[]>();
for (const [title = '', platforms = '', years = '', game = ''] of readTable('namesakes.tsv')) {
  const row = { id: `${plainTitle(title)} ${game}`, ...parseScope(platforms, years) };
  for (const key of new Set([title, ...looseSpellings(title)].map(plainTitle)))
    getOrInsert(namesakes, key, () => []).push(row);
}

const otherTitles = new Map<string, (Scope & { title: string })[]>();
for (const [title = '', other = '', platforms = ''] of [
  ...readTable('same-titles.tsv'),
  ...readTable('clone-lists.tsv'),
]) {
  const [a, b] = [plainTitle(title), plainTitle(other)];
  getOrInsert(otherTitles, b, () => []).push({ title: a, ...parseScope(platforms, '*') });
}

const prefixes = readTable('title-prefixes.tsv').map(([prefix, platform = '']) => ({
  pattern: new RegExp(`^${prefix}`, 'i'),
  platform: platform === '' ? undefined : `platform:${platform}`,
}));

/** A title as it is compared, first; then the other titles of the same game, by `same-titles.tsv`. */
export function comparableTitles(title: string, platforms: readonly string[]): string[] {
  return [...spellingsOf(title), ...renamedTitles(title, platforms)];
}

/** The same with spellings that may be those of another game: they count like alternate titles. */
export function allTitles(title: string, platforms: readonly string[]): string[] {
  return [...comparableTitles(title, platforms), ...Array.from(looseSpellings(title), plainTitle)];
}

/** The titles that `same-titles.tsv` has for the game of this title. */
export function renamedTitles(title: string, platforms: readonly string[]): string[] {
  const others = spellingsOf(title).flatMap((one) => otherTitles.get(one) ?? []);
  return others.filter((other) => platforms.every((one) => isWithin(other, one))).map((one) => one.title);
}

function spellingsOf(title: string): string[] {
  const prefix = prefixes.find(({ pattern }) => pattern.test(title));
  const spellings = [title, ...(prefix ? [title.replace(prefix.pattern, '')] : []), ...otherSpellings(title)];
  return [...new Set(spellings.map(plainTitle))];
}

const LONG_VOWELS: Record<string, string> = { ā: 'aa', ē: 'ee', ī: 'ii', ō: 'ou', ū: 'uu' };

/** Kung Fu: The Master is not Kung-Fu Master. */
const MIN_LENGTH_WITHOUT_ARTICLE = 18;

const MIN_LOOSE_LENGTH = 12;

/** Mission: Impossible is not Impossible Mission. */
const MIN_SWAPPED_WORDS = 3;

/**
 * A long vowel is ō in one source, ou in another and o in a third; `Title: The Subtitle` has the article in one alone, and
 * `Subtitle: Title` is another order.
 */
function* otherSpellings(title: string): Generator<string> {
  const lower = title.normalize('NFC').toLowerCase();
  const long = lower.replace(/[āēīōū]/g, (vowel) => LONG_VOWELS[vowel] as string);
  if (long !== lower) yield long;
  const short = lower.replace(/(?<=: | - )the /g, '');
  if (short !== lower && short.length >= MIN_LENGTH_WITHOUT_ARTICLE) yield short;
  const [first, second, ...more] = lower.split(/: | - /);
  const swapped = `${second} ${first}`;
  if (first && second && more.length === 0 && swapped.split(' ').length >= MIN_SWAPPED_WORDS) yield swapped;
  const loose = plainTitle(long).replace(/ou|oo/g, 'o').replaceAll('uu', 'u');
  if (loose.length >= MIN_LOOSE_LENGTH) yield loose;
}

/** `Hop I` for the first of a series, `Hop's World` without the possessive, `Hop et Skip`, `Hop: The Graphic Adventure`. */
function* looseSpellings(title: string): Generator<string> {
  const lower = title.normalize('NFC').toLowerCase();
  if (FIRST_OF_SERIES.test(title)) yield lower.slice(0, -2);
  const plain = lower.replace(/['’]s(?= )/g, '').replace(/ (?:et|und) /g, ' and ');
  if (plain !== lower && plain.length >= MIN_LENGTH_WITHOUT_POSSESSIVE) yield plain;
  const adventure = lower.replace(/(?:: | - )the graphic adventure$/, '');
  if (adventure !== lower) yield adventure;
}

interface NumberedTitle {
  title: string;
  subtitle: string;
}

const NUMBERED = /^(\S.* (?:[2-9]|II|III|IV|V|VI|VII|VIII|IX))(?:: | - )(\S.*)$/;
const EDITION =
  /\b(edition|version|champion|turbo|special|plus|deluxe|remix|gold|demo|disk|volume|vol|part|pack|for|ages?)\b|[&+\d]/i;

/**
 * `Hop II: The Return` is also called `Hop II`, unless the subtitle names an edition. On consoles a subtitle may tell games
 * of one number apart: Spider-Man 2 and Spider-Man 2: Enter Electro.
 */
export function numberedTitle(text: string, platforms: readonly string[]): NumberedTitle | undefined {
  const [, title, subtitle] = NUMBERED.exec(text) ?? [];
  if (!title || !subtitle || EDITION.test(subtitle) || !platforms.every(isComputer)) return undefined;
  return { title, subtitle };
}

const commonWords = new Set(readTable('common-words.tsv').map(([word]) => word));
const MAX_COMMON_WORDS = 3;

/** Whether the title is of a few words that many titles have, so that two games may have it by chance: Task Force. */
export function isCommonTitle(title: string): boolean {
  const words = titleKey(title).split(' ');
  return words.length <= MAX_COMMON_WORDS && words.every(isCommonWord);
}

const MIN_PART_LENGTH = 3;

/** Two words may be written as one: Dragonfire. */
function isCommonWord(word: string): boolean {
  if (commonWords.has(word)) return true;
  for (let i = MIN_PART_LENGTH; i <= word.length - MIN_PART_LENGTH; i++)
    if (commonWords.has(word.slice(0, i)) && commonWords.has(word.slice(i))) return true;
  return false;
}

/** A number with a subtitle is hardly the title of two games. */
export function isDistinctive(title: string): boolean {
  return NUMBERED.test(title);
}

/** The platform that a reissue was made for first, by its title: `Famicom Mini 08 - Mappy` is a NES game. */
export function reissuedPlatform(title: string): string | undefined {
  return prefixes.find(({ pattern, platform }) => platform && pattern.test(title))?.platform;
}

/** The ids of the games of this title that `namesakes.tsv` has on the platform and in one of the years. */
export function listNamesakes(plain: string, platform: string, years: readonly number[]): string[] {
  const isThen = ({ from, to }: Namesake) =>
    years.length === 0 ? Math.abs(from) === Infinity && to === -from : years.some((year) => from <= year && year <= to);
  return (namesakes.get(plain) ?? []).filter((row) => isThen(row) && isWithin(row, platform)).map(({ id }) => id);
}

export function hasNamesakes(plain: string): boolean {
  const ids = new Set(namesakes.get(plain)?.map(({ id }) => id));
  return ids.size > 1 || ids.values().some(isAnother);
}

/** Whether it is the id of a game that is none of the others with its title, wherever they are. */
export function isAnother(id: string): boolean {
  return id.startsWith(' another: ', titleOf(id).length);
}

export function titleOf(id: string): string {
  return id.slice(0, id.indexOf(' '));
}

function isWithin({ platforms }: Scope, platform: string): boolean {
  return platforms?.has(hostPlatform(platform)) ?? true;
}

export const ARCADE = 'platform:arcade';
/** MAME's list of machines. */
export const MACHINES = 'mame:arcade';

/**
 * Add-ons whose games often exist for the console itself too, as the same game in one country and as another elsewhere, and
 * a console that runs the games of another under Chinese titles.
 */
const HOSTS = new Map([
  ['platform:famicom-disk-system', 'platform:nes'],
  ['platform:ique-player', 'platform:nintendo-64'],
]);

/** The platform under which games are compared: a disk for the Famicom is compared like a cartridge. */
export function hostPlatform(platform: string): string {
  return HOSTS.get(platform) ?? platform;
}

/** Tags of reissues do not tell what was made for the console from what was made for its add-on or its successor. */
const SUCCESSORS = new Map([['platform:turbografx-16', ['platform:turbografx-cd', 'platform:supergrafx']]]);

/** The older machine that a reissued game was made for, or those that are called alike: `libretro:wii/hop@snes`. */
export function machinesOf(key: string): string[] {
  const [, machine] = /^(?:libretro|dats):.*@([a-z][a-z\d-]*)$/.exec(key) ?? [];
  if (machine === undefined) return [];
  const platform = hostPlatform(`platform:${machine}`);
  return [platform, ...(SUCCESSORS.get(platform) ?? [])];
}
