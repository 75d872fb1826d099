/** A piece of a text that stays on one line, and how wide it is. */
export interface Piece {
  text: string;
  /** What is put between it and the next piece on the same line. */
  gap: '' | ' ';
}

const WORDS = new Intl.Segmenter('en', { granularity: 'word' });

/** Scripts that write no spaces between words: a dictionary tells where those end. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー々〆]/u;
/** What never stands at the beginning of a line, and at its end. */
const CLINGS_BACK =
  /^[\p{Pe}\p{Pf}\p{M}\p{Lm}!?.,:;%…‥・ー～〜、。，．：；！？ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ々"'’”]/u;
const CLINGS_ON = /[\p{Ps}\p{Pi}#$"'“‘]$/u;
/** After a dash in a word, if both sides are words by themselves: Counter-Strike, but not R-Type. */
const DASHED = /\p{L}{3,}[-‐–/]$/u;

/** Where a text may be broken into lines. */
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
  if (CLINGS_BACK.test(after) || CLINGS_ON.test(before)) return false;
  if (DASHED.test(before)) return /^\p{L}{3,}/u.test(after);
  return UNSPACED.test(before.at(-1) as string) || UNSPACED.test(Array.from(after)[0] as string);
}

export interface Measured extends Piece {
  /** Without and with the gap. */
  width: number;
  advance: number;
}

/** The words that should not end a line: they belong to what follows. */
const LEANS_ON =
  /^(a|an|the|of|in|on|to|at|by|for|from|and|or|vs\.?|with|de|du|des|la|le|les|el|los|las|y|et|un|une|der|die|das|den|dem|des|von|und|im|il|lo|gli|e|di|da|o|os|as|do|dos)$/i;
/** What should not begin one: it belongs to what stands before. */
const LEANS_BACK = /^(\d{1,4}|[IVX]+|[-–—~〜～])$/;
/** As much as a line that is half empty. */
const LEANING_COST = 0.25;

/**
 * Lines of about the same length: of all ways to break the pieces into this many lines within the width, the one with
 * the least sum of squared rests. Undefined: there is none.
 */
export function balance(pieces: readonly Measured[], count: number, width: number): number[] | undefined {
  // best[n][i]: the cheapest way to set the first i pieces in n lines, and where the last of these begins.
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
        const cost = before.cost + (1 - length / width) ** 2 + leaning(pieces, end);
        if (cost < (next[end]?.cost ?? Number.POSITIVE_INFINITY))
          next[end] = { cost, starts: [...before.starts, start] };
      }
    }
    best = next;
  }
  return best[pieces.length]?.starts;
}

function leaning(pieces: readonly Measured[], end: number): number {
  const [before, after] = [pieces[end - 1], pieces[end]];
  if (!before || !after) return 0;
  const isCompound = before.gap === '' && DASHED.test(before.text);
  return isCompound || LEANS_ON.test(before.text) || LEANS_BACK.test(after.text) ? LEANING_COST : 0;
}

/** As few lines as can be. Undefined: a piece is wider than a line. */
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
