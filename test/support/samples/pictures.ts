import { randomBytes } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';
import { loadSharp } from '../../../src/pictures/inspect.ts';
import { type BundleOptions, writeBundle, writeFiles } from './bundle.ts';

const sharp = await loadSharp();

interface Sketch {
  width?: number;
  height?: number;
  /** Another colour gives another file. */
  colour?: string;
  /** Noise instead of the colour makes the file large. */
  noisy?: boolean;
}

/** A sharp pipeline, to be encoded as any type. */
export function sketch({ width = 8, height = 6, colour = '#336699', noisy = false }: Sketch = {}) {
  // The noise of libvips takes a quarter of a second for the scan of a cover.
  if (noisy) return sharp(randomBytes(3 * width * height), { raw: { width, height, channels: 3 } });
  return sharp({ create: { width, height, channels: 3, background: colour } });
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

/** The displayed size of a picture. */
export async function sizeOf(bytes: Buffer): Promise<{ width: number; height: number; type: string }> {
  const { autoOrient, format } = await sharp(bytes).metadata();
  return { ...autoOrient, type: format };
}

/** Raw pixels, one byte per channel. */
export function pixelsOf(bytes: Buffer): Promise<Buffer> {
  return sharp(bytes).raw().toBuffer();
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

/** The start of a PNG that claims a size: decoding it would take as much memory as it says. */
export function pngHeader(width: number, height: number): Buffer {
  return pngOf(width, height, deflateSync(Buffer.alloc(64)));
}

/** A PNG in shades of grey with these compressed pixels. */
export function pngOf(width: number, height: number, pixels: Buffer): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 0, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name), data]);
  const whole = Buffer.alloc(data.length + 12);
  whole.writeUInt32BE(data.length, 0);
  named.copy(whole, 4);
  whole.writeUInt32BE(crc32(named), data.length + 8);
  return whole;
}
