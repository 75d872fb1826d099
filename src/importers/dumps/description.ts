import { toPlainText } from '../../bundle/plain-text.ts';

/** A description taken apart: `Title ~ Other title (USA, rev. A) [a1]`. */
export interface Description {
  title: string;
  /** Further titles that stand beside the first. */
  others: string[];
  tags: string[];
}

const OPENING = '([';
const CLOSING = ')]';

/** `between` separates titles: ` ~ ` in software lists, ` / ` in the list of machines. */
export function parseDescription(text: string, between: string): Description {
  const { outside, groups } = splitGroups(text.replaceAll('_', ' '));
  const titles = outside
    .split(between)
    .map((part) => toPlainText(part))
    .filter((title) => title !== '');
  const [title = toPlainText(text) || '?', ...others] = titles;
  return { title, others, tags: groups.flatMap(splitTags) };
}

/** Takes out balanced groups anywhere; inside of one, others stay as they are (`English (UK)`). */
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

/** A question mark says that the tag is a guess; for a catalog it is the best there is. */
function splitTags(group: string): string[] {
  const tags = group.split(/,(?![^(]*\))/).map((tag) => toPlainText(tag).replace(/ *\?+$/, ''));
  return tags.filter((tag) => tag !== '');
}
