import { CamelCasePlugin, Kysely, type KyselyPlugin, PostgresDialect, type PostgresPool } from 'kysely';
import type { CatalogTables } from '../catalog-tables.ts';
import type { Connection, PostgresDatabase } from './database.ts';

export function openQueries<T>({ pool }: Pick<PostgresDatabase, 'pool'>, plugins: KyselyPlugin[] = []): Kysely<T> {
  return new Kysely<T>({ dialect: new PostgresDialect({ pool: pool as unknown as PostgresPool }), plugins });
}

/** On one connection, or on any of a pool. */
export function openCatalogQueries(connection: Connection, beforeEach = async () => {}): Kysely<CatalogTables> {
  const client = {
    query: async (text: string, values: readonly unknown[]) => {
      await beforeEach();
      const rows = await connection.query({ text, values });
      return { command: 'SELECT', rowCount: rows.length, rows };
    },
    release: () => {},
  };
  const pool = { connect: async () => client, end: async () => {}, options: {} };
  return openQueries<CatalogTables>({ pool: pool as never }, [new CamelCasePlugin()]);
}
