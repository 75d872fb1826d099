import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openBundle, Problems, readLines } from '../../../src/bundle/bundle.ts';
import {
  BUNDLE_FILES,
  type BundleFile,
  type GameLine,
  type Manifest,
  type MediaLine,
} from '../../../src/bundle/lines.ts';
import type { ConvertReport } from '../../../src/importers/importer.ts';
import { IMPORTERS } from '../../../src/importers/importers.ts';
import { temporaryFolder, writeFiles } from './bundle.ts';

export interface ConvertedSource extends ConvertReport {
  folder: string;
  games: GameLine[];
  media: MediaLine[];
  manifest: Manifest;
}

/** Writes files into a new folder and returns its path. */
export function writeSource(files: Record<string, string | Buffer>): string {
  const folder = join(temporaryFolder('source'), 'files');
  mkdirSync(folder);
  return writeFiles(folder, files);
}

/** Writes one file into a new folder and returns its path. */
export function writeTemporary(name: string, content: string | Buffer): string {
  return join(writeSource({ [name]: content }), name);
}

/** Runs an importer and reads its bundle, which must be valid. If the files are refused, nothing may be written. */
export async function convertSource(
  source: string,
  paths: readonly string[],
  flags: Record<string, string> = {},
  splits: readonly string[] = [],
): Promise<ConvertedSource> {
  const importer = IMPORTERS.find(({ name }) => name === source);
  const folder = join(temporaryFolder(source), 'bundle');
  const work = importer!.convert({ paths, flags, splits: new Set(splits), folder, onProgress: () => {} });
  const report = await work.catch((error) => {
    assert.equal(existsSync(folder), false);
    throw error;
  });
  const bundle = await openBundle(folder);
  const problems = new Problems();
  for (const file of Object.keys(BUNDLE_FILES) as BundleFile[])
    for await (const _ of readLines(bundle, file, problems));
  problems.throwIfAny(folder);
  const lines = <T>(name: string) => readJsonLines<T>(join(folder, name));
  const { manifest } = bundle;
  return { folder, manifest, games: lines<GameLine>('games.jsonl'), media: lines<MediaLine>('media.jsonl'), ...report };
}

/** Runs an importer on one file of this name. */
export function convertFile(
  source: string,
  name: string,
  content: string | Buffer,
  flags: Record<string, string> = {},
) {
  return convertSource(source, [writeTemporary(name, content)], flags);
}

/** Nothing if there is no such file. */
export function readJsonLines<T>(path: string): T[] {
  if (!existsSync(path)) return [];
  const lines = readFileSync(path, 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as T);
}

const without = (prefix: string, keys: readonly string[] = []) => keys.map((key) => key.replace(`${prefix}:`, ''));

/** What a game has: what, and the texts of it. */
function* factsOf(game: GameLine): Generator<[part: string, texts: readonly (string | number | null | undefined)[]]> {
  yield ['new', [game.enriches ? '' : 'yes']];
  yield ['also', (game.alternate_titles ?? []).map(({ title, description }) => `${title} (${description})`)];
  yield ['text', [game.description?.replaceAll('\n', '/')]];
  yield ['site', [game.official_url]];
  yield ['score', [game.num_votes && `${game.catalog_score} of ${game.num_votes}`]];
  yield ['genres', without('genre', game.genres)];
  yield ['groups', without('group', game.groups)];
  yield ['members', game.members ?? []];
  yield ['ids', Object.entries(game.ids ?? {}).map(([kind, ids]) => `${kind} ${ids.join(' ')}`)];
  for (const platform of game.platforms) {
    yield ['on', [...without('platform', [platform.platform]), platform.first_release_date ?? '']];
    yield ['attributes', without('attribute', platform.attributes)];
    yield ['ratings', without('rating', platform.ratings)];
    for (const release of platform.releases ?? []) {
      const { release_date, countries, companies, description, product_codes, dumps = [] } = release;
      const credits = companies.map(({ company, role }) => `${role} ${company.replace('company:', '')}`);
      const codes = product_codes.map((code) => `${code.product_code} ${code.product_code_type}`);
      const files = dumps.map(({ name, crc, sha1, md5 }) => name ?? crc ?? sha1 ?? md5 ?? '');
      const all = [
        release_date ?? '-',
        countries.join(', '),
        credits.join(', '),
        description,
        codes.join(),
        files.join(),
      ];
      yield ['release', [all.filter(Boolean).join(' | ')]];
    }
  }
}

/** The games in lines: key and title, and those of the parts that they have, such as `genres` and `release`. */
export function outline(games: readonly GameLine[], ...parts: string[]): string {
  const lines = games.flatMap((game) => [
    `${game.key}: ${game.title}`,
    ...factsOf(game)
      .filter(([part]) => parts.includes(part))
      .map(([part, texts]) => [part, texts.filter(Boolean).join('; ')] as const)
      .filter(([, text]) => text !== '')
      .map(([part, text]) => `  ${part} ${text}`),
  ]);
  return lines.join('\n');
}

/** Compares the games with such lines. */
export function assertGames(games: readonly GameLine[], expected: string, ...parts: string[]): void {
  assert.equal(outline(games, ...parts), expected.trim());
}
