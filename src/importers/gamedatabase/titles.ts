import { slugOf } from '../../catalog/model/slug.ts';
import { plainTitle, titleKey } from '../../folding.ts';
import { parseDescription } from '../dumps/description.ts';
import { type AlternateTitle, describeScript, isEastAsian } from '../dumps/native-titles.ts';
import type { Row } from './rows.ts';

/** A shorter part of a title is too vague to be a title itself. */
const MIN_PART_LENGTH = 6;
const NO_SEPARATOR = /(?!)/;

/** The title of the box, unless it leaves out the number that the screen and the id have: Speedball 2. */
export function boxTitle({ title, screenTitle, id }: Row): string {
  const [box, screen] = [plainTitle(title), plainTitle(withoutNotes(screenTitle))];
  const isNumbered = screen.startsWith(box) && /^[2-9]$/.test(screen.slice(box.length));
  return isNumbered && slugOf(id).startsWith(screen) ? screenTitle : title;
}

/** The other titles of a row: in the original script, and on the screen. */
export function listOtherTitles(row: Row, title: string, countries: readonly string[]): AlternateTitle[] {
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
 * The original spelling without the romanised title, which is often before or after it: `Red Alarm レッドアラーム`. If only
 * a part of the title is before it, the rest may be the whole title (`Jack Bros. ジャック・ブラザースの迷路でヒーホー!`) or only
 * its end (`Wario Land アワゾンの秘宝`), so both are returned.
 */
export function nativeTitles(exact: string, title: string): string[] {
  const words = withoutNotes(exact).split(' ');
  const own = titleKey(withoutNotes(title));
  const first = words.findIndex(isEastAsian);
  const last = words.findLastIndex(isEastAsian);
  const whole = words.join(' ');
  const end = words.slice(first).join(' ');
  if (first < 0) return [whole];
  if (titleKey(words.slice(0, first).join(' ')) === own) return [end];
  if (titleKey(words.slice(last + 1).join(' ')) === own) return [words.slice(0, last + 1).join(' ')];
  const isPart = first > 0 && words.slice(first).every(isEastAsian) && end.length >= MIN_PART_LENGTH;
  return isPart ? [whole, end] : [whole];
}

/** A title in parentheses was never used for a sale. */
export function unwrap(title: string): string {
  return title.replace(/^\(((?:[^()]|\([^()]*\))*)\)?$/, '$1');
}

function withoutNotes(text: string): string {
  return text === '' ? '' : parseDescription(unwrap(text), NO_SEPARATOR).title;
}
