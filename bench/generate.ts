import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import type { BundleFile, Manifest } from '../src/bundle/lines.ts';
import { type Random, seededRandom } from '../src/catalog/search/random.ts';
import { type Entries, makeEntries } from './generator/entries.ts';
import { openGames } from './generator/games.ts';
import { openLines } from './generator/lines.ts';
import { writeMedia } from './generator/media.ts';

const HELP = `Writes a bundle of generated games with the size and variety of a real catalog.

Usage: node bench/generate.ts [--games N] [--seed N] FOLDER

  --games N  How many games; default 250000
  --seed N   The same seed gives the same bytes; default 1
`;

type FileEntry = Manifest['files'][number];

/** Writes the manifest last, so that a folder with a manifest is complete. */
export async function generateBundle(folder: string, games: number, seed: number): Promise<Manifest> {
  const random = seededRandom(seed);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const entries = makeEntries(random, games);
  const files = [...(await writeEntries(folder, entries)), ...(await writeGames(folder, random, entries, games))];
  const source = { id: 'bench', name: 'Generated games', version: `${games}-${seed}`, licence: 'CC0-1.0', url: null };
  const manifest: Manifest = {
    format: 'game-catalog-bundle',
    version: 1,
    complete: true,
    sources: [source],
    files,
  };
  const path = join(folder, 'manifest.json');
  await writeFile(`${path}.part`, `${JSON.stringify(manifest, null, 2)}\n`);
  await rename(`${path}.part`, path);
  return manifest;
}

async function writeEntries(folder: string, entries: Entries): Promise<FileEntry[]> {
  const files: FileEntry[] = [];
  for (const [name, list] of Object.entries(entries)) {
    const file = await openLines(folder, `${name}.jsonl` as BundleFile);
    for (const line of list.toSorted((a: Keyed, b: Keyed) => (a.key < b.key ? -1 : 1))) await file.write(line);
    files.push(await file.close());
  }
  return files;
}

type Keyed = { key: string };

async function writeGames(folder: string, random: Random, entries: Entries, count: number): Promise<FileEntry[]> {
  const games = await openLines(folder, 'games.jsonl');
  const media = await openLines(folder, 'media.jsonl');
  const writeGame = openGames(random, entries, count);
  for (let i = 0; i < count; i++) {
    const game = writeGame(i);
    await games.write(game);
    for (const line of writeMedia(random, game)) await media.write(line);
  }
  return [await games.close(), await media.close()];
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { values, positionals } = parseArgs({
    options: {
      games: { type: 'string', default: '250000' },
      seed: { type: 'string', default: '1' },
      help: { type: 'boolean', short: 'h' },
    },
    allowPositionals: true,
  });
  if (values.help || positionals.length !== 1) process.stdout.write(HELP);
  else {
    const { files } = await generateBundle(positionals[0] as string, Number(values.games), Number(values.seed));
    for (const { path, records, bytes } of files) {
      process.stdout.write(`${path.padEnd(18)} ${records} lines, ${Math.ceil(bytes / 1e6)} MB\n`);
    }
  }
}
