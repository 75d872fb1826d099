import { crc32 } from 'node:zlib';
import { PictureError } from '../../src/pictures/inspect.ts';
import { openDryRunPictureStore } from '../../src/pictures/picture-store.ts';
import type { Random } from '../../test/support/random.ts';
import { temporaryFolder } from '../../test/support/samples/bundle.ts';
import { animation, pngHeader, sketch } from '../../test/support/samples/pictures.ts';
import { mutateBytes } from '../mutate.ts';
import type { Subject } from './inputs.ts';

// biome-ignore format: lists to be read at a glance
const TOKENS = [
  'IHDR', 'IDAT', 'iCCP', 'eXIf', 'acTL', 'PLTE', '\xff\xc0', '\xff\xe1', '\xff\xda', 'Exif\0\0', 'VP8X', 'ALPH',
  'ICCP',
];
const PNG_START = 8;
const LARGEST_SIDE = 2 ** 32;

/** Damaged picture files of every type, decoded by the real decoder as an import would, but not written. */
export async function openPictures(): Promise<Subject> {
  const store = openDryRunPictureStore(temporaryFolder('pictures'));
  const samples = await makeSamples();
  return {
    make: (random) => {
      const [what, bytes] = random.pick(samples);
      if (random.below(50) === 0) return { what: 'size', bytes: pngHeader(side(random), side(random)) };
      const damaged = mutateBytes(random, bytes, TOKENS);
      return { what, bytes: what === 'png' && random.below(2) === 0 ? mendChecksums(damaged) : damaged };
    },
    feed: async ({ bytes }) => {
      try {
        await store.add(bytes);
        return true;
      } catch (error) {
        if (error instanceof PictureError) return false;
        throw error;
      }
    },
    close: async () => {},
  };
}

async function makeSamples(): Promise<[type: string, bytes: Buffer][]> {
  const about = { width: 90, height: 70, noisy: true };
  return [
    ['png', await sketch(about).png().toBuffer()],
    ['png', await sketch(about).png({ palette: true, progressive: true }).toBuffer()],
    ['png', await sketch(about).toColourspace('rgb16').png().toBuffer()],
    ['jpg', await sketch(about).jpeg().toBuffer()],
    ['jpg', await sketch(about).withMetadata({ orientation: 6 }).jpeg({ progressive: true }).toBuffer()],
    ['gif', await sketch(about).gif().toBuffer()],
    ['gif', await animation('gif')],
    ['webp', await sketch(about).webp().toBuffer()],
    ['webp', await sketch(about).webp({ lossless: true }).toBuffer()],
    ['webp', await animation('webp')],
    [
      'avif',
      await sketch({ ...about, noisy: false })
        .avif({ effort: 0 })
        .toBuffer(),
    ],
  ];
}

/** So that the decoder gets beyond the checksum. */
function mendChecksums(bytes: Buffer): Buffer {
  const mended = Buffer.from(bytes);
  for (let at = PNG_START; at + 12 <= mended.length; ) {
    const end = at + 8 + mended.readUInt32BE(at);
    if (end + 4 > mended.length) break;
    mended.writeUInt32BE(crc32(mended.subarray(at + 4, end)), end);
    at = end + 4;
  }
  return mended;
}

function side(random: Random): number {
  return Math.floor(LARGEST_SIDE ** random.next());
}
