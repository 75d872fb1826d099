import { rm } from 'node:fs/promises';
import type { Line } from '../../src/bundle/bundle.ts';
import { openBundleWriter } from '../../src/bundle/writer.ts';
import { seededRandom } from '../../src/catalog/search/random.ts';
import { makeEntries } from './entries.ts';
import { openGames } from './games.ts';
import { writeMedia } from './media.ts';

/**
 * Games with the size and variety of a real catalog. The same seed gives the same bytes. The manifest is written last, so that
 * a folder with a manifest is complete.
 */
export async function generateBundle(folder: string, games: number, seed: number): Promise<void> {
  const random = seededRandom(seed);
  await rm(folder, { recursive: true, force: true });
  using bundle = openBundleWriter(folder);
  const entries = makeEntries(random, games);
  for (const [name, list] of Object.entries(entries))
    for (const line of list) await bundle.put(`${name}.jsonl` as 'genres.jsonl', line as Line<'genres.jsonl'>);
  const writeGame = openGames(random, entries, games);
  for (let i = 0; i < games; i++) {
    const game = writeGame(i);
    await bundle.put('games.jsonl', game);
    for (const line of writeMedia(random, game)) await bundle.put('media.jsonl', line);
  }
  const source = { id: 'bench', name: 'Generated games', version: `${games}-${seed}`, licence: 'CC0-1.0', url: null };
  await bundle.finish({ complete: true, sources: [source] });
}
