import { ImportRunning } from '../../errors.ts';
import { getOrInsert } from '../../get-or-insert.ts';
import { type CatalogPort, type Copy, copyStatement, MAX_LAYERS_PER_MARK } from '../catalog-port.ts';
import type { CatalogTable } from '../catalog-tables.ts';
import { type BufferedTable, type KeyPart, openBufferedTable, type Row } from './buffered-table.ts';
import type { Connection, PostgresDatabase } from './database.ts';
import { describeLost } from './errors.ts';
import { postgresSql } from './sql.ts';

/** How long one import waits for another one to finish. */
const LOCK_WAIT_MS = 5000;

/** Runs the work in one transaction. */
export function writePostgres<T>(database: PostgresDatabase, work: (port: CatalogPort) => Promise<T>): Promise<T> {
  const written = database.transaction('BEGIN', async (connection) => {
    await lockWriter(connection);
    const port = postgresPort(connection);
    const result = await work(port);
    await port.flush();
    return result;
  });
  return written.catch((error) => {
    throw describeLost(error);
  });
}

/** Allows one writer of the catalog at a time. */
export async function lockWriter(connection: Connection): Promise<void> {
  await connection.run(`SET LOCAL lock_timeout = ${LOCK_WAIT_MS}`);
  try {
    await connection.run("SELECT 1 FROM catalog_facts WHERE name = 'writer' FOR UPDATE");
  } catch (error) {
    const busy = (error as { code?: string }).code === '55P03';
    throw busy ? new ImportRunning() : error;
  }
  await connection.run('SET LOCAL lock_timeout = 0');
}

/** The buffer is flushed when it has so many characters: 8 MB of lines, or 10,000 short rows. */
const MAX_CHARACTERS = 8_000_000;
const CHARACTERS_PER_ROW = 800;

interface PostgresPort extends CatalogPort {
  /** Sends all changes, and waits until they are stored. */
  flush(): Promise<void>;
}

/**
 * Each statement costs a round trip, and an import reads and writes hundreds of thousands of rows: so reads fetch the following rows
 * as well, and writes are buffered and sent in bulk. While the database stores a batch, the next one is made.
 */
export function postgresPort(connection: Connection): PostgresPort {
  const sql = postgresSql(connection);
  const tables = new Map<CatalogTable, BufferedTable>();
  const of = (table: CatalogTable) => getOrInsert(tables, table, () => openBufferedTable(connection, table, flush));
  const copied: Record<Copy, Set<KeyPart>> = { layer: new Set(), superseded: new Set() };
  let characters = 0;
  let sending: Promise<unknown> = Promise.resolve();
  const flush = async () => {
    await sending;
    characters = 0;
    // First the copies: they are of the rows before the change.
    const sent: Promise<unknown>[] = [];
    for (const [copy, keys] of Object.entries(copied) as [Copy, Set<KeyPart>][]) {
      if (keys.size > 0) sent.push(sql.query(copyStatement(sql, copy), [[...keys] as string[]]));
      keys.clear();
    }
    for (const table of tables.values()) sent.push(table.send());
    sending = Promise.all([sending, ...sent]);
    // The next flush throws its error.
    sending.catch(() => {});
  };
  const flushIfFull = async (row: object) => {
    characters += CHARACTERS_PER_ROW;
    for (const value of Object.values(row)) characters += (value as string | null)?.length ?? 0;
    if (characters >= MAX_CHARACTERS) await flush();
  };
  return {
    prepareFind: (table, columns) => of(table).prepareFind(columns) as never,
    prepareList: (table, by, columns) => of(table).prepareList(by, columns) as never,
    upsert: (table, row, before) => {
      of(table).upsert(row as Row, before as Row);
      return flushIfFull(row);
    },
    update: (table, before, change) => {
      of(table).update(before as Row, change as Row);
      return flushIfFull(change);
    },
    delete: (table, before) => {
      of(table).delete(before as Row);
      return flushIfFull(before);
    },
    copy: async (copy, key) => void copied[copy].add(key),
    findByMarks: async (marks) => {
      if (of('marks').hasChanges()) await flush();
      const found = await sql.select<MarkedRow>(BY_MARKS, [marks]);
      return found.map(of('layers').addChanges);
    },
    sql: postgresSql(connection, flush),
    flush: async () => {
      await flush();
      await sending;
    },
  };
}

type MarkedRow = Awaited<ReturnType<CatalogPort['findByMarks']>>[number] & Row;

const BY_MARKS = `
  SELECT wanted.mark, layers.key, source, game_id
  FROM unnest(?::text[]) AS wanted (mark)
  CROSS JOIN LATERAL (
    SELECT layer_id FROM marks WHERE marks.mark = wanted.mark ORDER BY layer_id LIMIT ${MAX_LAYERS_PER_MARK}
  ) AS found
  JOIN layers ON layers.layer_id = found.layer_id
  ORDER BY wanted.mark COLLATE "C", layers.key`;
