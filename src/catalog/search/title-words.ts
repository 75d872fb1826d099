import { plainWords } from '../../folding.ts';

/**
 * The words of titles and search texts in plain words (`plainWords`). Works on bytes, because a snapshot has millions of
 * words, and a string for each would take seconds.
 */

/** Receives a word: its bytes are from `from` to `to`. */
export type VisitWord = (bytes: Uint8Array, from: number, to: number) => void;

const SPACE = 32;
const DIGIT_0 = 48;
const DIGIT_9 = 57;
const LETTER_A = 97;
const LETTER_Z = 122;
/** Words without meaning of their own: a text and a title are compared without them. */
const STOP_WORDS = new Set(['the', 'a', 'an', 'and', 'n']);
const LONGEST_STOP_WORD = 3;
const ARTICLES = new Set(['the', 'a', 'an']);

/** Distinguishes abbreviations from words in the dictionary. It sorts before every word. */
export const ABBREVIATION = 1;
const MIN_INITIALS = 2;
const MAX_INITIALS = 7;

/** Letters of scripts that are written without spaces, or with spaces that people leave out, have three bytes. */
const UNSPACED_BYTES = 3;
/** Kana, Chinese characters and Hangul. */
const UNSPACED_RANGES: [first: number, last: number][] = [
  [0x3005, 0x3007],
  [0x3041, 0x30ff],
  [0x3400, 0x4dbf],
  [0x4e00, 0x9fff],
  [0xac00, 0xd7a3],
];

/** The distinct words of a search text. */
export function listWords(plain: string): string[] {
  const words = new Set<string>();
  const bytes = Buffer.from(plain);
  visitWords(bytes, 0, bytes.length, (source, from, to) => {
    words.add(Buffer.from(source.subarray(from, to)).toString());
  });
  return [...words];
}

/**
 * Visits the words in their order, without stop words if there are others. Text of a script without spaces is cut into pairs
 * of letters, so that any part of it can be searched.
 */
export function visitWords(bytes: Uint8Array, start: number, end: number, visit: VisitWord): void {
  let isVisited = false;
  for (let from = start; from < end; ) {
    const to = endOfWord(bytes, from, end);
    if (!isOneOf(STOP_WORDS, bytes, from, to)) {
      visitWord(bytes, from, to, visit);
      isVisited = true;
    }
    from = to + 1;
  }
  if (isVisited) return;
  for (let from = start; from < end; ) {
    const to = endOfWord(bytes, from, end);
    visit(bytes, from, to);
    from = to + 1;
  }
}

function visitWord(bytes: Uint8Array, start: number, end: number, visit: VisitWord): void {
  let from = start;
  while (from < end && !isUnspacedAt(bytes, from)) from++;
  if (from === end) visit(bytes, start, end);
  else visitUnspaced(bytes, start, end, visit);
}

/** Cuts a word with letters of such scripts. */
function visitUnspaced(bytes: Uint8Array, start: number, end: number, visit: VisitWord): void {
  for (let from = start; from < end; ) {
    let to = from;
    while (to < end && isUnspacedAt(bytes, to)) to += UNSPACED_BYTES;
    const last = Math.max(from, to - 2 * UNSPACED_BYTES);
    for (let at = from; to > from && at <= last; at += UNSPACED_BYTES)
      visit(bytes, at, Math.min(to, at + 2 * UNSPACED_BYTES));
    from = to;
    while (to < end && !isUnspacedAt(bytes, to)) to++;
    if (to > from) visitPlain(bytes, from, to, visit);
    from = to;
  }
}

/** A numeral may follow without a space: `ファイナルファンタジーVII`. */
function visitPlain(bytes: Uint8Array, from: number, to: number, visit: VisitWord): void {
  const plain = Buffer.from(plainWords(Buffer.from(bytes.subarray(from, to)).toString()));
  visit(plain, 0, plain.length);
}

/** Visits pairs of letters across spaces, which people may not type. */
export function visitPairsAcrossSpaces(bytes: Uint8Array, start: number, end: number, visit: VisitWord): void {
  for (let at = start + UNSPACED_BYTES; at < end - UNSPACED_BYTES; at++) {
    if (bytes[at] !== SPACE || !isUnspacedAt(bytes, at - UNSPACED_BYTES) || !isUnspacedAt(bytes, at + 1)) continue;
    const left = bytes.subarray(at - UNSPACED_BYTES, at);
    visit(Buffer.concat([left, bytes.subarray(at + 1, at + 1 + UNSPACED_BYTES)]), 0, 2 * UNSPACED_BYTES);
  }
}

