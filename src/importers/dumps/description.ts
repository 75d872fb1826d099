import { toPlainText } from '../../bundle/plain-text.ts';

/** The parts of an entry's description in a list of ROMs or software: `Title ~ Other title (USA, rev. A) [a1]`. */
export interface Description {
  title: string;
  others: string[];
  tags: string[];
}

const OPENING = '([';
const CLOSING = ')]';

/** The separator of titles is ` ~ ` in software lists and ` / ` in the list of machines. */
export function parseDescription(text: string, separator = ' ~ '): Description {
  const { outside, brackets } = splitBrackets(text.replaceAll('_', ' '));
  const titles = outside
    .split(separator)
    .map((part) => toPlainText(part))
    .filter((title) => title !== '');
  // A description of nothing but tags is its own title; an empty one gets a placeholder, because every game has a title.
  const [title = toPlainText(text) || '?', ...others] = titles;
  return { title, others, tags: brackets.flatMap(splitTags) };
}

/** Takes the text in brackets out. Nested brackets stay as they are (`English (UK)`); a missing closing bracket is added. */
function splitBrackets(text: string): { outside: string; brackets: string[] } {
  const brackets: string[] = [];
  let outside = '';
  let inside = '';
  let depth = 0;
  for (const char of text) {
    const closes = depth > 0 && CLOSING.includes(char);
    if (closes && --depth === 0) {
      brackets.push(inside);
      inside = '';
      outside += ' ';
      continue;
    }
    if (depth > 0) inside += char;
    else if (!OPENING.includes(char)) outside += char;
    if (OPENING.includes(char)) depth++;
  }
  if (inside !== '') brackets.push(inside);
  return { outside, brackets };
}

/** Removes a trailing question mark (a guess). */
function splitTags(bracket: string): string[] {
  const tags = bracket.split(/,(?![^(]*\))/).map((tag) => toPlainText(tag).replace(/ *\?+$/, ''));
  return tags.filter((tag) => tag !== '');
}
