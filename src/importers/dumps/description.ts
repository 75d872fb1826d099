import { toPlainText } from '../../bundle/plain-text.ts';

/** The parts of a description: `Title ~ Other title (USA, rev. A) [a1]`. */
export interface Description {
  title: string;
  others: string[];
  tags: string[];
}

const OPENING = '([';
const CLOSING = ')]';

/** The separator of titles is ` ~ ` in software lists and ` / ` in the list of machines. */
export function parseDescription(text: string, separator = ' ~ '): Description {
  const { outside, groups } = splitGroups(text.replaceAll('_', ' '));
  const titles = outside
    .split(separator)
    .map((part) => toPlainText(part))
    .filter((title) => title !== '');
  const [title = toPlainText(text) || '?', ...others] = titles;
  return { title, others, tags: groups.flatMap(splitTags) };
}

/** Takes balanced groups out of the text. Nested groups stay as they are (`English (UK)`). */
function splitGroups(text: string): { outside: string; groups: string[] } {
  const groups: string[] = [];
  let outside = '';
  let group = '';
  let depth = 0;
  for (const char of text) {
    const closes = depth > 0 && CLOSING.includes(char);
    if (closes && --depth === 0) {
      groups.push(group);
      group = '';
      outside += ' ';
      continue;
    }
    if (depth > 0) group += char;
    else if (!OPENING.includes(char)) outside += char;
    if (OPENING.includes(char)) depth++;
  }
  if (group !== '') groups.push(group);
  return { outside, groups };
}

/** A question mark marks a guess, which is used like any other tag. */
function splitTags(group: string): string[] {
  const tags = group.split(/,(?![^(]*\))/).map((tag) => toPlainText(tag).replace(/ *\?+$/, ''));
  return tags.filter((tag) => tag !== '');
}
