import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { type ServiceSql, type Sql, toCamelCaseRow } from '../sql.ts';
import { rollback } from './database.ts';

/** Bounds the memory. The service has about a hundred statements. */
const MAX_PREPARED = 200;

/** Preparing a statement takes longer than most need to run. */
function openStatements(database: DatabaseSync, returnArrays: boolean) {
  const prepared = new Map<string, StatementSync>();
  return (text: string): StatementSync => {
    const known = prepared.get(text);
    if (known) return known;
    if (prepared.size >= MAX_PREPARED) prepared.clear();
    const statement = database.prepare(text);
    statement.setReturnArrays(returnArrays);
    prepared.set(text, statement);
    return statement;
  };
}

function toParameters(values: readonly unknown[] = []): SQLInputValue[] {
  return values.map((value) => (Array.isArray(value) ? JSON.stringify(value) : value)) as SQLInputValue[];
}

export function sqliteSql(database: DatabaseSync): Sql {
  const [objects, arrays] = [openStatements(database, false), openStatements(database, true)];
  return {
    select: async (text, values) =>
      objects(text)
        .all(...toParameters(values))
        .map(toCamelCaseRow) as never,
    query: async (text, values) => arrays(text).all(...toParameters(values)) as never,
    object: 'json_object',
    text: (column) => `unpack(${column})`,
    isIn: (column) => `${column} IN (SELECT value FROM json_each(?))`,
    // The rows are in order already.
    list: (column) => `json_group_array(${column})`,
    hex: (column) => `coalesce(group_concat(hex(${column}), ''), '')`,
  };
}

/** For a connection that many requests share: statements wait while another request has a transaction. `onError` only sees errors. */
export function sqliteServiceSql(database: DatabaseSync, onError: (error: unknown) => void = () => {}): ServiceSql {
  const { select, isIn } = sqliteSql(database);
  const prepare = openStatements(database, false);
  let last: Promise<unknown> = Promise.resolve();
  const afterLast = <T>(work: () => Promise<T>): Promise<T> => {
    const result = last.then(work);
    last = result.catch(onError);
    return result;
  };
  const run: ServiceSql['run'] = async (text, values) => Number(prepare(text).run(...toParameters(values)).changes);
  const rows: ServiceSql['rows'] = (_table, columns) =>
    `(SELECT ${columns.map((column) => `value ->> '${column}' AS ${column}`).join(', ')} FROM json_each(?)) AS rows`;
  const within: ServiceSql = { select, isIn, run, rows, transaction: (work) => work(within) };
  return {
    isIn,
    rows,
    select: (text, values) => afterLast(() => select(text, values)),
    run: (text, values) => afterLast(() => run(text, values)),
    transaction: (work) =>
      afterLast(async () => {
        // All transactions write. One that reads first would fail if another thread writes before it does
        // (SQLITE_BUSY_SNAPSHOT), and waiting does not help.
        database.exec('BEGIN IMMEDIATE');
        try {
          const result = await work(within);
          database.exec('COMMIT');
          return result;
        } finally {
          rollback(database);
        }
      }),
  };
}
