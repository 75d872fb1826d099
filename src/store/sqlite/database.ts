import { randomUUID } from 'node:crypto';
import { accessSync, constants, existsSync, linkSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { backup, DatabaseSync } from 'node:sqlite';
import { OperatorError } from '../../errors.ts';
import { findVersionProblem, listScripts, type Schema } from '../schema.ts';
import { isBusy } from './errors.ts';

/** How long a statement waits for another process that is writing. Only imports write for longer. */
const BUSY_MS = 5000;

export function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new OperatorError(
      `The data folder ${folder} cannot be used (${(error as NodeJS.ErrnoException).code}): ` +
        'make it readable and writable, or set LUDEX_DATA to another folder',
    );
  }
}

export function openDatabase(path: string, schema: Schema, busyMs = BUSY_MS): DatabaseSync {
  let database: DatabaseSync | undefined;
  try {
    if (!existsSync(path)) createPrivateFile(path);
    database = new DatabaseSync(path, { timeout: busyMs });
    // Only a new file takes it: on larger pages a page of games is read in three quarters of the time.
    database.exec('PRAGMA page_size = 16384; PRAGMA cache_size = -8000');
    useWal(database);
    // Commits reach the file at once and survive the end of the process; a power cut may take the last ones.
    database.exec('PRAGMA synchronous = NORMAL');
    // After a large import the log beside the file shrinks again.
    database.exec(`PRAGMA journal_size_limit = ${64 * 1024 * 1024}`);
    // Replacing a table must not remove what refers to its rows.
    database.exec('PRAGMA foreign_keys = OFF');
    migrate(database, path, schema);
    database.exec('PRAGMA foreign_keys = ON');
    return database;
  } catch (error) {
    database?.close();
    if (error instanceof OperatorError) throw error;
    throw new OperatorError(`The database ${path} cannot be opened: ${(error as Error).message}`);
  }
}

/**
 * Only its owner may read a new database: it holds accounts. SQLite gives the WAL and the shared memory the same mode. The file is
 * made under another name and linked into place: closing any descriptor of a database file drops all POSIX locks that this process
 * holds on it, those of other threads included, and the next program that opens and closes the database then deletes its WAL.
 */
function createPrivateFile(path: string): void {
  const draft = `${path}.${randomUUID()}`;
  try {
    writeFileSync(draft, '', { mode: 0o600 });
    linkSync(draft, path);
  } catch (error) {
    // Another process or thread made it first.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Pages that are copied between two looks at the clock; with pages of 16 KB, 16 MB. */
const PAGES_AT_ONCE = 1000;

/** Copies a database as it is now, also while others write. */
export async function copyDatabase(
  path: string,
  target: string,
  onProgress: (done: number, total: number) => void,
): Promise<void> {
  const database = new DatabaseSync(path, { readOnly: true, timeout: BUSY_MS });
  try {
    // One state from the first page to the last: without it, every write of somebody else would begin the copy anew.
    database.exec('BEGIN; SELECT count(*) FROM sqlite_schema');
    await backup(database, target, {
      rate: PAGES_AT_ONCE,
      progress: ({ totalPages, remainingPages }) => onProgress(totalPages - remainingPages, totalPages),
    });
  } finally {
    database.close();
  }
}

/** Reads all of a database that nobody else uses; what is wrong with it, if anything. */
export function checkDatabase(path: string, schema: Schema): string | undefined {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(path);
    const found = database.prepare('PRAGMA integrity_check(1)').get()?.integrity_check;
    // The line above it says only which database.
    if (found !== 'ok') return `is damaged: ${String(found).split('\n').at(-1)}`;
    return findVersionProblem(schema, readVersion(database));
  } catch (error) {
    return `is damaged: ${(error as Error).message}`;
  } finally {
    database?.close();
  }
}

/** Two processes that make a new file at once: SQLite does not wait for the other one here, so we do. */
function useWal(database: DatabaseSync): void {
  const end = Date.now() + BUSY_MS;
  for (;;) {
    try {
      database.exec('PRAGMA journal_mode = WAL');
      return;
    } catch (error) {
      if (!isBusy(error) || Date.now() > end) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
    }
  }
}

/** Creates or upgrades the tables, in one transaction. */
function migrate(database: DatabaseSync, path: string, schema: Schema): void {
  if (readVersion(database) === schema.version) return;
  database.exec('BEGIN IMMEDIATE');
  try {
    // Again: another process may have done it meanwhile.
    const version = readVersion(database);
    const problem = findVersionProblem(schema, version);
    if (problem !== undefined) throw new OperatorError(`${path} ${problem}, or set LUDEX_DATA to another folder`);
    for (const script of listScripts(schema, version)) database.exec(script);
    database
      .prepare("INSERT INTO facts VALUES ('schema', ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value")
      .run(String(schema.version));
    database.exec('COMMIT');
  } catch (error) {
    rollback(database);
    throw error;
  }
}

/** SQLite may have rolled back by itself, when the disk failed: the error that says so must not be lost. */
export function rollback(database: DatabaseSync): void {
  if (database.isTransaction) database.exec('ROLLBACK');
}

/** 0: a new file. */
function readVersion(database: DatabaseSync): number {
  const exists = database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'facts'").get();
  if (!exists) return 0;
  return Number(database.prepare("SELECT value FROM facts WHERE name = 'schema'").get()?.value ?? 0);
}
