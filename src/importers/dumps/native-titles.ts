import { toPlainText } from '../../bundle/plain-text.ts';
import { findCountry } from '../../vocabulary/countries.ts';

export interface AlternateTitle {
  title: string;
  description: string;
}

const FOREIGN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
const CHINESE_SPEAKING = ['China', 'Taiwan', 'Hong Kong', 'Asia'];

/** What a note after a title says of it. Most are about the box. */
const NOTES: [RegExp, string][] = [
  [/^(.*\bbox\b.*)$/i, 'Box title'],
  [/^(in-?game|(title|loading) screen)$/i, 'In-game title'],
  [/^((on )?(the )?cart(ridge)?( label)?|disc\/cassette|label|card)$/i, 'Label title'],
  [/^(advert(isement)?|manual)$/i, 'Title in print'],
];

/** The titles in one `alt_title`: mostly the native spelling, seldom several, often with a note of where they stand. */
export function parseNativeTitles(text: string, countries: readonly string[]): AlternateTitle[] {
  const parts = text.split(/ ~ | \/ |(?<=\)), /).flatMap(splitBetweenScripts);
  return parts.flatMap((part) => parseTitle(toPlainText(part), countries));
}

/** Whether it is written, in part at least, as in East Asia. */
export function isForeign(text: string): boolean {
  return FOREIGN.test(text);
}

/** A comma parts two native titles, but belongs to a Latin one. */
function splitBetweenScripts(text: string): string[] {
  const pieces = text.split(', ');
  return pieces.length > 1 && pieces.every(isForeign) ? pieces : [text];
}

function parseTitle(text: string, countries: readonly string[]): AlternateTitle[] {
  const [, title = '', note = ''] = /^(.*\S) ?[(（]([^()（）]*)[)）]$/.exec(text) ?? [];
  const said = describeNote(note.replace(/\?$/, ''));
  if (said) return [{ title, description: said }];
  // A romanisation in parentheses: the plain title says it already.
  if (isForeign(title) && /^\p{Script=Latin}[\p{Script=Latin}\p{Script=Common}]{5,}$/u.test(note))
    return parseTitle(title, countries);
  return /[\p{Letter}\p{Number}]/u.test(text) ? [{ title: text, description: describeScript(text, countries) }] : [];
}

function describeNote(note: string): string | undefined {
  const country = findCountry(note);
  if (country) return `${country} title`;
  return NOTES.find(([pattern]) => pattern.test(note))?.[1];
}

/** What a title is called by the script in which it is written. */
export function describeScript(text: string, countries: readonly string[]): string {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return 'Japanese spelling';
  if (/\p{Script=Hangul}/u.test(text)) return 'Korean spelling';
  if (/\p{Script=Cyrillic}/u.test(text)) return 'Cyrillic spelling';
  if (/\p{Script=Han}/u.test(text)) return describeHan(countries);
  return /^[\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]*$/u.test(text)
    ? 'Alternate title'
    : 'Original-script spelling';
}

function describeHan(countries: readonly string[]): string {
  if (countries.includes('Japan')) return 'Japanese spelling';
  return countries.some((country) => CHINESE_SPEAKING.includes(country))
    ? 'Chinese spelling'
    : 'Original-script spelling';
}
