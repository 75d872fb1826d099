import { toPlainText } from '../../bundle/plain-text.ts';
import { spellTitle } from './title-spelling.ts';

/** The parts of an entry's description in a list of ROMs or software: `Title ~ Other title (USA, rev. A) [a1]`. */
export interface Description {
  title: string;
  /** The source's own spelling of the title, if it differs. */
  spelling: string | undefined;
  others: string[];
  tags: string[];
}

const OPENING = '([';
const CLOSING = ')]';
/** Stands for `][`, which is a Roman two and no brackets. */
const APPLE_TWO = '\0';
export const TITLE_SEPARATOR = / ~ (?!.* ~$)/;
/** The list of machines, and a few lists of software, also separate titles by a slash. */
export const TITLE_OR_SLASH = / ~ (?!.* ~$)| \/ /;
/** In the list of machines often without spaces: `Hop 10/Skip`. `Hop - Twin/DX` is one title. */
export const MACHINE_TITLES = / ~ (?!.* ~$)| \/ |(?<=\p{Ll}|\d\d|!)\/(?=\p{Lu}\p{Ll}{2})/u;
/** Cartridges of many games differ by a number after a common title: `4 in 1 (JY-005)`. */
const MULTICART = /\bin[- ]1$/i;
const SERIAL = /^(?=.*\d\d)[A-Z\d]+(?:-[A-Z\d]+)?$/;

export function parseDescription(text: string, separator = TITLE_SEPARATOR): Description {
  const { outside, brackets } = splitBrackets(splitUnderscores(text));
  const titles = outside
    .split(separator)
    .map((name) => spellTitle(toPlainText(name)))
    .filter(({ title }) => title !== '');
  const tags = [...brackets.flatMap(splitTags), ...titles.flatMap((one) => one.tags)];
  const [first, ...others] = titles;
  const serial = first && MULTICART.test(first.title) ? tags.find((tag) => SERIAL.test(tag)) : undefined;
  // A description of nothing but tags is its own title; an empty one gets a placeholder, because every game has a title.
  const { title, spelling } = first ?? { title: toPlainText(text) || '?', spelling: undefined };
  return {
    title: serial ? `${title} (${serial})` : title,
    spelling,
    others: others.map((other) => other.title),
    tags: tags.filter((tag) => tag !== serial),
  };
}

/** File names have underscores for spaces and apostrophes, and two of them before a tag: `L_Hop_s_2-Over__FRENCH`. */
function splitUnderscores(text: string): string {
  if (!text.includes('_')) return text;
  const [title = '', ...tags] = text.split(/_{2,}/);
  if (text.includes(' ') && tags.length === 0) return text.replaceAll('_', ' ');
  const name = title
    .replace(/_s(?=_|$)/g, "'s")
    .replace(/(?<=^|_)([dl])_(?=[aeiouy])/gi, "$1'")
    .replace(/(?<=_\d)-(?=[A-Z])/, ' - ');
  return [name, ...tags.map((tag) => (tag.startsWith('(') ? tag : `(${tag})`))].join(' ').replaceAll('_', ' ');
}

/**
 * Takes the text in brackets out. Nested brackets stay as they are (`English (UK)`), a missing closing bracket is added, and
 * one too many is dropped. `Apple ][` has none.
 */
function splitBrackets(text: string): { outside: string; brackets: string[] } {
  const brackets: string[] = [];
  let outside = '';
  let inside = '';
  let depth = 0;
  for (const char of text.replaceAll(/(?<=^[^[]*)\]\[/g, APPLE_TWO)) {
    const closes = depth > 0 && CLOSING.includes(char);
    if (closes && --depth === 0) {
      brackets.push(inside);
      inside = '';
      outside += ' ';
      continue;
    }
    if (depth > 0) inside += char;
    else if (!OPENING.includes(char) && !CLOSING.includes(char)) outside += char;
    if (OPENING.includes(char)) depth++;
  }
  if (inside !== '') brackets.push(inside);
  const restore = (part: string) => part.replaceAll(APPLE_TWO, '][');
  return { outside: restore(outside), brackets: brackets.map(restore) };
}

/** Removes a trailing question mark (a guess). */
function splitTags(bracket: string): string[] {
  const tags = bracket.split(/,(?![^(]*\))/).map((tag) => toPlainText(tag).replace(/ *\?+$/, ''));
  return tags.filter((tag) => tag !== '');
}