function isUnspacedAt(bytes: Uint8Array, at: number): boolean {
  const first = bytes[at] as number;
  if (first < 0xe3 || first > 0xed) return false;
  const code = ((first & 15) << 12) | (((bytes[at + 1] as number) & 63) << 6) | ((bytes[at + 2] as number) & 63);
  return UNSPACED_RANGES.some(([low, high]) => code >= low && code <= high);
}

const abbreviation = new Uint8Array(64);

/**
 * Visits the abbreviations of a title: the initials of each part, up to a number, without and with it. With the parts [0, 3],
 * `Street Fighter II: The World Warrior` has `sf`, `sf2` and `ww`.
 */
export function visitAbbreviations(
  bytes: Uint8Array,
  start: number,
  end: number,
  parts: readonly number[],
  visit: VisitWord,
): void {
  let from = start;
  let length = 1;
  abbreviation[0] = ABBREVIATION;
  for (let word = 0; from < end; word++) {
    const to = endOfWord(bytes, from, end);
    const isFirst = parts.includes(word);
    if (isFirst && word > 0) {
      visitInitials(length, visit);
      length = 1;
    }
    if (length === 0) {
      // Behind a number, up to the next part.
    } else if (isNumberAt(bytes, from, to)) {
      visitInitials(length, visit);
      if (to - from < abbreviation.length - length) {
        abbreviation.set(bytes.subarray(from, to), length);
        if (isInitials(length)) visit(abbreviation, 0, length + to - from);
      }
      length = 0;
    } else if (!isFirst || !isOneOf(ARTICLES, bytes, from, to)) {
      if (length <= MAX_INITIALS + 1) abbreviation[length++] = bytes[from] as number;
    }
    from = to + 1;
  }
  visitInitials(length, visit);
}

function visitInitials(length: number, visit: VisitWord): void {
  if (isInitials(length)) visit(abbreviation, 0, length);
}

function isInitials(length: number): boolean {
  if (length - 1 < MIN_INITIALS || length - 1 > MAX_INITIALS) return false;
  for (let i = 1; i < length; i++) if (!isLetter(abbreviation[i] as number)) return false;
  return true;
}

/** Where the title and its subtitles begin, counted in plain words. */
export function findParts(written: string): number[] {
  const parts = [0];
  let count = 0;
  let isInWord = false;
  for (let i = 0; i < written.length; i++) {
    const code = written.charCodeAt(i);
    const isWord = isWordCode(code);
    if (isWord && !isInWord) count++;
    if (code === 38) count++;
    if (isPartEnd(written, i) && count > 0) parts.push(count);
    if (code !== 39 && code !== 0x2019) isInWord = isWord;
  }
  return parts;
}

/** Letters, digits and everything outside ASCII, but apostrophes and dashes. */
function isWordCode(code: number): boolean {
  const lower = code | 32;
  if (code < 128) return (lower >= LETTER_A && lower <= LETTER_Z) || (code >= DIGIT_0 && code <= DIGIT_9);
  return code < 0x2000 || code > 0x206f;
}

/** A colon, a dash between spaces, a parenthesis or a slash. */
function isPartEnd(written: string, i: number): boolean {
  const sign = written[i];
  if (sign === ':' || sign === '(' || sign === '/') return true;
  return (sign === '-' || sign === '–' || sign === '~') && written[i - 1] === ' ' && written[i + 1] === ' ';
}

export function isStopWord(word: string): boolean {
  return STOP_WORDS.has(word);
}

export function isNumber(word: string): boolean {
  return /^\d+$/.test(word);
}

export function isNumberAt(bytes: Uint8Array, from: number, to: number): boolean {
  for (let i = from; i < to; i++) if ((bytes[i] as number) < DIGIT_0 || (bytes[i] as number) > DIGIT_9) return false;
  return to > from;
}

function isLetter(byte: number): boolean {
  return byte >= LETTER_A && byte <= LETTER_Z;
}

function endOfWord(bytes: Uint8Array, from: number, end: number): number {
  let to = from;
  while (to < end && bytes[to] !== SPACE) to++;
  return to;
}

function isOneOf(words: ReadonlySet<string>, bytes: Uint8Array, from: number, to: number): boolean {
  if (to - from > LONGEST_STOP_WORD) return false;
  const first = bytes[from];
  // Only words with these letters are in the sets.
  if (first !== LETTER_A && first !== 110 && first !== 116) return false;
  return words.has(String.fromCharCode(...bytes.subarray(from, to)));
}
