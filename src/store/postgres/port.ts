import { type CatalogPort, type Copy, copyStatements, MAX_LAYERS_PER_MARK } from '../catalog-port.ts';
import type { NumberedGame } from '../catalog-store.ts';
import { CATALOG_TABLES, type CatalogTable } from '../catalog-tables.ts';
import { entryReferences } from '../entry-references.ts';
import { type BufferedTable, type KeyPart, openBufferedTable, type Row } from './buffered-table.ts';
import type { Connection } from './database.ts';
import { inOrder, type OrderedConnection } from './in-order.ts';
import { openQueriesOn } from './queries.ts';

/** The buffer is flushed when it has so much. */
const MAX_ROWS = 10_000;
const MAX_CHARACTERS = 8_000_000;

interface PostgresPort extends CatalogPort, Pick<OrderedConnection, 'stop'> {
  /** Sends all changes, and waits until they are stored. */
  flush(): Promise<void>;
}

/**
 * Each statement costs a round trip, and an import reads and writes hundreds of thousands of rows: so reads fetch the following rows
 * as well, and writes are buffered and sent in bulk. While the database stores a batch, the next one is made.
 */
export function postgresPort(transaction: Connection): PostgresPort {
  const connection = inOrder(transaction);
  const names = Object.keys(CATALOG_TABLES) as CatalogTable[];
  const tables = Object.fromEntries(names.map((name) => [name, openBufferedTable(connection, name)])) as Record<
    CatalogTable,
    BufferedTable
  >;
  const copies = copyStatements(
    { object: 'json_build_object', text: (column) => column, hex: (column) => `encode(${column}, 'hex')` },
    (column) => `${column} = ANY($1)`,
  );
  const copied: Record<Copy, Set<KeyPart>> = { layer: new Set(), game: new Set(), superseded: new Set() };
  let [rows, characters] = [0, 0];

  let sending: Promise<unknown> = Promise.resolve();
  const flush = async () => {
    await sending;
    [rows, characters] = [0, 0];
    // First the copies: they are of the rows before the change.
    const sent: Promise<unknown>[] = [];
    for (const [copy, keys] of Object.entries(copied) as [Copy, Set<KeyPart>][]) {
      if (keys.size > 0) sent.push(connection.run(copies[copy], [[...keys]]));
      keys.clear();
    }
    for (const table of Object.values(tables)) sent.push(table.flush());
    sending = Promise.all([sending, ...sent]);
    // The next flush throws its error.
    sending.catch(() => {});
  };
  /** Whether the buffer is full. */
  const count = (row: object) => {
    rows++;
    for (const column in row) characters += (row as Record<string, string>)[column]?.length ?? 0;
    return rows >= MAX_ROWS || characters >= MAX_CHARACTERS;
  };
  return {
    prepareFind: (table, columns) => tables[table].prepareFind(columns) as never,
    prepareList: (table, by, columns) => {
      const group = tables[table].prepareList(by, columns);
      return (async (value: KeyPart) => {
        if (group.isPending(value)) await flush();
        return group.list(value);
      }) as never;
    },
    upsert: async (table, row, before) => {
      tables[table].upsert(row as Row, before as Row);
      if (count(row)) await flush();
    },
    insert: async (table, added) => {
      for (const row of added) {
        tables[table].insert(row as Row);
        if (count(row)) await flush();
      }
    },
    update: async (table, before, change) => {
      tables[table].update(before as Row, change as Row);
      if (count(change)) await flush();
    },
    delete: async (table, before) => {
      tables[table].delete(before as Row);
      if (count(before)) await flush();
    },
    copy: async (copy, key) => void copied[copy].add(key),
    findByMarks: async (marks) => {
      if (tables.marks.hasChanges()) await flush();
      const found = await connection.query<MarkedRow>({ text: BY_MARKS, values: [marks] });
      return found.map((row) => ({ ...row, ...tables.layers.findChange(row) }));
    },
    listGamesWithEntries: async (entries, after, limit) => {
      await flush();
      const { pattern, references } = entryReferences(entries);
      return connection.query<NumberedGame>({ text: WITH_ENTRIES, values: [after, pattern, references, limit] });
    },
    db: openQueriesOn(connection, flush),
    flush: async () => {
      await flush();
      await sending;
    },
    stop: connection.stop,
  };
}

type MarkedRow = Awaited<ReturnType<CatalogPort['findByMarks']>>[number] & Row;

const BY_MARKS = `
  SELECT wanted.mark, layers.key, source, game_id AS "gameId"
  FROM unnest($1::text[]) AS wanted (mark)
  CROSS JOIN LATERAL (
    SELECT layer_id FROM marks WHERE marks.mark = wanted.mark ORDER BY layer_id LIMIT ${MAX_LAYERS_PER_MARK}
  ) AS found
  JOIN layers ON layers.layer_id = found.layer_id
  ORDER BY wanted.mark COLLATE "C", layers.key`;

const WITH_ENTRIES = `
  SELECT game_id AS "gameId", modified_at AS "modifiedAt", hash, provenance, record
  FROM games JOIN records USING (game_id, revision)
  WHERE game_id > $1
    AND EXISTS (SELECT FROM regexp_matches(record, $2, 'g') AS matches (found) WHERE found[1] = ANY($3))
  ORDER BY game_id LIMIT $4`;
