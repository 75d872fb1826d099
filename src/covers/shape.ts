import bidiModule from 'bidi-js';
import { Buffer, Direction, type Font, shape } from 'harfbuzzjs';
import { charactersOf, EM, type Slice } from './fonts.ts';

/** One shaped line of text: glyph outlines in visual order. */
export interface Line {
  /** In ems. */
  width: number;
  glyphs: Glyph[];
}

/** An outline as an SVG path in font units, y pointing up. */
interface Glyph {
  x: number;
  y: number;
  outline: string;
}

interface Run {
  text: string;
  slice: Slice;
  /** The bidi embedding level. Odd levels are right-to-left. */
  level: number;
}

// The types describe the ES module, but Node loads the CommonJS one, whose default export is the function itself.
const bidi = (bidiModule as unknown as typeof bidiModule.default)();

export function isRightToLeft(text: string): boolean {
  return bidi.getEmbeddingLevels(text).paragraphs[0]?.level === 1;
}

/** Characters without a slice are left out. */
export function shapeLine(
  text: string,
  slices: ReadonlyMap<string, Slice>,
  weight: number,
  rightToLeft: boolean,
): Line {
  const glyphs: Glyph[] = [];
  let x = 0;
  for (const run of inVisualOrder(listRuns(text, slices, rightToLeft))) {
    const font = run.slice.atWeight(weight);
    for (const { codepoint, xOffset = 0, yOffset = 0, xAdvance = 0 } of shapeRun(run, font)) {
      const outline = font.glyphToPath(codepoint);
      if (outline !== '') glyphs.push({ x: x + xOffset, y: yOffset, outline });
      x += xAdvance;
    }
  }
  return { width: x / EM, glyphs };
}

const buffer = new Buffer();

function shapeRun({ text, level }: Run, font: Font) {
  buffer.reset();
  buffer.addText(text);
  buffer.guessSegmentProperties();
  buffer.setDirection(level % 2 === 1 ? Direction.RTL : Direction.LTR);
  shape(font, buffer);
  return buffer.getGlyphInfosAndPositions();
}

/** Splits the text into runs of one font and direction. A space belongs to the run before it. */
function listRuns(text: string, slices: ReadonlyMap<string, Slice>, rightToLeft: boolean): Run[] {
  const { levels } = bidi.getEmbeddingLevels(text, rightToLeft ? 'rtl' : 'ltr');
  const runs: Run[] = [];
  let start = 0;
  for (const character of charactersOf(text)) {
    const level = levels[start] ?? 0;
    start += character.length;
    const last = runs.at(-1);
    const slice = slices.get(character) ?? (/^\s+$/.test(character) ? last?.slice : undefined);
    if (!slice) continue;
    if (last && last.slice === slice && last.level === level) last.text += character;
    else runs.push({ text: character, slice, level });
  }
  return runs;
}

/** Rule L2 of the Unicode bidirectional algorithm, applied to runs: reverses sequences from the highest level down. */
function inVisualOrder(runs: Run[]): Run[] {
  const ordered = [...runs];
  for (let level = Math.max(0, ...runs.map((run) => run.level)); level > 0; level--) {
    for (let start = 0; start < ordered.length; start++) {
      let end = start;
      while ((ordered[end]?.level ?? -1) >= level) end++;
      if (end > start) ordered.splice(start, end - start, ...ordered.slice(start, end).reverse());
      start = end;
    }
  }
  return ordered;
}
