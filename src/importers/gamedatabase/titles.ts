import { titleKey } from '../../folding.ts';
import { parseDescription } from '../dumps/description.ts';
import { type AlternateTitle, describeScript, isForeign } from '../dumps/native-titles.ts';
import type { Row } from './rows.ts';

/** Shorter than that, a part of a title says too little to stand alone. */
const SHORTEST_PART = 6;

/** The other titles of a row: in its own script, and on the screen. */
export function furtherTitles(row: Row, title: string, countries: readonly string[]): AlternateTitle[] {
  const screen = withoutNotes(row.screenTitle);
  const known = [titleKey(title), titleKey(screen)];
  const exact = [...nativeTitles(row.titleExact, row.title), ...nativeTitles(row.screenTitleExact, row.screenTitle)];
  return [
    ...[...new Set(exact)]
      .filter((text) => text !== '' && !known.includes(titleKey(text)))
      .map((text) => ({ title: text, description: describeScript(text, countries) })),
    ...(screen !== '' && known[0] !== known[1] ? [{ title: screen, description: 'In-game title' }] : []),
  ];
}

/**
 * The exact spelling without the title itself, which often stands before it or after it: `Red Alarm レッドアラーム`. Where
 * only a part of the title stands before it, nobody knows whether the rest is all of the title (`Jack Bros.
 * ジャック・ブラザースの迷路でヒーホー!`) or belongs to it (`Wario Land アワゾンの秘宝`): both ways are given.
 */
export function nativeTitles(exact: string, title: string): string[] {
  const words = withoutNotes(exact).split(' ');
  const own = titleKey(withoutNotes(title));
  const first = words.findIndex(isForeign);
  const last = words.findLastIndex(isForeign);
  const whole = words.join(' ');
  const end = words.slice(first).join(' ');
  if (first < 0) return [whole];
  if (titleKey(words.slice(0, first).join(' ')) === own) return [end];
  if (titleKey(words.slice(last + 1).join(' ')) === own) return [words.slice(0, last + 1).join(' ')];
  const isPart = first > 0 && words.slice(first).every(isForeign) && end.length >= SHORTEST_PART;
  return isPart ? [whole, end] : [whole];
}

/** A title all in parentheses is one under which it was never sold. */
export function unwrap(title: string): string {
  return title.replace(/^\(([^()]*)\)$/, '$1');
}

function withoutNotes(text: string): string {
  return text === '' ? '' : parseDescription(unwrap(text), '\0').title;
}
