import { countTexts, type Texts } from '../snapshot/shared-arrays.ts';
import { firstIndex } from '../snapshot/sorted-lists.ts';
import { findPrefix, lengthAt } from './word-index.ts';

/** A word of the dictionary, or a range of words, and its distance from the searched word. */
export interface NearWords {
  from: number;
  to: number;
  edits: number;
}

const FIRST_LETTER = 97;
const LAST_LETTER = 122;
/** A bit for each letter. */
const ALL_LETTERS = 2 ** 26 - 1;

/** Edits allowed in a word of this length. Shorter words differ too little from others. */
export function allowedEdits(length: number): number {
  if (length < 4) return 0;
  return length < 8 ? 1 : 2;
}

/**
 * The words at most `maxEdits` insertions, deletions, substitutions or swaps of neighbours away. Walks the sorted dictionary
 * like a tree and leaves a branch when its prefix differs too much; when all edits are used, the rest is looked up. Only
 * words of Latin letters: a digit more or less is another game, not a typo. With more than one edit, the first letter must
 * be right: people seldom miss it, and the walk is ten times shorter.
 */
export function findNearWords(words: Texts, searched: string, maxEdits: number, asPrefix: boolean): NearWords[] {
  const found: NearWords[] = [];
  if (!/^[a-z]+$/.test(searched)) return found;
  const target = Buffer.from(searched);
  const { length } = target;
  // rows[d][j] is the distance of the first d letters of a word from the first j letters of the target.
  const rows = Array.from({ length: length + maxEdits + 1 }, () => new Uint8Array(length + 1));
  const path = new Uint8Array(rows.length);
  for (let j = 0; j <= length; j++) (rows[0] as Uint8Array)[j] = j;

  const visit = (start: number, to: number, depth: number, lowest: number) => {
    const edits = Math.abs(depth - length) > maxEdits ? maxEdits + 1 : ((rows[depth] as Uint8Array)[length] as number);
    let from = start;
    if (asPrefix && edits <= maxEdits) {
      found.push({ from, to, edits });
      return;
    }
    if (lengthAt(words, from) === depth) {
      if (edits <= maxEdits) found.push({ from, to: from + 1, edits });
      from++;
    }
    if (depth + 1 === rows.length) return;
    // When all edits are used, few letters can follow.
    let following = lowest === maxEdits ? listFollowing(rows, path, target, depth, maxEdits) : ALL_LETTERS;
    while (following !== 0) {
      const next = FIRST_LETTER + 31 - Math.clz32(following & -following);
      from = startOfLetter(words, from, to, depth, next);
      if (from === to) return;
      const letter = letterAt(words, from, depth);
      if (letter > LAST_LETTER) return;
      const bit = 1 << (letter - FIRST_LETTER);
      if ((following & bit) !== 0) {
        const end = startOfLetter(words, from, to, depth, letter + 1);
        path[depth] = letter;
        const least = fillRow(rows, path, target, depth + 1, maxEdits);
        if (least <= maxEdits) visit(from, end, depth + 1, least);
        from = end;
      }
      following &= -bit << 1;
    }
  };
  const [from, to] = maxEdits > 1 ? findPrefix(words, searched[0] as string) : [0, countTexts(words)];
  if (from < to) visit(from, to, 0, 0);
  return found;
}

/** When all edits are used, the letters that can follow: those of the target, also the second one of a swap. A bit for each. */
function listFollowing(
  rows: Uint8Array[],
  path: Uint8Array,
  target: Uint8Array,
  depth: number,
  maxEdits: number,
): number {
  const row = rows[depth] as Uint8Array;
  const above = rows[depth - 1];
  const bitOf = (j: number) => 1 << ((target[j] as number) - FIRST_LETTER);
  let letters = 0;
  for (let j = Math.max(0, depth - maxEdits); j < target.length && j <= depth + maxEdits; j++) {
    if (row[j] === maxEdits) letters |= bitOf(j);
    const isSwap = above && j > 0 && target[j] === path[depth - 1] && (above[j - 1] as number) < maxEdits;
    if (isSwap) letters |= bitOf(j - 1);
  }
  return letters;
}

/**
 * Fills the row of a depth, near its diagonal: elsewhere, the distance is larger than allowed. Returns the least distance:
 * if it is too large, no word that begins like this is near enough.
 */
function fillRow(rows: Uint8Array[], path: Uint8Array, target: Uint8Array, depth: number, maxEdits: number): number {
  const row = rows[depth] as Uint8Array;
  const above = rows[depth - 1] as Uint8Array;
  const letter = path[depth - 1];
  const first = Math.max(1, depth - maxEdits);
  const last = Math.min(target.length, depth + maxEdits);
  row[first - 1] = first === 1 ? depth : maxEdits + 1;
  if (last < target.length) row[last + 1] = maxEdits + 1;
  let lowest = row[first - 1] as number;
  for (let j = first; j <= last; j++) {
    const substituted = (above[j - 1] as number) + (target[j - 1] === letter ? 0 : 1);
    const shifted = Math.min(above[j] as number, row[j - 1] as number) + 1;
    let edits = substituted < shifted ? substituted : shifted;
    if (depth > 1 && j > 1 && target[j - 1] === path[depth - 2] && target[j - 2] === letter)
      edits = Math.min(edits, ((rows[depth - 2] as Uint8Array)[j - 2] as number) + 1);
    row[j] = edits;
    if (edits < lowest) lowest = edits;
  }
  return lowest;
}

function letterAt({ bytes, offsets }: Texts, i: number, depth: number): number {
  return bytes[(offsets[i] as number) + depth] as number;
}

/** The first word of a range with this letter, or a later one, at `depth`. The words of a range are equal up to there. */
function startOfLetter(words: Texts, from: number, to: number, depth: number, letter: number): number {
  if (from < to && letterAt(words, from, depth) >= letter) return from;
  // It is often near the beginning.
  let step = 1;
  while (from + step < to && letterAt(words, from + step, depth) < letter) step *= 2;
  return firstIndex(from + (step >>> 1), Math.min(to, from + step), (i) => letterAt(words, i, depth) >= letter);
}
