import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import type { Problems } from '../problems.ts';
import { findVersionProblem } from '../schema.ts';
import { BUSY_MS, readVersion } from './database.ts';
import { DATABASES } from './folder-marker.ts';
import { SCHEMAS, type SqliteSchema } from './schema.ts';

/** Pages per progress report: 16 MB with pages of 16 KB. */
const PAGES_AT_ONCE = 1000;

/** Copies the current state of the databases of a data folder, even while other processes write. */
export async function copyDatabases(
  folder: string,
  target: string,
  onProgress: (done: number, total: number) => void,
): Promise<void> {
  for (const name of DATABASES) {
    const database = new DatabaseSync(join(folder, name), { readOnly: true, timeout: BUSY_MS });
    try {
      // In one read transaction: otherwise every write of another process would restart the copy.
      database.exec('BEGIN; SELECT count(*) FROM sqlite_schema');
      await backup(database, join(target, name), {
        rate: PAGES_AT_ONCE,
        progress: ({ totalPages, remainingPages }) => onProgress(totalPages - remainingPages, totalPages),
      });
    } finally {
      database.close();
    }
  }
}

/** Checks the databases of a folder that nobody else uses. Returns the first problem, if any. */
export function checkDatabases(folder: string): string | undefined {
  for (const name of DATABASES) {
    const path = join(folder, name);
    const problem = existsSync(path) ? checkDatabase(path, SCHEMAS[name]) : 'is missing';
    if (problem !== undefined) return `${name} ${problem}`;
  }
  return undefined;
}

/** Checks the databases of a folder that others may be using. False if they cannot be read any further. */
export function checkDatabaseFiles(folder: string, problems: Problems): boolean {
  let isIntact = true;
  for (const name of DATABASES) {
    const path = join(folder, name);
    const damage = existsSync(path) ? listDamage(path) : ['the file is missing'];
    for (const line of damage) problems.add(`errors in ${name}`, line);
    isIntact &&= damage.length === 0;
  }
  return isIntact;
}

/** Checks a whole database that nobody else uses. Returns the problem, if any. */
function checkDatabase(path: string, schema: SqliteSchema): string | undefined {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(path);
    const found = database.prepare('PRAGMA integrity_check(1)').get()?.integrity_check;
    // The line before it only names the database.
    if (found !== 'ok') return `is damaged: ${String(found).split('\n').at(-1)}`;
    return findVersionProblem(schema, readVersion(database, schema));
  } catch (error) {
    return `is damaged: ${(error as Error).message}`;
  } finally {
    database?.close();
  }
}

const MAX_DAMAGE = 10;

/** What SQLite finds wrong in a database, which other processes may be using. Takes a few seconds per gigabyte. */
function listDamage(path: string): string[] {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(path, { readOnly: true, timeout: BUSY_MS });
    const damage = database.prepare(`PRAGMA integrity_check(${MAX_DAMAGE})`).all();
    const orphans = database.prepare('PRAGMA foreign_key_check').all().slice(0, MAX_DAMAGE);
    return [
      ...damage.map((row) => String(row.integrity_check)).filter((line) => line !== 'ok'),
      ...orphans.map((row) => `row ${row.rowid} of ${row.table} refers to a missing row of ${row.parent}`),
    ];
  } catch (error) {
    return [(error as Error).message];
  } finally {
    database?.close();
  }
}
