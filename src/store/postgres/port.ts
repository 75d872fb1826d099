import { type CatalogPort, type Copy, copyStatements, MOST_OF_MARK } from '../catalog-port.ts';
import type { NumberedGame } from '../catalog-store.ts';
import { CATALOG_TABLES, type CatalogTable } from '../catalog-tables.ts';
import { entryNames } from '../entry-names.ts';
import { type BufferedTable, type KeyPart, openBufferedTable, type Row } from './buffered-table.ts';
import type { Connection } from './database.ts';
import { openQueriesOn } from './queries.ts';

/** How much is buffered before it is sent. */
const MOST_ROWS = 10_000;
const MOST_CHARACTERS = 8_000_000;

/**
 * The database is a round trip away, and an import asks and tells a hundred thousand small things: rows are read ahead, and what
 * is to be written is buffered and sent in a few statements.
 */
export function postgresPort(connection: Connection): CatalogPort & { flush(): Promise<void> } {
  const names = Object.keys(CATALOG_TABLES) as CatalogTable[];
  const tables = Object.fromEntries(names.map((name) => [name, openBufferedTable(connection, name)])) as Record<
    CatalogTable,
    BufferedTable
  >;
  const copies = copyStatements('json_build_object', (column) => `${column} = ANY($1)`);
  const copied: Record<Copy, Set<KeyPart>> = { layer: new Set(), game: new Set(), superseded: new Set() };
  let [rows, characters] = [0, 0];

  const flush = async () => {
    [rows, characters] = [0, 0];
    // First of all: a copy is made of what is there before the change.
    for (const [copy, keys] of Object.entries(copied) as [Copy, Set<KeyPart>][]) {
      if (keys.size > 0) await connection.run(copies[copy], [[...keys]]);
      keys.clear();
    }
    for (const table of Object.values(tables)) await table.flush();
  };
  /** Whether enough is buffered to be sent. */
  const count = (row: object) => {
    rows++;
    for (const column in row) characters += (row as Record<string, string>)[column]?.length ?? 0;
    return rows >= MOST_ROWS || characters >= MOST_CHARACTERS;
  };
  return {
    rows: (table, columns) => tables[table].rows(columns) as never,
    groups: (table, by, columns) => {
      const group = tables[table].groups(by, columns);
      return (async (value: KeyPart) => {
        if (group.isPending(value)) await flush();
        return group.list(value);
      }) as never;
    },
    put: async (table, row, before) => {
      tables[table].put(row as Row, before as Row);
      if (count(row)) await flush();
    },
    add: async (table, added) => {
      for (const row of added) {
        tables[table].add(row as Row);
        if (count(row)) await flush();
      }
    },
    set: async (table, before, change) => {
      tables[table].set(before as Row, change as Row);
      if (count(change)) await flush();
    },
    remove: async (table, before) => {
      tables[table].remove(before as Row);
      if (count(before)) await flush();
    },
    copy: async (copy, key) => void copied[copy].add(key),
    findByMarks: async (marks) => {
      if (tables.marks.hasChanges()) await flush();
      const found = await connection.query<MarkedRow>({ text: BY_MARKS, values: [marks] });
      return found.map((row) => ({ ...row, ...tables.layers.findChange(row) }));
    },
    listGamesNaming: async (entries, after, limit) => {
      await flush();
      const { pattern, names } = entryNames(entries);
      return connection.query<NumberedGame>({ text: NAMING, values: [after, pattern, names, limit] });
    },
    db: openQueriesOn(connection, flush),
    flush,
  };
}

type MarkedRow = Awaited<ReturnType<CatalogPort['findByMarks']>>[number] & Row;

const BY_MARKS = `
  SELECT wanted.mark, layers.key, source, game_id AS "gameId"
  FROM unnest($1::text[]) AS wanted (mark)
  CROSS JOIN LATERAL (
    SELECT layer_id FROM marks WHERE marks.mark = wanted.mark ORDER BY layer_id LIMIT ${MOST_OF_MARK}
  ) AS found
  JOIN layers ON layers.layer_id = found.layer_id
  ORDER BY wanted.mark COLLATE "C", layers.key`;

const NAMING = `
  SELECT game_id AS "gameId", modified_at AS "modifiedAt", hash, provenance, record
  FROM games JOIN records USING (game_id, revision)
  WHERE game_id > $1
    AND EXISTS (SELECT FROM regexp_matches(record, $2, 'g') AS matches (names) WHERE names[1] = ANY($3))
  ORDER BY game_id LIMIT $4`;
