/** Search in the packed names of all games. Names are plain words, each between two newlines. */

const NEWLINE = 10;
const SPACE = 32;

/** Shorter prefixes occur in too many names. */
export const MIN_PREFIX_BYTES = 3;

/** Match qualities, best first. */
const TITLE = 0;
export const ALTERNATE_TITLE = 1;
export const WHOLE_WORDS = 2;
const WORD_PREFIX = 3;
export const SEPARATE_WORDS = 4;
export const INSIDE_WORD = 5;
export const NO_MATCH = 6;

/** Visits the occurrences of the needle. The visitor returns where to continue. False if there are more than `limit`. */
export function search(bytes: Uint8Array, needle: Buffer, limit: number, visit: (at: number) => number): boolean {
  const { buffer, byteOffset, byteLength } = bytes;
  const haystack = Buffer.from(buffer as ArrayBuffer, byteOffset, byteLength);
  let at = haystack.indexOf(needle);
  for (let count = 0; at !== -1 && count < limit; count++) at = haystack.indexOf(needle, visit(at));
  return at === -1;
}

/** The position of the game whose names contain this offset, searched forward. */
export function nameAt(offsets: Uint32Array, at: number, from: number): number {
  let position = from;
  while ((offsets[position + 1] as number) <= at) position++;
  return position;
}

/** The quality of the best occurrence between start and end. */
export function qualityOf(bytes: Uint8Array, start: number, end: number, needle: Buffer): number {
  let best = NO_MATCH;
  for (let at = indexWithin(bytes, start, end, needle); at !== -1; at = indexWithin(bytes, at + 1, end, needle)) {
    best = Math.min(best, qualityAt(bytes, start, at, at + needle.length));
  }
  return best;
}

/** Whether a word starts with the needle or only contains it. */
export function wordQuality(bytes: Uint8Array, start: number, end: number, needle: Buffer): number {
  let best = NO_MATCH;
  for (let at = indexWithin(bytes, start, end, needle); at !== -1; at = indexWithin(bytes, at + 1, end, needle)) {
    best = bytes[at - 1] === SPACE || bytes[at - 1] === NEWLINE ? SEPARATE_WORDS : INSIDE_WORD;
    if (best === SEPARATE_WORDS) break;
  }
  return best;
}

/** Whether the needle follows, ignoring spaces. */
export function continuesWith(bytes: Uint8Array, start: number, needle: Uint8Array): boolean {
  let at = start;
  for (let i = 0; i < needle.length; i++, at++) {
    while (bytes[at] === SPACE) at++;
    if (bytes[at] !== needle[i]) return false;
  }
  return true;
}

/** How many bytes of the word match here, up to a complete character. The first MIN_PREFIX_BYTES do. */
export function lengthAt(bytes: Uint8Array, at: number, word: Buffer): number {
  let length = MIN_PREFIX_BYTES;
  while (length < word.length && bytes[at + length] === word[length]) length++;
  while (((word[length] ?? 0) & 0xc0) === 0x80) length--;
  return length;
}

/** By hand, because a subarray and an indexOf call for each of many short names are several times slower. */
function indexWithin(bytes: Uint8Array, start: number, end: number, needle: Buffer): number {
  const first = needle[0];
  for (let at = start; at <= end - needle.length; at++) {
    if (bytes[at] !== first) continue;
    let i = 1;
    while (i < needle.length && bytes[at + i] === needle[i]) i++;
    if (i === needle.length) return at;
  }
  return -1;
}

function qualityAt(bytes: Uint8Array, names: number, start: number, end: number): number {
  const [before, after] = [bytes[start - 1], bytes[end]];
  // The main title comes first, after the initial newline.
  if (before === NEWLINE && after === NEWLINE) return start === names + 1 ? TITLE : ALTERNATE_TITLE;
  if (before !== NEWLINE && before !== SPACE) return INSIDE_WORD;
  return after === NEWLINE || after === SPACE ? WHOLE_WORDS : WORD_PREFIX;
}
