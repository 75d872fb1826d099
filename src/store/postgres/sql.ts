import { getOrInsert } from '../../get-or-insert.ts';
import { type ServiceSql, type Sql, toCamelCaseRow } from '../sql.ts';
import type { Connection, PostgresDatabase } from './database.ts';

/** Statements are prepared under a name, which may not be longer than 63 bytes. */
const names = new Map<string, string>();

/** Parameters are `$1`, `$2` and so on. */
function numbered(text: string): string {
  let count = 0;
  return text.replaceAll('?', () => `$${++count}`);
}

const isIn: Sql['isIn'] = (column, type) => `${column} = ANY(?::${type}[])`;

/** `beforeEach` runs before each statement. Without it, statements are sent in the order of the calls. */
export function postgresSql(connection: Connection, beforeEach?: () => Promise<void>): Sql {
  const then = <T>(ask: () => Promise<T>): Promise<T> => beforeEach?.().then(ask) ?? ask();
  const toStatement = (text: string, values: readonly unknown[] = []) => {
    const name = getOrInsert(names, text, () => `catalog ${names.size}`);
    return { name, text: numbered(text), values };
  };
  return {
    select: async (text, values) =>
      (await then(() => connection.query(toStatement(text, values)))).map(toCamelCaseRow) as never,
    query: (text, values) => then(() => connection.queryArrays(toStatement(text, values))),
    object: 'json_build_object',
    text: (column) => column,
    isIn,
    list: (column, by) => `coalesce(json_agg(${column} ORDER BY ${by})::text, '[]')`,
    hex: (column, by) => `coalesce(string_agg(encode(${column}, 'hex'), '' ORDER BY ${by}), '')`,
  };
}

export function postgresServiceSql(database: PostgresDatabase): ServiceSql {
  const sqlOf = (connection: Connection, transaction: ServiceSql['transaction']): ServiceSql => ({
    select: async (text, values = []) =>
      (await connection.query({ text: numbered(text), values })).map(toCamelCaseRow) as never,
    run: (text, values = []) => connection.run(numbered(text), values),
    rows: (table) => `json_populate_recordset(NULL::${table}, ?)`,
    isIn,
    transaction,
  });
  return sqlOf(database.once, (work) =>
    database.transaction('BEGIN', (connection) => {
      const within = sqlOf(connection, (more) => more(within));
      return work(within);
    }),
  );
}
