import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { GameLine } from '../../src/bundle/lines.ts';
import { type ConvertReport, type Corrections, NO_CORRECTIONS } from '../../src/importers/importer.ts';
import { IMPORTERS } from '../../src/importers/importers.ts';
import { temporaryFolder } from './bundle.ts';

export interface ConvertedSource extends ConvertReport {
  folder: string;
  games: GameLine[];
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

/** Writes one file into a new folder and returns its path. */
export function writeTemporary(name: string, content: string | Buffer): string {
  return join(writeSource({ [name]: content }), name);
}

/** Runs an importer and reads the games of its bundle. */
export async function convertSource(
  source: string,
  paths: readonly string[],
  flags: Record<string, string> = {},
  corrections: Corrections = NO_CORRECTIONS,
): Promise<ConvertedSource> {
  const importer = IMPORTERS.find(({ name }) => name === source);
  const folder = join(temporaryFolder(source), 'bundle');
  const report = await importer!.convert({ paths, flags, corrections, folder, onProgress: () => {} });
  return { folder, games: readJsonLines<GameLine>(join(folder, 'games.jsonl')), ...report };
}

/** Nothing if there is no such file. */
export function readJsonLines<T>(path: string): T[] {
  if (!existsSync(path)) return [];
  const lines = readFileSync(path, 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as T);
}
