import type { AlternateTitle } from '../../bundle/lines.ts';
import { toPlainText } from '../../bundle/plain-text.ts';
import { titleKey } from '../../folding.ts';
import { findCountry } from '../../vocabulary/countries.ts';
import { compareText, sortedUnique } from '../sorting.ts';
import { spellTitle } from './description.ts';
import type { Entry } from './entry.ts';

/** Regions whose titles English readers are most likely to know, best first. All other regions come last. */
const REGION_ORDER = [
  ['United States'],
  ['Worldwide'],
  ['Europe', 'United Kingdom', 'Canada', 'Australia', 'North America'],
];
const MAX_COUNTRIES_NAMED = 3;

type Titled = Pick<Entry, 'title' | 'titleKey' | 'spelling' | 'countries' | 'statuses' | 'parent'>;

/**
 * The entry whose title is shown: a plain release before a prototype, then by region, then a parent before its clones,
 * then the most frequent title, then the shortest.
 */
export function chooseTitle<T extends Titled>(entries: readonly T[]): T {
  const counts = new Map<string, number>();
  for (const { titleKey: key } of entries) counts.set(key, (counts.get(key) ?? 0) + 1);
  return entries.reduce((best, entry) => (compareTitles(entry, best, counts) < 0 ? entry : best));
}

/** The other titles of a game: those of other regions, those that the entries list themselves, and the source's spelling. */
export function alternateTitles(
  entries: readonly Entry[],
  { title, titleKey: own, spelling }: Titled,
): AlternateTitle[] {
  const regional = Map.groupBy(
    entries.filter((entry) => entry.titleKey !== own),
    (entry) => entry.titleKey,
  );
  const found = regional.values().map((group) => ({
    title: chooseTitle(group).title,
    description: regionTitle(group.flatMap(({ countries }) => countries)),
  }));
  const named = entries
    .flatMap(({ others }) => others)
    .filter((other) => other.title !== title && titleKey(other.title) !== own);
  const titles = new Map(
    [...named.toSorted(byText), ...found, ...(spelling ? [spelling] : [])].map((one) => [one.title, one]),
  );
  return [...titles.values()].toSorted(byText);
}

function regionTitle(countries: readonly string[]): string {
  const named = sortedUnique(countries);
  return named.length > 0 && named.length <= MAX_COUNTRIES_NAMED ? `${named.join(', ')} title` : 'Alternate title';
}

function compareTitles(a: Titled, b: Titled, counts: ReadonlyMap<string, number>): number {
  return (
    Math.sign(a.statuses.length) - Math.sign(b.statuses.length) ||
    regionRank(a) - regionRank(b) ||
    Number(a.parent !== undefined) - Number(b.parent !== undefined) ||
    (counts.get(b.titleKey) ?? 0) - (counts.get(a.titleKey) ?? 0) ||
    a.title.length - b.title.length ||
    compareText(a.title, b.title)
  );
}

/** Most entries of computers name no country. They rank like Europe. */
function regionRank({ countries }: Titled): number {
  if (countries.length === 0) return REGION_ORDER.length - 1;
  const rank = REGION_ORDER.findIndex((regions) => regions.some((region) => countries.includes(region)));
  return rank < 0 ? REGION_ORDER.length : rank;
}

function byText(a: AlternateTitle, b: AlternateTitle): number {
  return compareText(a.title, b.title) || compareText(a.description, b.description);
}

const EAST_ASIAN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
const CHINESE_SPEAKING = ['China', 'Taiwan', 'Hong Kong', 'Asia'];

/** Descriptions of titles, by the note after the title. Most notes are about the box. */
const NOTES: [RegExp, string][] = [
  [/^(.*\bbox\b.*)$/i, 'Box title'],
  [/^(in-?game|(title|loading) screen)$/i, 'In-game title'],
  [/^((on )?(the )?cart(ridge)?( label)?|disc\/cassette|label|card)$/i, 'Label title'],
  [/^(advert(isement)?|manual)$/i, 'Title in print'],
];

/** The titles in an `alt_title`: usually one in the native script, often with a note about where it is printed. */
export function parseNativeTitles(text: string, countries: readonly string[]): AlternateTitle[] {
  const parts = text.split(/ ~ | \/ |(?<=\)), /).flatMap(splitBetweenScripts);
  return parts.flatMap((part) => parseTitle(toPlainText(part), countries));
}

export function isEastAsian(text: string): boolean {
  return EAST_ASIAN.test(text);
}

/** A comma separates native titles, but is part of a Latin one. */
function splitBetweenScripts(text: string): string[] {
  const pieces = text.split(', ');
  return pieces.length > 1 && pieces.every(isEastAsian) ? pieces : [text];
}

function parseTitle(text: string, countries: readonly string[]): AlternateTitle[] {
  const [, title = '', note = ''] = /^(.*\S) ?[(（]([^()（）]*)[)）]$/.exec(text) ?? [];
  const description = describeNote(note.replace(/\?$/, ''));
  if (description) return [{ title: spell(title), description }];
  // The text in parentheses is a romanisation, which is already the main title.
  if (isEastAsian(title) && /^\p{Script=Latin}[\p{Script=Latin}\p{Script=Common}]{5,}$/u.test(note))
    return parseTitle(title, countries);
  if (!/[\p{Letter}\p{Number}]/u.test(text)) return [];
  return [{ title: spell(text), description: describeScript(text, countries) }];
}

/** A title in a native script stays as it is. */
function spell(title: string): string {
  return isEastAsian(title) ? title : spellTitle(title).title;
}

function describeNote(note: string): string | undefined {
  const country = findCountry(note);
  if (country) return `${country} title`;
  return NOTES.find(([pattern]) => pattern.test(note))?.[1];
}

export function describeScript(text: string, countries: readonly string[]): string {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return 'Japanese spelling';
  if (/\p{Script=Hangul}/u.test(text)) return 'Korean spelling';
  if (/\p{Script=Cyrillic}/u.test(text)) return 'Cyrillic spelling';
  if (/\p{Script=Han}/u.test(text) && countries.includes('Japan')) return 'Japanese spelling';
  if (/\p{Script=Han}/u.test(text) && countries.some((country) => CHINESE_SPEAKING.includes(country)))
    return 'Chinese spelling';
  return /^[\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]*$/u.test(text)
    ? 'Alternate title'
    : 'Original-script spelling';
}
