import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Config, dumpsFolder } from '../../config.ts';
import type { SourceInfo } from '../../vocabulary/sources.ts';

/** The page of the data dumps, and the prefix of their files. */
export const DUMPS_PATH = '/data';
export const DUMP_MANIFEST = 'manifest.json';
export const DUMP_BUNDLE = 'bundle.tar.zst';
/** The bundle of some games as they are now, for mirrors. */
export const GAMES_BUNDLE = `${DUMPS_PATH}/games.tar.zst`;
/** In a URL of the length that servers accept. */
export const MAX_BUNDLE_GAMES = 500;

/** What a data dump says about itself. docs/dumps.md describes it: programs read it. */
export interface DataDump {
  format: 'ludex-dump';
  version: 1;
  /** Of its folder: the time, so that names sort by age. */
  name: string;
  made_at: string;
  /** Of the server. */
  url: string;
  lineage: string;
  revision: number;
  /** Where `/v1/changes` continues after this dump. */
  changes: { sequence: number; next: string };
  /** Rows of each table in the SQLite file. */
  counts: Record<string, number>;
  sources: SourceInfo[];
  /** Sources that are import-only. */
  left_out: string[];
  files: DumpFile[];
}

interface DumpFile {
  name: string;
  about: string;
  bytes: number;
  sha256: string;
  /** All of them apply. */
  licences: string[];
}

const DUMP_NAME = /^\d{8}T\d{9}Z$/;

export function nameOfDump(madeAt: number): string {
  return new Date(madeAt).toISOString().replaceAll(/[-:.]/g, '');
}

/** The names of the complete dumps, the newest first. */
export async function listDumpNames(config: Config): Promise<string[]> {
  const names = await readdir(dumpsFolder(config)).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    return [];
  });
  return names.filter((name) => DUMP_NAME.test(name)).toSorted((a, b) => (a < b ? 1 : -1));
}

export async function listDumps(config: Config): Promise<DataDump[]> {
  const found = await Promise.all((await listDumpNames(config)).map((name) => findDump(config, name)));
  return found.filter((dump) => dump !== undefined);
}

/** Undefined also if it was removed meanwhile. */
export async function findDump(config: Config, name: string): Promise<DataDump | undefined> {
  if (!DUMP_NAME.test(name)) return undefined;
  const text = await readFile(join(dumpsFolder(config), name, DUMP_MANIFEST), 'utf8').catch(() => undefined);
  return text === undefined ? undefined : (JSON.parse(text) as DataDump);
}
