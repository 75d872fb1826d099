import { copyFileSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

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
