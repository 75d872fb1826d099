/** Searching the packed names of all games: in plain words, each between two line ends. */

const NEWLINE = 10;
const SPACE = 32;

/** A beginning of fewer bytes is in too many names to say anything. */
export const SHORTEST = 3;

/** How well a name has what was typed, the best first. */
const TITLE = 0;
export const OTHER_TITLE = 1;
export const WHOLE_WORDS = 2;
const BEGINNING_OF_WORDS = 3;
export const SCATTERED = 4;
export const INSIDE = 5;
export const NONE = 6;

/** Visits the places of the needle, and goes on from where the visitor says. False if there are more than `most`. */
export function search(bytes: Uint8Array, needle: Buffer, most: number, visit: (at: number) => number): boolean {
  const { buffer, byteOffset, byteLength } = bytes;
  const haystack = Buffer.from(buffer as ArrayBuffer, byteOffset, byteLength);
  let at = haystack.indexOf(needle);
  for (let places = 0; at !== -1 && places < most; places++) at = haystack.indexOf(needle, visit(at));
  return at === -1;
}

/** The position of the game whose names hold this place, searched forward. */
export function nameAt(offsets: Uint32Array, at: number, from: number): number {
  let position = from;
  while ((offsets[position + 1] as number) <= at) position++;
  return position;
}

/** The best place that the needle has between start and end. */
export function qualityOf(bytes: Uint8Array, start: number, end: number, needle: Buffer): number {
  let best = NONE;
  for (let at = indexWithin(bytes, start, end, needle); at !== -1; at = indexWithin(bytes, at + 1, end, needle)) {
    best = Math.min(best, qualityAt(bytes, start, at, at + needle.length));
  }
  return best;
}

/** Whether a word begins with the needle, or only holds it. */
export function wordQuality(bytes: Uint8Array, start: number, end: number, needle: Buffer): number {
  let best = NONE;
  for (let at = indexWithin(bytes, start, end, needle); at !== -1; at = indexWithin(bytes, at + 1, end, needle)) {
    best = bytes[at - 1] === SPACE || bytes[at - 1] === NEWLINE ? SCATTERED : INSIDE;
    if (best === SCATTERED) break;
  }
  return best;
}

/** Whether the needle stands there, with any spaces in between. */
export function goesOn(bytes: Uint8Array, start: number, needle: Uint8Array): boolean {
  let at = start;
  for (let i = 0; i < needle.length; i++, at++) {
    while (bytes[at] === SPACE) at++;
    if (bytes[at] !== needle[i]) return false;
  }
  return true;
}

/** How many bytes of the word stand there, up to the last whole letter. Its beginning does. */
export function lengthAt(bytes: Uint8Array, at: number, word: Buffer): number {
  let length = SHORTEST;
  while (length < word.length && bytes[at + length] === word[length]) length++;
  while (((word[length] ?? 0) & 0xc0) === 0x80) length--;
  return length;
}

/** Names are short, and there are many: by hand this takes a fraction of the time of a view and a call for each. */
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
  // The title comes first, behind the line end that all names begin with.
  if (before === NEWLINE && after === NEWLINE) return start === names + 1 ? TITLE : OTHER_TITLE;
  if (before !== NEWLINE && before !== SPACE) return INSIDE;
  return after === NEWLINE || after === SPACE ? WHOLE_WORDS : BEGINNING_OF_WORDS;
}
