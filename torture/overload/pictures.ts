import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { writeBundle } from '../../test/support/bundle.ts';
import { runHere } from '../../test/support/command.ts';
import { sketch, writeFiles } from '../../test/support/pictures.ts';

const PICTURES = 40;
/** Like a scanned cover; noise makes another file in each run. */
const SCAN = { width: 800, height: 1100, noisy: true };
const PLATFORM = 'platform:nes';
const SOURCE = 'overload';
const TITLE = 'Overload picture';
const POLL_MS = 100;
/** An import writes the first ones; the others are made when they are asked for. */
const VARIANTS = ['-320.webp', '-640.webp', '-320.png', '-640.png', '-320.jpg', '-640.jpg'];

/** Imports games with pictures beside the server, and returns the paths of all their thumbnails. */
export async function addPictures(url: string, key: string, env: Record<string, string>): Promise<string[]> {
  const { code, stderr } = await runHere(['import', await writePictureBundle()], env);
  assert.equal(code, 0, stderr);
  for (;;) {
    const path = `/v1/games?title=${encodeURIComponent(TITLE)}&limit=100`;
    const { games } = (await (await fetch(url + path, { headers: { 'x-api-key': key } })).json()) as { games: Game[] };
    const thumbnails = games.flatMap(({ sample_cover }) => sample_cover?.thumbnail_image ?? []);
    if (thumbnails.length > 0) return thumbnails.flatMap(listVariants);
    await pause(POLL_MS);
  }
}

interface Game {
  sample_cover: { thumbnail_image: string } | null;
}

function listVariants(thumbnail: string): string[] {
  const stem = new URL(thumbnail).pathname.replace(/-\d+\.\w+$/, '');
  return VARIANTS.map((variant) => stem + variant);
}

async function writePictureBundle(): Promise<string> {
  const names = Array.from({ length: PICTURES }, (_, i) => `media/${i}.jpg`);
  const keys = names.map((_, i) => `${SOURCE}:${i}`);
  const folder = writeBundle(
    {
      platforms: [{ key: PLATFORM, platform_name: 'NES' }],
      games: keys.map((key, i) => ({ key, title: `${TITLE} ${i}`, platforms: [{ platform: PLATFORM }] })),
      media: keys.map((key, i) => ({
        key,
        platform: PLATFORM,
        cover_groups: [{ countries: ['Europe'], covers: [{ scan_of: 'Front Cover', file: names[i] }] }],
      })),
    },
    { source: SOURCE },
  );
  const files = await Promise.all(names.map(async (name) => [name, await sketch(SCAN).jpeg().toBuffer()]));
  return writeFiles(folder, Object.fromEntries(files));
}
