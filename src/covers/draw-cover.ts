import { COVER_SIZE, type CoverText } from '../catalog/render/generated-cover.ts';
import { type LinkPreview, PREVIEW_SIZE } from '../catalog/render/link-preview.ts';
import { loadSharp } from '../pictures/inspect.ts';
import type { Fonts } from './fonts.ts';
import { drawOrnament, FIELD } from './ornaments.ts';
import { choosePalette, createSeededRandom } from './palettes.ts';
import { type PlacedText, setLine, setTitle } from './text.ts';

const MARGIN = 48;
const TOP = { y: 55, size: 26, weight: 500, gap: 32 };
const RULE = { y: 92, height: 2 };
const TITLE = { x: MARGIN, y: 124, width: COVER_SIZE.width - 2 * MARGIN, height: 248, weight: 600 };

/** An indexed palette halves the file without visible loss, because covers have few flat colours. */
const PNG = { palette: true, dither: 0, effort: 1, compressionLevel: 9 };

/** A cover with platform, year and title, an ornament chosen by the title, and colours chosen by the platform. */
export async function drawCover(
  fonts: Fonts,
  { title, platform = '', year = '' }: CoverText,
  width: number,
): Promise<Buffer> {
  const random = createSeededRandom(title);
  const palette = choosePalette(platform, random);
  const small = { weight: TOP.weight, colour: palette.ink };
  const titleTexts = await setTitle(fonts, title, { weight: TITLE.weight, colour: palette.ink }, TITLE);
  const [yearText] = await setLine(fonts, year, small, TOP.size, { ...TITLE, y: TOP.y });
  const rest = TITLE.width - (yearText ? yearText.width + TOP.gap : 0);
  const platformTexts = await setLine(fonts, platform, small, TOP.size, { ...TITLE, y: TOP.y, width: rest });
  const right = yearText ? [{ ...yearText, x: MARGIN + TITLE.width - yearText.width }] : [];
  const { width: fullWidth, height } = COVER_SIZE;
  // If no character of the title can be drawn, the ornament gets its space, too.
  const top = titleTexts.length === 0 ? RULE.y : height - FIELD.height;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${fullWidth}" height="${height}" viewBox="0 0 ${fullWidth} ${height}">
<rect width="${fullWidth}" height="${height}" fill="${palette.ground}"/>
<svg y="${top}" width="${fullWidth}" height="${height - top}" viewBox="0 0 ${FIELD.width} ${FIELD.height}" preserveAspectRatio="xMidYMid slice">${drawOrnament(random, palette)}</svg>
<rect x="${MARGIN}" y="${RULE.y}" width="${TITLE.width}" height="${RULE.height}" fill="${palette.ink}"/>
</svg>`;
  const drawn = await drawOver(svg, [...platformTexts, ...right, ...titleTexts], width / fullWidth);
  return drawn.png(PNG).toBuffer();
}

/** The SVG with the texts over it. */
async function drawOver(svg: string, texts: readonly PlacedText[], scale: number) {
  const sharp = await loadSharp();
  const layers = texts.map(async ({ picture: { data, info }, x, y, width, height }) => {
    const input = await sharp(data, { raw: { ...info, channels: 4 } })
      .resize({
        width: Math.max(1, Math.round(width * scale)),
        height: Math.max(1, Math.round(height * scale)),
        fit: 'fill',
      })
      .png({ compressionLevel: 0 })
      .toBuffer();
    return { input, left: Math.round(x * scale), top: Math.round(y * scale) };
  });
  return sharp(Buffer.from(svg), { density: 72 * scale })
    .composite(await Promise.all(layers))
    .removeAlpha();
}

/** The colours of the site. */
const COLOURS = { paper: '#f3f0e9', ink: '#1d1b18', muted: '#5f594f', accent: '#9c2f1b' };
const PREVIEW_COVER = { x: 64, y: 60, width: 383, height: 510 };
const TEXT = { x: 511, width: PREVIEW_SIZE.width - 511 - 64 };
const PREVIEW_TOP = { y: 70, size: 30, weight: 500 };
const PREVIEW_TITLE = { ...TEXT, y: 128, height: 342, weight: 650 };
const BRAND = { y: 536, size: 44, weight: 700 };
const BAR_HEIGHT = 12;
const MAX_PLATFORMS = 3;
const JPEG = { quality: 88, chromaSubsampling: '4:4:4', mozjpeg: true };

/** The cover on the left; year, platforms and title on the right. Without a stored cover a generated one is shown. */
export async function drawPreview(
  fonts: Fonts,
  { text, platforms }: LinkPreview,
  storedCover: Uint8Array | undefined,
): Promise<Buffer> {
  const sharp = await loadSharp();
  const cover = (await decode(storedCover)) ?? (await drawCover(fonts, text, PREVIEW_COVER.width));
  const { data, info } = await sharp(cover)
    .resize({ width: PREVIEW_COVER.width, height: PREVIEW_COVER.height, fit: 'inside' })
    .toColourspace('srgb')
    .png()
    .toBuffer({ resolveWithObject: true });
  const left = PREVIEW_COVER.x + Math.round((PREVIEW_COVER.width - info.width) / 2);
  const top = PREVIEW_COVER.y + Math.round((PREVIEW_COVER.height - info.height) / 2);
  const { width, height } = PREVIEW_SIZE;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
<rect width="${width}" height="${height}" fill="${COLOURS.paper}"/>
<rect y="${height - BAR_HEIGHT}" width="${width}" height="${BAR_HEIGHT}" fill="${COLOURS.accent}"/>
</svg>`;
  const line = (words: string, { y, size, weight }: typeof BRAND, colour: string) =>
    setLine(fonts, words, { weight, colour }, size, { ...TEXT, y });
  const texts = [
    ...(await line(topLine(text.year, platforms), PREVIEW_TOP, COLOURS.muted)),
    ...(await setTitle(fonts, text.title, { weight: PREVIEW_TITLE.weight, colour: COLOURS.ink }, PREVIEW_TITLE)),
    ...(await line('Ludex', BRAND, COLOURS.accent)),
  ];
  const drawn = await (await drawOver(svg, texts, 1)).png({ compressionLevel: 0 }).toBuffer();
  return sharp(drawn)
    .composite([{ input: data, left, top }])
    .jpeg(JPEG)
    .toBuffer();
}

/** Undefined if there is no file, or it is damaged. */
async function decode(file: Uint8Array | undefined): Promise<Buffer | undefined> {
  const sharp = await loadSharp();
  return (
    file &&
    (await sharp(file)
      .png()
      .toBuffer()
      .catch(() => undefined))
  );
}

/** `1985 · NES, Game Boy, Arcade +3`. */
function topLine(year: string | undefined, platforms: readonly string[]): string {
  const more = platforms.length - MAX_PLATFORMS;
  const names = platforms.slice(0, MAX_PLATFORMS).join(', ') + (more > 0 ? ` +${more}` : '');
  return [year, names].filter(Boolean).join(' · ');
}
