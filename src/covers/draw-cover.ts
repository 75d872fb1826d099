import { COVER_SIZE, type CoverText } from '../catalog/render/generated-cover.ts';
import { loadSharp } from '../pictures/inspect.ts';
import { drawOrnament, FIELD } from './ornaments.ts';
import { choosePalette, createSeededRandom } from './palettes.ts';
import { type PlacedText, setLine, setTitle } from './text.ts';

const MARGIN = 48;
const TOP = { y: 55, size: 26, weight: 500, gap: 32 };
const LINE = { y: TOP.y, height: 2 * TOP.size };
const RULE = { y: 92, height: 2 };
const TITLE = { x: MARGIN, y: 124, width: COVER_SIZE.width - 2 * MARGIN, height: 248, weight: 600 };

/** An indexed palette halves the file without visible loss, because covers have few flat colours. */
const PNG = { palette: true, dither: 0, effort: 1, compressionLevel: 9 };

/** A cover with platform, year and title, an ornament chosen by the title, and colours chosen by the platform. */
export async function drawCover({ title, platform = '', year = '' }: CoverText, width: number): Promise<Buffer> {
  const random = createSeededRandom(title);
  const palette = choosePalette(platform, random);
  const small = { weight: TOP.weight, colour: palette.ink };
  const titleTexts = await setTitle(title, { weight: TITLE.weight, colour: palette.ink }, TITLE);
  const [yearText] = await setLine(year, small, TOP.size, { ...TITLE, ...LINE });
  const rest = TITLE.width - (yearText ? yearText.width + TOP.gap : 0);
  const platformTexts = await setLine(platform, small, TOP.size, { ...TITLE, ...LINE, width: rest });
  const right = yearText ? [{ ...yearText, x: MARGIN + TITLE.width - yearText.width }] : [];
  const { width: fullWidth, height } = COVER_SIZE;
  // If no character of the title can be drawn, the ornament gets its space, too.
  const top = titleTexts.length === 0 ? RULE.y : height - FIELD.height;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${fullWidth}" height="${height}" viewBox="0 0 ${fullWidth} ${height}">
<rect width="${fullWidth}" height="${height}" fill="${palette.ground}"/>
<svg y="${top}" width="${fullWidth}" height="${height - top}" viewBox="0 0 ${FIELD.width} ${FIELD.height}" preserveAspectRatio="xMidYMid slice">${drawOrnament(random, palette)}</svg>
<rect x="${MARGIN}" y="${RULE.y}" width="${TITLE.width}" height="${RULE.height}" fill="${palette.ink}"/>
${[...platformTexts, ...right, ...titleTexts].map(drawText).join('')}
</svg>`;
  const sharp = await loadSharp();
  const drawn = sharp(Buffer.from(svg), { density: (72 * width) / fullWidth });
  return drawn.removeAlpha().png(PNG).toBuffer();
}

function drawText({ png, x, y, width, height }: PlacedText): string {
  const data = png.toString('base64');
  return `<image x="${x}" y="${y}" width="${width}" height="${height}" preserveAspectRatio="none" href="data:image/png;base64,${data}"/>`;
}
