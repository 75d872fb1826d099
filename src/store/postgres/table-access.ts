import type { MovableStore, TableAccess } from '../move.ts';
import type { Table } from '../tables.ts';
import { type Connection, openPostgres, READ_ONE_STATE } from './database.ts';
import { insertRows } from './rows.ts';
import { checkUsable, migratePostgres } from './schema.ts';
import { postgresSql } from './sql.ts';
import { parsePostgresUrl } from './url.ts';
import { lockWriter } from './writer.ts';

const HOUR_MS = 3600 * 1000;

export async function openPostgresTables(url: string, password: string | undefined): Promise<MovableStore> {
  const address = parsePostgresUrl(`The address of the database`, url, password);
  const database = openPostgres(address, { connections: 1, statementMs: HOUR_MS, idleInTransactionMs: HOUR_MS });
  try {
    await checkUsable(database, address);
    await migratePostgres(database, database, address);
  } catch (error) {
    await database.close();
    throw error;
  }
  return {
    location: address.shown,
    read: (work) => database.transaction(READ_ONE_STATE, (connection) => work(tableAccess(connection))),
    write: (work) =>
      database.transaction('BEGIN', async (connection) => {
        await lockWriter(connection);
        return work(tableAccess(connection));
      }),
    close: database.close,
  };
}

function tableAccess(connection: Connection): TableAccess {
  const sql = postgresSql(connection);
  const sequenceOf = ({ name, columns }: Table) => [name, columns[0] as string];
  return {
    sql,
    write: ({ name, columns }, rows) => insertRows(connection, name, columns, rows, 'ON CONFLICT DO NOTHING'),
    readLastId: async (table) => {
      const text = 'SELECT coalesce(pg_sequence_last_value(pg_get_serial_sequence(?, ?)), 0)';
      return (await sql.query<[number]>(text, sequenceOf(table)))[0]?.[0] ?? 0;
    },
    setLastId: async (table, lastId) => {
      await sql.query('SELECT setval(pg_get_serial_sequence(?, ?), ?)', [...sequenceOf(table), lastId]);
    },
  };
}
