import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { CamelCasePlugin, Kysely, type SqliteDatabase, SqliteDialect } from 'kysely';

export function openQueries<T>(database: DatabaseSync): Kysely<T> {
  const dialect = new SqliteDialect({ database: adaptDatabase(database) });
  return new Kysely<T>({ dialect, plugins: [new CamelCasePlugin()] });
}

/** node:sqlite with the interface that Kysely's dialect expects. */
function adaptDatabase(database: DatabaseSync): SqliteDatabase {
  return {
    close: () => database.close(),
    prepare: (text) => {
      const statement = database.prepare(text);
      const values = (parameters: readonly unknown[]) => parameters as SQLInputValue[];
      return {
        reader: statement.columns().length > 0,
        all: (parameters) => statement.all(...values(parameters)),
        run: (parameters) => statement.run(...values(parameters)),
        iterate: (parameters) => statement.iterate(...values(parameters)),
      };
    },
  };
}
