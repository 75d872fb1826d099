import { getOrInsert } from '../get-or-insert.ts';
import { balance, breakText, countLines, type Measured, type Piece } from './break-lines.ts';
import { charactersOf, type Slice } from './fonts.ts';
import { isRightToLeft, type Line, shapeLine } from './shape.ts';

/** A text with the fonts for its characters. */
export interface StyledText {
  text: string;
  slices: ReadonlyMap<string, Slice>;
  weight: number;
}

/** A line with its left edge, baseline and font size in pixels. */
export interface PlacedLine {
  line: Line;
  x: number;
  y: number;
  size: number;
}

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

interface SetText {
  lines: PlacedLine[];
  height: number;
  /** The layout with the highest score wins. */
  score: number;
}

/** With large steps, because covers with nearly equal font sizes look inconsistent next to each other. */
const WHOLE_SIZES = [120, 112, 104, 96, 88, 80, 72, 66, 60, 54, 50, 46, 42, 38, 35];
/** Sizes for titles that only fit with words broken across lines. */
const BROKEN_SIZES = [42, 38, 35, 32, 29, 26, 24, 22];
const SMALLEST = 22;
type Words = 'whole words' | 'broken words';
const SUBTITLE = { share: 0.56, smallest: SMALLEST, gap: 4, gapShare: 0.34, weight: 400 };
/** Larger type may cost one more line, but not two. A short last line lowers the score. */
const LINE_WEIGHT = 0.35;
const ORPHAN = { share: 0.3, factor: 0.8 };

/** Sets a title as large as the box allows, with its subtitle smaller below. */
export function setTitle(styled: StyledText, box: Box): PlacedLine[] {
  const [main, sub] = splitTitle(styled.text);
  const rightToLeft = isRightToLeft(styled.text);
  const parts = [openPart({ ...styled, text: main }, rightToLeft)];
  if (sub !== undefined) parts.push(openPart({ ...styled, text: sub, weight: SUBTITLE.weight }, rightToLeft));
  const set =
    setBest(parts, box, WHOLE_SIZES, 'whole words') ??
    setBest(parts, box, BROKEN_SIZES, 'broken words') ??
    truncate(styled.text, (text) =>
      setBest([openPart({ ...styled, text }, rightToLeft)], box, [SMALLEST], 'broken words'),
    );
  return set?.lines ?? [];
}

/** One line of a given size, truncated if necessary. */
export function setLine(
  styled: StyledText,
  size: number,
  box: Omit<Box, 'height'>,
  align: 'left' | 'right',
): PlacedLine[] {
  const set = (text: string) => {
    const line = shapeLine(text, styled.slices, styled.weight, isRightToLeft(text));
    const width = line.width * size;
    const x = align === 'right' ? box.x + box.width - width : box.x;
    return width <= box.width ? [{ line, x, y: box.y, size }] : undefined;
  };
  return set(styled.text) ?? truncate(styled.text, set) ?? [];
}

/** Binary search for the longest prefix that fits with an ellipsis. */
function truncate<T>(text: string, set: (prefix: string) => T | undefined): T | undefined {
  const characters = charactersOf(text);
  let [fits, tooLong] = [0, characters.length];
  let longest: T | undefined;
  while (tooLong - fits > 1) {
    const middle = (fits + tooLong) >> 1;
    const result = set(`${characters.slice(0, middle).join('').trimEnd()}…`);
    if (result) [fits, longest] = [middle, result];
    else tooLong = middle;
  }
  return longest;
}

/** Splits at the first colon or dash between words, which is dropped, or before brackets at the end, which are kept. */
export function splitTitle(text: string): [main: string, sub?: string] {
  const [, main, sub] = /^(.{2,}?)(?::\s+|：\s*|\s+[-–—~〜～]\s+)(\S.+)$/u.exec(text) ?? [];
  if (main !== undefined && sub !== undefined) return [main, sub];
  const [, before, brackets] = /^(.{2,}?)\s+(\([^()]{2,}\)|[~〜～].+[~〜～])$/u.exec(text) ?? [];
  return before === undefined || brackets === undefined ? [text] : [before, brackets];
}

interface Part extends StyledText {
  rightToLeft: boolean;
  pieces: readonly Piece[];
  shape(text: string): Line;
}

