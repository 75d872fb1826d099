import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generateBundle } from './generator/bundle.ts';
import { runNode } from './processes.ts';

/** An imported data folder, and the cost of the import. */
export interface Prepared {
  data: string;
  bundle: string;
  key: string;
  importSeconds: number;
  /** The most memory that it had. */
  importMb: number;
  databaseMb: number;
}

const DAY_MS = 24 * 3600 * 1000;
/** After three weeks, no imported game counts as recent. */
const MAX_AGE_MS = 14 * DAY_MS;

const SEED = 1;

/** Generates and imports what is missing in the folder, and reuses the rest. */
export async function prepare(folder: string, games: number, print: (line: string) => void): Promise<Prepared> {
  const bundle = join(folder, `bundle-${games}-${SEED}`);
  const data = join(folder, `data-${games}-${SEED}`);
  const known = findPrepared(data, bundle);
  if (known) return known;
  if (!existsSync(join(bundle, 'manifest.json'))) {
    print(`generating ${games} games into ${bundle} …`);
    await generateBundle(bundle, games, SEED);
  }
  print(`importing them into ${data} …`);
  return importBundle(bundle, data);
}

async function importBundle(bundle: string, data: string): Promise<Prepared> {
  rmSync(data, { recursive: true, force: true });
  const { seconds, peakMb: importMb } = await runNode(['src/main.ts', 'import', bundle, '--data', data]);
  const account = ['account', 'add', 'bench@example.org', '--plan', 'unlimited', '--data', data];
  const { stdout: key } = await runNode(['src/main.ts', ...account]);
  const databaseMb = statSync(join(data, 'catalog.db')).size / 2 ** 20;
  const prepared = { data, bundle, key, importSeconds: seconds, importMb, databaseMb };
  writeFileSync(preparedPath(data), JSON.stringify(prepared));
  return prepared;
}

/** Written last, as proof of a complete import. */
function preparedPath(data: string): string {
  return join(data, 'bench.json');
}

function findPrepared(data: string, bundle: string): Prepared | undefined {
  const path = preparedPath(data);
  if (!existsSync(path) || Date.now() - statSync(path).mtimeMs > MAX_AGE_MS) return undefined;
  // The folder may have been moved.
  return { ...(JSON.parse(readFileSync(path, 'utf8')) as Prepared), data, bundle };
}
