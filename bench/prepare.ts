import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runNode } from './children.ts';
import { copyCatalog } from './copy-catalog.ts';
import { generateBundle } from './generate.ts';

/** An imported data folder, and the cost of the import. */
export interface Prepared {
  data: string;
  key: string;
  importSeconds: number;
  importPeakMb: number;
  databaseMb: number;
}

/** A folder that was not imported, but copied from one that was. */
export type Copied = Pick<Prepared, 'data' | 'key'>;

const DAY_MS = 24 * 3600 * 1000;
/** After three weeks, no imported game counts as recent. */
const MAX_AGE_MS = 14 * DAY_MS;

export interface PrepareOptions {
  /** The folder for bundles and data folders. */
  folder: string;
  games: number;
  seed: number;
  /** Import again. */
  fresh: boolean;
}

export function bundleOf({ folder, games, seed }: Omit<PrepareOptions, 'fresh'>): string {
  return join(folder, `bundle-${games}-${seed}`);
}

/** Generates and imports what is missing, and reuses the rest. */
export async function prepare(
  { folder, games, seed, fresh }: PrepareOptions,
  print: (line: string) => void,
): Promise<Prepared> {
  const bundle = bundleOf({ folder, games, seed });
  const data = join(folder, `data-${games}-${seed}`);
  const known = fresh ? undefined : findPrepared(data);
  if (known) return known;
  if (!existsSync(join(bundle, 'manifest.json'))) {
    print(`generating ${games} games into ${bundle} …`);
    await generateBundle(bundle, games, seed);
  }
  print(`importing them into ${data} …`);
  return importBundle(bundle, data);
}

/** Copies an imported catalog until it has so many games, unless that was done before. */
export function prepareCopies(from: Prepared, games: number, print: (line: string) => void): Copied {
  const data = `${from.data}-as-${games}`;
  const copied = { data, key: from.key };
  if (existsSync(preparedPath(data))) return copied;
  print(`copying them into ${data} until there are ${games} …`);
  copyCatalog(from.data, data, games);
  writeFileSync(preparedPath(data), JSON.stringify(copied));
  return copied;
}

async function importBundle(bundle: string, data: string): Promise<Prepared> {
  rmSync(data, { recursive: true, force: true });
  const { seconds, peakMb } = await runNode(['src/main.ts', 'import', bundle, '--data', data]);
  const account = ['account', 'add', 'bench@example.org', '--plan', 'unlimited', '--data', data];
  const { stdout: key } = await runNode(['src/main.ts', ...account]);
  const databaseMb = statSync(join(data, 'catalog.db')).size / 2 ** 20;
  const prepared = { data, key, importSeconds: seconds, importPeakMb: peakMb, databaseMb };
  writeFileSync(preparedPath(data), JSON.stringify(prepared));
  return prepared;
}

/** Written last, as proof of a complete import or copy. */
function preparedPath(data: string): string {
  return join(data, 'bench.json');
}

function findPrepared(data: string): Prepared | undefined {
  const path = preparedPath(data);
  if (!existsSync(path) || Date.now() - statSync(path).mtimeMs > MAX_AGE_MS) return undefined;
  // The folder may have been moved.
  return { ...(JSON.parse(readFileSync(path, 'utf8')) as Prepared), data };
}
