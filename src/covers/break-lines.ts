/** A piece of text that is never broken across lines. */
export interface Piece {
  text: string;
  /** The separator before the next piece on the same line. */
  gap: '' | ' ';
}

const WORDS = new Intl.Segmenter('en', { granularity: 'word' });

/** Scripts without spaces between words. The segmenter finds word boundaries with a dictionary. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー々〆]/u;
/** Characters that must not start a line, and those that must not end one. */
const NOT_AT_START =
  /^[\p{Pe}\p{Pf}\p{M}\p{Lm}!?.,:;%…‥・ー～〜、。，．：；！？ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ々"'’”]/u;
const NOT_AT_END = /[\p{Ps}\p{Pi}#$"'“‘]$/u;
/** Allows a break after a hyphen between words: Counter-Strike, but not R-Type. */
const HYPHENATED = /\p{L}{3,}[-‐–/]$/u;

/** Splits a text at its line break opportunities. */
export function breakText(text: string): Piece[] {
  const pieces: Piece[] = [];
  let open: string | undefined;
  for (const { segment } of WORDS.segment(text.trim())) {
    if (/^\s+$/.test(segment)) {
      if (open !== undefined) pieces.push({ text: open, gap: ' ' });
      open = undefined;
    } else if (open !== undefined && mayBreak(open, segment)) {
      pieces.push({ text: open, gap: '' });
      open = segment;
    } else {
      open = (open ?? '') + segment;
    }
  }
  return open === undefined ? pieces : [...pieces, { text: open, gap: '' }];
}

function mayBreak(before: string, after: string): boolean {
  if (NOT_AT_START.test(after) || NOT_AT_END.test(before)) return false;
  if (HYPHENATED.test(before)) return /^\p{L}{3,}/u.test(after);
  return UNSPACED.test(before.at(-1) as string) || UNSPACED.test(Array.from(after)[0] as string);
}

export interface Measured extends Piece {
  /** `advance` includes the gap. */
  width: number;
  advance: number;
}

/** Articles, prepositions and conjunctions, which should not end a line. */
const AVOID_AT_END =
  /^(a|an|the|of|in|on|to|at|by|for|from|and|or|vs\.?|with|de|du|des|la|le|les|el|los|las|y|et|un|une|der|die|das|den|dem|des|von|und|im|il|lo|gli|e|di|da|o|os|as|do|dos)$/i;
/** Numbers and dashes, which should not start a line. */
const AVOID_AT_START = /^(\d{1,4}|[IVX]+|[-–—~〜～])$/;
/** The same cost as a line that is half empty. */
const BAD_BREAK_COST = 0.25;

/**
 * Breaks the pieces into `count` lines of similar length, minimizing the sum of squared empty space. Returns the start of
 * each line, or undefined if the pieces do not fit.
 */
export function balance(pieces: readonly Measured[], count: number, width: number): number[] | undefined {
  // Dynamic programming: best[i] is the cheapest way to break the first i pieces into the lines so far.
  let best: { cost: number; starts: number[] }[] = [{ cost: 0, starts: [] }];
  for (let line = 0; line < count; line++) {
    const next: typeof best = [];
    for (let end = line + 1; end <= pieces.length; end++) {
      for (let start = end - 1, length = 0; start >= line; start--) {
        const last = start === end - 1;
        length += last ? (pieces[start] as Measured).width : (pieces[start] as Measured).advance;
        if (length > width) break;
        const before = best[start];
        if (!before) continue;
        const cost = before.cost + (1 - length / width) ** 2 + breakCost(pieces, end);
        if (cost < (next[end]?.cost ?? Number.POSITIVE_INFINITY))
          next[end] = { cost, starts: [...before.starts, start] };
      }
    }
    best = next;
  }
  return best[pieces.length]?.starts;
}

function breakCost(pieces: readonly Measured[], end: number): number {
  const [before, after] = [pieces[end - 1], pieces[end]];
  if (!before || !after) return 0;
  const isCompound = before.gap === '' && HYPHENATED.test(before.text);
  return isCompound || AVOID_AT_END.test(before.text) || AVOID_AT_START.test(after.text) ? BAD_BREAK_COST : 0;
}

/** The minimum number of lines, or undefined if a piece is wider than a line. */
export function countLines(pieces: readonly Measured[], width: number): number | undefined {
  let count = 0;
  let length = Number.POSITIVE_INFINITY;
  for (const piece of pieces) {
    if (piece.width > width) return undefined;
    if (length + piece.width > width) {
      count++;
      length = 0;
    }
    length += piece.advance;
  }
  return count;
}
