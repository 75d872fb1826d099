import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { writeBundle, writeFiles } from '../../test/support/samples/bundle.ts';
import { sketch } from '../../test/support/samples/pictures.ts';
import { runWell } from '../../test/support/servers/command.ts';

/** A running server, the key of a client, and the settings of its commands. */
export interface Place {
  url: string;
  key: string;
  env: Record<string, string>;
}

const PLATFORM = { key: 'platform:nes', platform_name: 'NES' };
const ON_PLATFORM = [{ platform: PLATFORM.key }];
const POLL_MS = 100;

/** Imports a bundle beside the server, and returns its games when the server has them. */
async function importGames<T>({ url, key, env }: Place, bundle: string, title: string, format: string): Promise<T[]> {
  await runWell(['import', bundle], env);
  for (;;) {
    const path = `/v1/games?format=${format}&title=${encodeURIComponent(title)}&limit=100`;
    const answer = await fetch(url + path, { headers: { 'x-api-key': key } });
    const { games } = (await answer.json()) as { games: T[] };
    if (games.length > 0) return games;
    await pause(POLL_MS);
  }
}

const PAGE_TITLE = 'Overload page';
/** As long as a text may be. Each character takes five bytes in HTML. */
const DESCRIPTION = '&'.repeat(100_000);
const LARGE_BYTES = 440_000;

/** Imports a game whose page is large, and returns the path of the page. */
export async function addLargePage(place: Place): Promise<string> {
  const game = { key: 'overload-page:1', title: PAGE_TITLE, description: DESCRIPTION, platforms: ON_PLATFORM };
  const bundle = writeBundle({ platforms: [PLATFORM], games: [game] }, { source: 'overload-page' });
  const [gameId] = await importGames<number>(place, bundle, PAGE_TITLE, 'id');
  const page = await fetch(`${place.url}/games/${gameId}`);
  const { length } = await page.bytes();
  assert.ok(page.status === 200 && length > LARGE_BYTES, `${page.status}, ${length} bytes`);
  return new URL(page.url).pathname;
}

const PICTURES = 40;
const PICTURES_TITLE = 'Overload picture';
/** Like a scanned cover; noise makes another file in each run. */
const SCAN = { width: 800, height: 1100, noisy: true };
/** An import writes the first ones; the others are made when they are asked for. */
const VARIANTS = ['-320.webp', '-640.webp', '-320.png', '-640.png', '-320.jpg', '-640.jpg'];

interface PicturedGame {
  sample_cover: { thumbnail_image: string } | null;
}

/** Imports games with pictures, and returns the paths of all their thumbnails. */
export async function addPictures(place: Place): Promise<string[]> {
  const games = await importGames<PicturedGame>(place, await writePictures(), PICTURES_TITLE, 'normal');
  const thumbnails = games.flatMap(({ sample_cover }) => sample_cover?.thumbnail_image ?? []);
  const stems = thumbnails.map((url) => new URL(url).pathname.replace(/-\d+\.\w+$/, ''));
  return stems.flatMap((stem) => VARIANTS.map((variant) => stem + variant));
}

async function writePictures(): Promise<string> {
  const names = Array.from({ length: PICTURES }, (_, i) => `media/${i}.jpg`);
  const keys = names.map((_, i) => `overload:${i}`);
  const folder = writeBundle(
    {
      platforms: [PLATFORM],
      games: keys.map((key, i) => ({ key, title: `${PICTURES_TITLE} ${i}`, platforms: ON_PLATFORM })),
      media: keys.map((key, i) => ({
        key,
        platform: PLATFORM.key,
        cover_groups: [{ countries: ['Europe'], covers: [{ scan_of: 'Front Cover', file: names[i] }] }],
      })),
    },
    { source: 'overload' },
  );
  const files = await Promise.all(names.map(async (name) => [name, await sketch(SCAN).jpeg().toBuffer()]));
  return writeFiles(folder, Object.fromEntries(files));
}
