import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { openBundle, Problems, readLines } from '../../src/bundle/bundle.ts';
import { BUNDLE_FILES, type BundleFile, type GameLine, type Manifest, type MediaLine } from '../../src/bundle/lines.ts';
import { type ConvertReport, type Corrections, NO_CORRECTIONS } from '../../src/importers/importer.ts';
import { IMPORTERS } from '../../src/importers/importers.ts';
import { temporaryFolder } from './bundle.ts';

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
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  return folder;
}

/** Runs an importer and reads its bundle, which must be valid. If the files are refused, nothing may be written. */
export async function convertSource(
  source: string,
  paths: readonly string[],
  flags: Record<string, string> = {},
  corrections: Corrections = NO_CORRECTIONS,
): Promise<ConvertedSource> {
  const importer = IMPORTERS.find(({ name }) => name === source);
  const folder = join(temporaryFolder(source), 'bundle');
  const work = importer!.convert({ paths, flags, corrections, folder, onProgress: () => {} });
  const report = await work.catch((error) => {
    assert.equal(existsSync(folder), false);
    throw error;
  });
  const bundle = await openBundle(folder);
  const problems = new Problems();
  for (const file of Object.keys(BUNDLE_FILES) as BundleFile[])
    for await (const _ of readLines(bundle, file, problems));
  problems.throwIfAny(folder);
  const lines = <T>(name: string) => (existsSync(join(folder, name)) ? readJsonLines<T>(join(folder, name)) : []);
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
  return convertSource(source, [join(writeSource({ [name]: content }), name)], flags);
}

export function readJsonLines<T>(path: string): T[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as T);
}
