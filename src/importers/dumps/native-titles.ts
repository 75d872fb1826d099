import { toPlainText } from '../../bundle/plain-text.ts';
import { findCountry } from '../../vocabulary/countries.ts';
import { spellTitle } from './description.ts';

export interface AlternateTitle {
  title: string;
  description: string;
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
