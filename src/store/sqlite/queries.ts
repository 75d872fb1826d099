import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { CamelCasePlugin, Kysely, type KyselyPlugin, type SqliteDatabase, SqliteDialect } from 'kysely';
import type { CatalogTables } from '../catalog-tables.ts';

export function openQueries<T>(database: DatabaseSync, plugins: KyselyPlugin[] = []): Kysely<T> {
  return new Kysely<T>({ dialect: new SqliteDialect({ database: forKysely(database) }), plugins });
}

export function openCatalogQueries(database: DatabaseSync): Kysely<CatalogTables> {
  return openQueries<CatalogTables>(database, [new CamelCasePlugin()]);
}

/** node:sqlite in the shape that Kysely's dialect expects. */
function forKysely(database: DatabaseSync): SqliteDatabase {
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
