import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { GameLine } from '../../src/bundle/lines.ts';
import type { ConvertReport } from '../../src/importers/importer.ts';
import { NO_CORRECTIONS } from '../../src/importers/importer.ts';
import { IMPORTERS } from '../../src/importers/importers.ts';
import { temporaryFolder } from './bundle.ts';
import { readJsonLines } from './mame.ts';

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

/** Runs an importer and reads the games of its bundle. */
export async function convertSource(
  source: string,
  paths: readonly string[],
  flags: Record<string, string> = {},
): Promise<ConvertedSource> {
  const importer = IMPORTERS.find(({ name }) => name === source);
  const folder = join(temporaryFolder(source), 'bundle');
  const report = await importer!.convert({ paths, flags, corrections: NO_CORRECTIONS, folder, onProgress: () => {} });
  const games = report.counts.games ? readJsonLines<GameLine>(join(folder, 'games.jsonl')) : [];
  return { folder, games, ...report };
}
