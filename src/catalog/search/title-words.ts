import { plainWords } from '../../folding.ts';

/** The words of titles and search texts in plain words (`plainWords`). */

/** Words without meaning of their own: a text and a title are compared without them. */
const STOP_WORDS = new Set(['the', 'a', 'an', 'and', 'n']);
const ARTICLES = new Set(['the', 'a', 'an']);

/** Distinguishes abbreviations from words in the dictionary. It sorts before every word. */
export const ABBREVIATION = '\x01';
const INITIALS = /^[a-z]{2,7}$/;

/** Kana, Chinese characters and Hangul: scripts that are written without spaces, or with spaces that people leave out. */
const UNSPACED = '\u3005-\u3007\u3041-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3';
const HAS_UNSPACED = new RegExp(`[${UNSPACED}]`);
const UNSPACED_OR_OTHERS = new RegExp(`[${UNSPACED}]+|[^${UNSPACED}]+`, 'g');
const SPACE_BETWEEN_UNSPACED = new RegExp(`(?<=[${UNSPACED}]) (?=[${UNSPACED}])`, 'g');

/**
 * The words in their order, without stop words if there are others. Text of a script without spaces is cut into pairs of
 * letters, so that any part of it can be searched.
 */
export function splitWords(plain: string): string[] {
  if (plain === '') return [];
  const all = plain.split(' ');
  const words = all.filter((word) => !STOP_WORDS.has(word));
  if (words.length === 0) return all;
  return HAS_UNSPACED.test(plain) ? words.flatMap(cutUnspaced) : words;
}

/** The distinct words of a search text. */
export function listWords(plain: string): string[] {
  return [...new Set(splitWords(plain))];
}

function cutUnspaced(word: string): string[] {
  return (word.match(UNSPACED_OR_OTHERS) ?? []).flatMap((part) => {
    // A numeral may follow without a space: `ファイナルファンタジーVII`.
    if (!HAS_UNSPACED.test(part)) return part === word ? part : plainWords(part);
    return part.length === 1 ? part : Array.from(part.slice(1), (letter, i) => `${part[i]}${letter}`);
  });
}

/** Pairs of letters across spaces, which people may not type. */
export function pairsAcrossSpaces(plain: string): string[] {
  if (!HAS_UNSPACED.test(plain)) return [];
  return Array.from(plain.matchAll(SPACE_BETWEEN_UNSPACED), ({ index }) => `${plain[index - 1]}${plain[index + 1]}`);
}

/**
 * The abbreviations of a title: the initials of each part, up to a number, without and with it. With the parts [0, 3],
 * `Street Fighter II: The World Warrior` has `sf`, `sf2` and `ww`.
 */
export function listAbbreviations(plain: string, parts: readonly number[]): string[] {
  const words = plain.split(' ');
  return parts.flatMap((start, i) => {
    const end = Math.min(words.length, parts[i + 1] ?? words.length);
    let initials = '';
    let at = ARTICLES.has(words[start] as string) ? start + 1 : start;
    for (; at < end && !isNumber(words[at] as string); at++) initials += (words[at] as string)[0];
    if (!INITIALS.test(initials)) return [];
    const abbreviation = ABBREVIATION + initials;
    return at < end ? [abbreviation, abbreviation + words[at]] : abbreviation;
  });
}

/** A word, where `&` is one, or where a part ends: at a colon, a dash between spaces, a parenthesis or a slash. */
const WORD_OR_END =
  /([a-z\d\u0080-\u1fff\u2070-\uffff][a-z\d\u0080-\u1fff\u2070-\uffff'’]*|&)|[:(/]|(?<= )[-–~](?= )/gi;

/** Few titles have one, and this test takes less time. */
const PART_END = /[:(/]| [-–~] /;

/** Where the title and its subtitles begin, counted in plain words. */
export function findParts(written: string): number[] {
  if (!PART_END.test(written)) return [0];
  const parts = new Set([0]);
  let count = 0;
  for (const [, word] of written.matchAll(WORD_OR_END)) {
    if (word === undefined) parts.add(count);
    else count++;
  }
  return [...parts];
}

export function isStopWord(word: string): boolean {
  return STOP_WORDS.has(word);
}

export function isNumber(word: string): boolean {
  // Most words begin with a letter.
  return word.charCodeAt(0) <= 57 && /^\d+$/.test(word);
}
