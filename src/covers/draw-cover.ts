import { COVER_SIZE, type CoverText } from '../catalog/render/generated-cover.ts';
import { loadSharp } from '../pictures/sharp.ts';
import { drawLine, styleText } from './draw-text.ts';
import { drawOrnament, FIELD } from './ornaments.ts';
import { choosePalette } from './palettes.ts';
import { createSeededRandom } from './seeded-random.ts';
import { type PlacedLine, type StyledText, setLine, setTitle } from './set-text.ts';

const MARGIN = 48;
const TOP = { baseline: 74, size: 26, weight: 500, gap: 32 };
const RULE = { y: 92, height: 2 };
const TITLE = { top: 124, bottom: 372, weight: 600 };

/** An indexed palette halves the file without visible loss, because covers have few flat colours. */
const PNG = { palette: true, dither: 0, effort: 1, compressionLevel: 9 };

/** A cover with platform, year and title, an ornament chosen by the title, and colours chosen by the platform. */
export async function drawCover(text: CoverText, width = COVER_SIZE.width): Promise<Buffer> {
  const svg = await drawSvg(text);
  const sharp = await loadSharp();
  return sharp(Buffer.from(svg), { density: (72 * width) / COVER_SIZE.width })
    .removeAlpha()
    .png(PNG)
    .toBuffer();
}

export async function drawSvg({ title, platform, year }: CoverText): Promise<string> {
  const random = createSeededRandom(title);
  const palette = choosePalette(platform ?? '', random);
  const { width, height } = COVER_SIZE;
  const [titleText, platformText, yearText] = await Promise.all([
    styleText(title, TITLE.weight),
    styleText(platform ?? '', TOP.weight),
    styleText(year ?? '', TOP.weight),
  ]);
  const lines = [...setTop(platformText, yearText), ...setTitleLines(titleText)];
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
<rect width="${width}" height="${height}" fill="${palette.ground}"/>
${drawField(titleText.text === '' ? RULE.y : height - FIELD.height, drawOrnament(random, palette))}
<g fill="${palette.ink}"><rect x="${MARGIN}" y="${RULE.y}" width="${width - 2 * MARGIN}" height="${RULE.height}"/>
${lines.map(drawLine).join('\n')}</g>
</svg>`;
}

/** The ornament from `top` to the bottom edge. If no character of the title can be drawn, it also gets that space. */
function drawField(top: number, ornament: string): string {
  const [width, height] = [COVER_SIZE.width, COVER_SIZE.height - top];
  const viewBox = `0 0 ${FIELD.width} ${FIELD.height}`;
  return `<svg y="${top}" width="${width}" height="${height}" viewBox="${viewBox}" preserveAspectRatio="xMidYMid slice">${ornament}</svg>`;
}

function setTop(platform: StyledText, year: StyledText): PlacedLine[] {
  const box = { x: MARGIN, y: TOP.baseline, width: COVER_SIZE.width - 2 * MARGIN };
  const right = year.text === '' ? [] : setLine(year, TOP.size, box, 'right');
  const taken = right.map(({ line, size }) => line.width * size + TOP.gap);
  const width = box.width - Math.max(0, ...taken);
  const left = platform.text === '' ? [] : setLine(platform, TOP.size, { ...box, width }, 'left');
  return [...left, ...right];
}

function setTitleLines(title: StyledText): PlacedLine[] {
  if (title.text === '') return [];
  return setTitle(title, {
    x: MARGIN,
    y: TITLE.top,
    width: COVER_SIZE.width - 2 * MARGIN,
    height: TITLE.bottom - TITLE.top,
  });
}
