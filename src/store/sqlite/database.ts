import { randomUUID } from 'node:crypto';
import { accessSync, constants, existsSync, linkSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createFolder } from '../../create-folder.ts';
import { isDiskFull, OperatorError } from '../../errors.ts';
import { findVersionProblem, UNRELEASED, VERSION_FACT, versionOf } from '../schema.ts';
import { isBusy, isDamaged } from './errors.ts';
import { refuseLostDatabase } from './folder-marker.ts';
import { addUnpackFunction } from './packed-text.ts';
import type { SqliteSchema } from './schema.ts';

/** How long a statement waits for a write of another process. Only imports take longer. */
export const BUSY_MS = 5000;

/** What ordinary writing needs. Only an import makes a larger one. */
const LARGE_WAL = 32 * 1024 * 1024;

/**
 * Empties the WAL of a large transaction, which otherwise stays until the next one. Waits for nobody: while something reads an
 * earlier state, such as a backup, it stays. So it does if the disk is full; the transaction is safe in it.
 */
export function truncateWal(path: string): void {
  const size = statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0;
  if (size <= LARGE_WAL) return;
  const database = new DatabaseSync(path, { timeout: 0 });
  try {
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  } catch {
    // Tried again later.
  } finally {
    database.close();
  }
}

export function makeFolder(folder: string): void {
  try {
    // The folder contains accounts and the secret.
    createFolder(folder, 0o700);
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    const { code } = ((error as Error).cause ?? error) as NodeJS.ErrnoException;
    throw new OperatorError(
      `The data folder ${folder} cannot be used (${code}): ` +
        'make it readable and writable, or set LUDEX_DATA to another folder',
    );
  }
}

export function openDatabase(path: string, schema: SqliteSchema, busyMs = BUSY_MS): DatabaseSync {
  let database: DatabaseSync | undefined;
  try {
    const size = statSync(path, { throwIfNoEntry: false })?.size;
    if (!size) refuseLostDatabase(path, size === undefined ? 'is missing' : 'is empty');
    if (size === undefined) createPrivateFile(path);
    accessSync(path, constants.R_OK | constants.W_OK);
    database = new DatabaseSync(path, { timeout: busyMs });
    // Applies to new files only. With larger pages, a page of games is read in three quarters of the time.
    database.exec('PRAGMA page_size = 16384; PRAGMA cache_size = -8000');
    addUnpackFunction(database);
    useWal(database);
    // Commits survive a crash of the process; a power failure may lose the last ones.
    database.exec('PRAGMA synchronous = NORMAL');
    database.exec(`PRAGMA journal_size_limit = ${LARGE_WAL}`);
    // While a migration replaces a table, rows that refer to it must stay.
    database.exec('PRAGMA foreign_keys = OFF');
    migrate(database, path, schema);
    database.exec('PRAGMA foreign_keys = ON');
    return database;
  } catch (error) {
    database?.close();
    if (error instanceof OperatorError || isDiskFull(error)) throw error;
    throw new OperatorError(`The database ${path} cannot be opened: ${explainOpenError(error)}`);
  }
}

function explainOpenError(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS')
    return `this user may not read and write it (${code}); change its owner or its mode`;
  return isDamaged(error)
    ? `it is damaged (${message}); restore a backup into another folder with "ludex restore"`
    : message;
}

/**
 * Only the owner may read a new database: it contains accounts. SQLite gives the WAL and the shared memory the same mode. The file
 * is created under another name and linked into place: closing any descriptor of a database file drops all POSIX locks that this
 * process has on it, including those of other threads, and the next program that opens and closes the database then deletes its WAL.
 */
function createPrivateFile(path: string): void {
  const draft = `${path}.${randomUUID()}`;
  try {
    writeFileSync(draft, '', { mode: 0o600 });
    linkSync(draft, path);
  } catch (error) {
    // Another process or thread created it first.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Keeps the connections: the lock ends when one is garbage collected. */
const locks = new Map<string, DatabaseSync>();

/**
 * Locks the folder against other servers, until the process ends, however it ends. Commands need no lock: the databases have their own.
 * It works where SQLite does, also between containers that share a volume. Who may read the file can lock it, so only the owner may.
 */
export function lockFolder(folder: string): boolean {
  makeFolder(folder);
  const path = join(folder, 'server.lock');
  if (!existsSync(path)) writeFileSync(path, '', { mode: 0o600 });
  const database = new DatabaseSync(path, { timeout: 0 });
  try {
    database.exec('BEGIN EXCLUSIVE');
    locks.set(folder, database);
    return true;
  } catch (error) {
    database.close();
    if (isBusy(error)) return false;
    throw error;
  }
}

/** Whether an intact database has a value of this name. */
export function hasFact(path: string, name: string): boolean {
  const database = new DatabaseSync(path, { readOnly: true, timeout: BUSY_MS });
  try {
    return database.prepare('SELECT 1 FROM facts WHERE name = ?').get(name) !== undefined;
  } finally {
    database.close();
  }
}

/** SQLite does not wait here while another process creates the same file, so we do. */
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

/** Creates or migrates the tables, in one transaction. */
function migrate(database: DatabaseSync, path: string, schema: SqliteSchema): void {
  const current = versionOf(schema);
  if (readVersion(database, schema) === current) return;
  database.exec('BEGIN IMMEDIATE');
  try {
    // Again: another process may have done it meanwhile.
    const version = readVersion(database, schema);
    if (version === 0) refuseLostDatabase(path, 'is empty');
    const problem = findVersionProblem(schema, version);
    if (problem !== undefined) throw new OperatorError(`${path} ${problem}, or set LUDEX_DATA to another folder`);
    if (version === 0) database.exec(schema.create);
    else for (const migrate of schema.migrations.slice(version - 1)) migrate(database);
    database
      .prepare(`INSERT INTO ${schema.facts} VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value`)
      .run(VERSION_FACT, String(current));
    database.exec('COMMIT');
  } catch (error) {
    rollback(database);
    throw error;
  }
}

/** After a disk error SQLite may have rolled back itself; a second ROLLBACK would hide that error. */
export function rollback(database: DatabaseSync): void {
  if (database.isTransaction) database.exec('ROLLBACK');
}

/** 0: a new file. */
export function readVersion(database: DatabaseSync, { facts }: SqliteSchema): number {
  const names = database.prepare('SELECT name FROM sqlite_schema').all();
  if (!names.some(({ name }) => name === facts)) return names.length === 0 ? 0 : UNRELEASED;
  return Number(database.prepare(`SELECT value FROM ${facts} WHERE name = ?`).get(VERSION_FACT)?.value ?? UNRELEASED);
}
