import { type MovableStore, type MovedTable, type Row, type TableAccess, tableReads } from '../moved-tables.ts';
import { type Connection, openPostgres } from './database.ts';
import { inOrder } from './in-order.ts';
import { migratePostgres } from './migrate.ts';
import { READ_ONE_STATE } from './read-index.ts';
import { insertRows } from './rows.ts';
import { checkUsable } from './unusable.ts';
import { parsePostgresUrl } from './url.ts';
import { lockWriter } from './writer.ts';

const HOUR_MS = 3600 * 1000;

export async function openPostgresTables(url: string, password: string | undefined): Promise<MovableStore> {
  const address = parsePostgresUrl(`The address of the database`, url, password, 'read-write');
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
        const ordered = inOrder(connection);
        return work(tableAccess(ordered)).finally(ordered.stop);
      }),
    close: database.close,
  };
}

function tableAccess(connection: Connection): TableAccess {
  return {
    ...tableReads((_, text, values) => {
      let count = 0;
      return connection.queryArrays<Row>({ text: text.replaceAll('?', () => `$${++count}`), values });
    }, nameOf),
    write: (table, rows) => insertRows(connection, nameOf(table), table.columns, rows, 'DO NOTHING'),
    readLastId: async (table) => {
      const [row] = await connection.queryArrays<[number, boolean]>({
        text: `SELECT last_value, is_called FROM ${await sequenceOf(connection, table)}`,
      });
      return row?.[1] ? row[0] : 0;
    },
    setLastId: async (table, lastId) => {
      if (lastId > 0) await connection.run('SELECT setval($1, $2)', [await sequenceOf(connection, table), lastId]);
    },
  };
}

function nameOf({ part, name }: Pick<MovedTable, 'part' | 'name'>): string {
  return part === 'catalog' && name === 'facts' ? 'catalog_facts' : name;
}

async function sequenceOf(connection: Connection, { name, columns }: MovedTable): Promise<string> {
  const [row] = await connection.queryArrays<[string]>({
    text: 'SELECT pg_get_serial_sequence($1, $2)',
    values: [name, columns[0]],
  });
  return row?.[0] as string;
}
