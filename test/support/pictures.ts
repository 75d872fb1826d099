import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { loadSharp } from '../../src/pictures/sharp.ts';
import { type BundleOptions, writeBundle } from './bundle.ts';

const sharp = await loadSharp();

interface Sketch {
  width?: number;
  height?: number;
  /** Of two pictures with other colours no byte is the same. */
  colour?: string;
  /** With grain, which makes them large. */
  noisy?: boolean;
}

/** A picture in the making, of any type that is asked for next. */
export function sketch({ width = 8, height = 6, colour = '#336699', noisy = false }: Sketch = {}) {
  const noise = { noise: { type: 'gaussian' as const, mean: 128, sigma: 40 } };
  return sharp({ create: { width, height, channels: 3, background: colour, ...(noisy && noise) } });
}

export function png(about: Sketch = {}): Promise<Buffer> {
  return sketch(about).png().toBuffer();
}

export async function animation(type: 'gif' | 'webp'): Promise<Buffer> {
  const frames = [await png({ colour: '#ff0000' }), await png({ colour: '#00ff00' })];
  return sharp(frames, { join: { animated: true } })
    .toFormat(type)
    .toBuffer();
}

/** The size of a picture as a browser shows it. */
export async function sizeOf(bytes: Buffer): Promise<{ width: number; height: number; type: string }> {
  const { autoOrient, format } = await sharp(bytes).metadata();
  return { ...autoOrient, type: format };
}

/** One byte for each channel of each pixel, line by line. */
export function pixelsOf(bytes: Buffer): Promise<Buffer> {
  return sharp(bytes).raw().toBuffer();
}

/** Files under a folder, whatever their names. */
export function writeFiles(folder: string, files: Readonly<Record<string, Buffer | string>>): string {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  return folder;
}

export const NES = 'platform:nes';

/** A bundle of one game on one platform with these pictures. */
export function writePictures(
  media: object,
  files: Readonly<Record<string, Buffer | string>>,
  options: BundleOptions & { key?: string } = {},
): string {
  const { key = 'test:a' } = options;
  const folder = writeBundle(
    {
      platforms: [{ key: NES, platform_name: 'NES' }],
      games: [{ key, title: `Game ${key}`, platforms: [{ platform: NES }] }],
      media: [{ key, platform: NES, ...media }],
    },
    options,
  );
  return writeFiles(folder, files);
}
