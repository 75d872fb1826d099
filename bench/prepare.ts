import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { generateBundle } from './generator/bundle.ts';
import { runNode } from './processes.ts';

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

const SEED = 1;

export function bundleOf(folder: string, games: number): string {
  return join(folder, `bundle-${games}-${SEED}`);
}

/** Generates and imports what is missing in the folder, and reuses the rest. */
export async function prepare(folder: string, games: number, print: (line: string) => void): Promise<Prepared> {
  const bundle = bundleOf(folder, games);
  const data = join(folder, `data-${games}-${SEED}`);
  const known = findPrepared(data);
  if (known) return known;
  if (!existsSync(join(bundle, 'manifest.json'))) {
    print(`generating ${games} games into ${bundle} …`);
    await generateBundle(bundle, games, SEED);
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

const FILES = ['catalog.db', 'service.db', 'secret', 'ludex.json'];
/** The tables that a server reads. Those of imports are left as they are. */
const TABLES = ['games', 'cards', 'records', 'changes'];

/** Makes a data folder whose games are those of another one, again and again with other ids: an import of so many takes hours. */
export function copyCatalog(from: string, data: string, games: number): void {
  rmSync(data, { recursive: true, force: true });
  mkdirSync(data, { recursive: true });
  for (const file of FILES.filter((name) => existsSync(join(from, name))))
    copyFileSync(join(from, file), join(data, file));
  const catalog = new DatabaseSync(join(data, 'catalog.db'));
  // `changes` also has the games that were removed.
  const { last } = catalog.prepare('SELECT max(game_id) AS last FROM changes').get() as { last: number };
  const { count } = catalog.prepare('SELECT count(*) AS count FROM games').get() as { count: number };
  catalog.exec('BEGIN');
  for (const table of TABLES) repeatRows(catalog, table, last, Math.round(games / count));
  catalog.exec('COMMIT');
  catalog.close();
}

function repeatRows(catalog: DatabaseSync, table: string, last: number, times: number): void {
  const columns = catalog.prepare(`SELECT name FROM pragma_table_info('${table}') WHERE name <> 'game_id'`).all();
  const others = columns.map(({ name }) => name).join(', ');
  const insert = catalog.prepare(
    `INSERT INTO ${table} (game_id, ${others}) SELECT game_id + ?, ${others} FROM ${table} WHERE game_id <= ?`,
  );
  for (let copy = 1; copy < times; copy++) insert.run(copy * last, last);
}
