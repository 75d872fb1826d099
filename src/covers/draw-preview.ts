import { type LinkPreview, PREVIEW_SIZE } from '../catalog/render/link-preview.ts';
import { loadSharp } from '../pictures/sharp.ts';
import { drawCover } from './draw-cover.ts';
import { drawLine, styleText } from './draw-text.ts';
import { setLine, setTitle } from './set-text.ts';

/** The colours of the site. */
const COLOURS = { paper: '#f3f0e9', ink: '#1d1b18', muted: '#5f594f', accent: '#9c2f1b' };
const COVER = { x: 64, y: 60, width: 383, height: 510 };
const TEXT = { x: 511, width: PREVIEW_SIZE.width - 511 - 64 };
const TOP = { baseline: 92, size: 30, weight: 500 };
const TITLE = { top: 128, bottom: 470, weight: 650 };
const BRAND = { baseline: 568, size: 44, weight: 700 };
const BAR_HEIGHT = 12;
const MAX_PLATFORMS = 3;
const JPEG = { quality: 88, chromaSubsampling: '4:4:4', mozjpeg: true };

/** The cover on the left; year, platforms and title on the right. Without a stored cover a generated one is shown. */
export async function drawPreview(preview: LinkPreview, storedCover: Uint8Array | undefined): Promise<Buffer> {
  const sharp = await loadSharp();
  const cover = (await decode(storedCover)) ?? (await drawCover(preview.text, COVER.width));
  const { data, info } = await sharp(cover)
    .resize({ width: COVER.width, height: COVER.height, fit: 'inside' })
    .toColourspace('srgb')
    .png()
    .toBuffer({ resolveWithObject: true });
  const left = COVER.x + Math.round((COVER.width - info.width) / 2);
  const top = COVER.y + Math.round((COVER.height - info.height) / 2);
  return sharp(Buffer.from(await drawSvg(preview)))
    .composite([{ input: data, left, top }])
    .removeAlpha()
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

async function drawSvg({ text: { title, year }, platforms }: LinkPreview): Promise<string> {
  const { width, height } = PREVIEW_SIZE;
  const [topText, titleText, brandText] = await Promise.all([
    styleText(topLine(year, platforms), TOP.weight),
    styleText(title, TITLE.weight),
    styleText('Ludex', BRAND.weight),
  ]);
  const top = topText.text === '' ? [] : setLine(topText, TOP.size, { ...TEXT, y: TOP.baseline }, 'left');
  const box = { ...TEXT, y: TITLE.top, height: TITLE.bottom - TITLE.top };
  const titleLines = titleText.text === '' ? [] : setTitle(titleText, box);
  const brand = setLine(brandText, BRAND.size, { ...TEXT, y: BRAND.baseline }, 'left');
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
<rect width="${width}" height="${height}" fill="${COLOURS.paper}"/>
<rect y="${height - BAR_HEIGHT}" width="${width}" height="${BAR_HEIGHT}" fill="${COLOURS.accent}"/>
<g fill="${COLOURS.muted}">${top.map(drawLine).join('')}</g>
<g fill="${COLOURS.ink}">${titleLines.map(drawLine).join('')}</g>
<g fill="${COLOURS.accent}">${brand.map(drawLine).join('')}</g>
</svg>`;
}

/** `1985 · NES, Game Boy, Arcade +3`. */
function topLine(year: string | undefined, platforms: readonly string[]): string {
  const more = platforms.length - MAX_PLATFORMS;
  const names = platforms.slice(0, MAX_PLATFORMS).join(', ') + (more > 0 ? ` +${more}` : '');
  return [year, names].filter(Boolean).join(' · ');
}