/** Caches shaped lines: they are measured in ems and so the same for every size. */
function openPart(styled: StyledText, rightToLeft: boolean): Part {
  const lines = new Map<string, Line>();
  const shape = (text: string) =>
    getOrInsert(lines, text, () => shapeLine(text, styled.slices, styled.weight, rightToLeft));
  return { ...styled, rightToLeft, pieces: breakText(styled.text), shape };
}

function setBest(parts: Part[], box: Box, sizes: readonly number[], words: Words): SetText | undefined {
  return sizes
    .flatMap((size) => setParts(parts, size, box, words) ?? [])
    .filter(({ height }) => height <= box.height)
    .toSorted((a, b) => b.score - a.score)[0];
}

function setParts([main, sub]: Part[], size: number, box: Box, words: Words): SetText | undefined {
  const upper = main && setPart(main, size, box, words);
  if (!upper || !sub) return upper;
  const subSize = Math.max(SUBTITLE.smallest, Math.round(size * SUBTITLE.share));
  const gap = Math.round(SUBTITLE.gap + subSize * SUBTITLE.gapShare);
  const y = box.y + upper.height + gap;
  const lower = setPart(sub, subSize, { ...box, y }, words);
  return lower && { ...upper, lines: [...upper.lines, ...lower.lines], height: upper.height + gap + lower.height };
}

/** Undefined if the text does not fit. */
function setPart(part: Part, size: number, box: Box, words: Words): SetText | undefined {
  const pieces = measurePieces(part, words, box.width / size);
  // Kerning between pieces may make a line slightly wider than their sum.
  const width = (box.width / size) * 0.99;
  const count = countLines(pieces, width);
  // Checked first, because balancing a long text takes seconds.
  if (count === undefined || heightOf(part, count, size) > box.height) return undefined;
  const starts = balance(pieces, count, width);
  if (!starts) return undefined;
  const texts = starts.map((start, i) => joinPieces(pieces.slice(start, starts[i + 1])));
  return placeLines(part, texts, size, box);
}

function placeLines(part: Part, texts: readonly string[], size: number, box: Box): SetText {
  const { lineHeight, ascent } = measuresOf(part);
  const lines = texts.map((text, i): PlacedLine => {
    const line = part.shape(text);
    const x = part.rightToLeft ? box.x + box.width - line.width * size : box.x;
    return { line, x, y: box.y + (ascent + i * lineHeight) * size, size };
  });
  const height = heightOf(part, texts.length, size);
  return { lines, height, score: (size / lines.length ** LINE_WEIGHT) * (hasOrphan(lines) ? ORPHAN.factor : 1) };
}

function heightOf(part: Part, lines: number, size: number): number {
  const { lineHeight, ascent, descent } = measuresOf(part);
  return (ascent + (lines - 1) * lineHeight + descent) * size;
}

function hasOrphan(lines: readonly PlacedLine[]): boolean {
  const widths = lines.map(({ line }) => line.width);
  return (widths.at(-1) ?? 0) < ORPHAN.share * Math.max(...widths);
}

/** The maximum of all fonts in the text. */
function measuresOf({ text, slices }: Part): { lineHeight: number; ascent: number; descent: number } {
  const families = charactersOf(text).flatMap((character) => slices.get(character)?.family ?? []);
  const largest = (measure: 'lineHeight' | 'ascent' | 'descent') =>
    Math.max(...families.map((family) => family[measure]));
  return { lineHeight: largest('lineHeight'), ascent: largest('ascent'), descent: largest('descent') };
}

function measurePieces({ pieces, shape }: Part, words: Words, width: number): Measured[] {
  return pieces.flatMap((piece) => {
    if (words === 'whole words' || shape(piece.text).width <= width) return [measure(piece, shape)];
    const characters = charactersOf(piece.text);
    return characters.map((character, i) =>
      measure({ text: character, gap: i === characters.length - 1 ? piece.gap : '' }, shape),
    );
  });
}

function measure(piece: Piece, shape: Part['shape']): Measured {
  const { width } = shape(piece.text);
  // Measured between two copies of the text, because a space alone has no font.
  const space = piece.gap === '' ? 0 : shape(`${piece.text} ${piece.text}`).width - 2 * width;
  return { ...piece, width, advance: width + space };
}

function joinPieces(pieces: readonly Measured[]): string {
  return pieces.map(({ text, gap }, i) => (i === pieces.length - 1 ? text : text + gap)).join('');
}
