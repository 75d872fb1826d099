import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { CamelCasePlugin, Kysely, type SqliteDatabase, SqliteDialect, type SqliteStatement } from 'kysely';
import { rollback } from './database.ts';
import { unpackRow } from './packed-text.ts';

type OnError = (error: unknown) => void;

/** Errors are thrown; `onError` only sees them. */
export function openQueries<T>(database: DatabaseSync, onError: OnError = () => {}): Kysely<T> {
  const dialect = new SqliteDialect({ database: adaptDatabase(database, onError) });
  return new Kysely<T>({ dialect, plugins: [new CamelCasePlugin()] });
}

/** Bounds the memory. The service has about a hundred statements. */
const MAX_PREPARED = 200;

/** node:sqlite with the interface that Kysely's dialect expects. Preparing a statement takes longer than most need to run. */
function adaptDatabase(database: DatabaseSync, onError: OnError): SqliteDatabase {
  const prepared = new Map<string, SqliteStatement>();
  return {
    close: () => database.close(),
    prepare: (text) => {
      const known = prepared.get(text);
      if (known) return known;
      if (prepared.size >= MAX_PREPARED) prepared.clear();
      const statement = prepareStatement(database, text, onError);
      prepared.set(text, statement);
      return statement;
    },
  };
}

function prepareStatement(database: DatabaseSync, text: string, onError: OnError): SqliteStatement {
  if (text === 'rollback') return rollbackStatement(database);
  // All transactions write. One that reads first would fail if another thread writes before it does (SQLITE_BUSY_SNAPSHOT),
  // and waiting does not help.
  const statement = database.prepare(text === 'begin' ? 'begin immediate' : text);
  const values = (parameters: readonly unknown[]) => parameters as SQLInputValue[];
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => watch(() => statement.all(...values(parameters)).map(unpackRow), onError),
    run: (parameters) => watch(() => statement.run(...values(parameters)), onError),
    // Its own statement: an iteration ends when its statement runs again.
    iterate: (parameters) =>
      database
        .prepare(text)
        .iterate(...values(parameters))
        .map(unpackRow),
  };
}

function watch<T>(work: () => T, onError: OnError): T {
  try {
    return work();
  } catch (error) {
    onError(error);
    throw error;
  }
}

/** After a disk error SQLite has rolled back already; a failing ROLLBACK would hide that error. */
function rollbackStatement(database: DatabaseSync): SqliteStatement {
  const run = () => {
    rollback(database);
    return { changes: 0, lastInsertRowid: 0 };
  };
  return { reader: false, all: () => [], run, iterate: () => [].values() };
}
