import { charactersOf, EM, findSlices } from './fonts.ts';
import type { PlacedLine, StyledText } from './set-text.ts';

/** Longer texts do not fit even at the smallest size. */
const MAX_LETTERS = 600;

/** Leaves out characters that no font has. */
export async function styleText(text: string, weight: number): Promise<StyledText> {
  const typographic = withTypography(text);
  const slices = await findSlices(`${typographic}…`);
  const drawable = charactersOf(typographic).filter((character) => /^\s+$/.test(character) || slices.has(character));
  return { text: drawable.join('').replaceAll(/\s+/g, ' ').trim(), slices, weight };
}

/** Replaces straight apostrophes and hyphens by typographic ones. */
function withTypography(text: string): string {
  return text
    .slice(0, MAX_LETTERS)
    .normalize('NFC')
    .replaceAll(/(?<=[\p{L}\d])'/gu, '’')
    .replaceAll(/ -+ /g, ' – ');
}

/** Text is drawn as outlines, so that the picture does not depend on installed fonts. */
export function drawLine({ line, x, y, size }: PlacedLine): string {
  const scale = size / EM;
  const paths = line.glyphs.map((glyph) => `<path transform="translate(${glyph.x} ${glyph.y})" d="${glyph.outline}"/>`);
  return `<g transform="translate(${x.toFixed(2)} ${y.toFixed(2)}) scale(${scale} ${-scale})">${paths.join('')}</g>`;
}
