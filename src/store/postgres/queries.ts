import { CamelCasePlugin, Kysely, PostgresDialect, type PostgresPool } from 'kysely';
import type { Connection, PostgresDatabase } from './database.ts';

export function openQueries<T>({ pool }: Pick<PostgresDatabase, 'pool'>): Kysely<T> {
  const dialect = new PostgresDialect({ pool: pool as unknown as PostgresPool });
  return new Kysely<T>({ dialect, plugins: [new CamelCasePlugin()] });
}

/** Queries that all use this connection, within its transaction. */
export function openQueriesOn<T>(connection: Connection, beforeEach = async () => {}): Kysely<T> {
  const client = {
    query: async (text: string, values: readonly unknown[]) => {
      await beforeEach();
      const rows = await connection.query({ text, values });
      return { command: 'SELECT', rowCount: rows.length, rows };
    },
    release: () => {},
  };
  return openQueries<T>({ pool: { connect: async () => client as never, end: async () => {}, options: {} } });
}
