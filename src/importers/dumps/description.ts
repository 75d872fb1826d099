import { toPlainText } from '../../bundle/plain-text.ts';
import { articleFirst } from '../../vocabulary/articles.ts';

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

/** A file name cannot contain a colon: `King's Quest- Quest for the Crown`. */
const COLON_IN_FILE_NAME = /(?<=(?:^|\s)[^\s-]\S*)- (?=[\p{Lu}\p{Lo}\p{N}])/u;

/** What ends a title without brackets around it. A number without a dot may be that of a volume: `Music Disk v3`. */
const TRAILING_TAGS = [
  / - ((?:disk|disc|tape|cassette) ?(?:\d[a-d]?|[a-m])|side ?[12ab])$/i,
  /(?:,| -)? (v\d+(?:\.\d+)+[a-z]?\+?)$/i,
  /(?:,| -)? ((?:ver|version|rev|revision)\.? ?\d+(?:\.\d+)+[a-z]?)$/i,
  /,? ((?:Rev|Revision)\.? ?(?:\d+|[A-F]|PRG\d))$/,
  / (Version [A-F])$/,
  / - (demo|intro|preview|beta)$/,
  / - (release \d)$/i,
  / - ((?:text|graphics?|joystick|keyboard) version|(?:small|large|double) (?:\w+ )?case)$/i,
  / - ((?:16|48|128)k)$/i,
  /[;,]? (P\/N \d+.*)$/,
];

/**
 * The one spelling of a title: its article first, and `Title: Subtitle`. With the source's own spelling, if it writes the subtitle in
 * another way, and the tags that it appends: versions and parts of a dump.
 */
export function spellTitle(text: string) {
  const { rest, tags } = splitTrailingTags(withoutEdges(text));
  const own = articleFirst(rest.replace(COLON_IN_FILE_NAME, ': '));
  const title = own
    .split(/( \+ | \/ )/)
    .map(withColon)
    .join('');
  return { title, spelling: title !== own && /\s[-~]/.test(own) ? own : undefined, tags };
}

/** Separators that separate nothing, and a placeholder of MAME. */
function withoutEdges(text: string): string {
  const title = text.replace(/<unknown>/gi, '').trim();
  return title.replace(/^- | [-&,]$|(?<!\s-\S.*)-$/g, '') || title;
}

function splitTrailingTags(text: string): { rest: string; tags: string[] } {
  let rest = text;
  const tags: string[] = [];
  for (const pattern of TRAILING_TAGS) {
    const found = pattern.exec(rest);
    if (!found || found.index === 0) continue;
    tags.push(found[1] as string);
    rest = rest.slice(0, found.index).trim();
  }
  return { rest, tags };
}

/** What continues a title is no subtitle: `NiGHTS - into Dreams`. */
const CONTINUED = / - (?=(?:into|of|and|in|on|at|for|from|with) )/;

/**
 * Writes the first of ` - Subtitle`, ` -Subtitle-`, ` ~Subtitle~` and ` : Subtitle` with a colon. A second one keeps its
 * hyphen, and so does a range: `Ages 6 - 11`, `Hop I - II`.
 */
function withColon(title: string): string {
  const spaced = title.replace(/ :(?= )/, ':');
  if (spaced.includes(': ')) return spaced;
  return spaced
    .replace(CONTINUED, ' ')
    .replace(/ ~ ?([^~]*[^~ ]) ?~$/, ' - $1')
    .replace(/ -(\S|\S.*\S)-$| -(?=\p{Lu}\p{Ll})| --(?= )/u, (_, inner = '') => ` - ${inner}`)
    .replace(/ - +(?<!\s\d+ - (?=\d+(?:$| - ))|\s[IVX]+ - (?=(?!I )[IVX]+(?:$|[ -])))/, ': ');
}
