import { MOVED_TABLES, type MovedTable, type Row, type TableAccess } from './moved-tables.ts';

const ROWS_AT_ONCE = 1000;

type TableRow<C extends string> = Record<C, Row[number]>;

/** All rows of a table, in the order of its key, with only these columns. */
export async function* readRows<C extends string>(
  tables: TableAccess,
  part: MovedTable['part'],
  name: string,
  columns: readonly C[],
): AsyncGenerator<TableRow<C>> {
  const table = findTable(part, name);
  const places = columns.map((column) => [column, table.columns.indexOf(column)] as const);
  for (let after: Row | undefined; ; ) {
    const rows = await tables.read(table, after, ROWS_AT_ONCE);
    for (const row of rows) yield Object.fromEntries(places.map(([column, at]) => [column, row[at]])) as TableRow<C>;
    if (rows.length < ROWS_AT_ONCE) return;
    after = rows.at(-1);
  }
}

export function countRows(tables: TableAccess, part: MovedTable['part'], name: string): Promise<number> {
  return tables.count(findTable(part, name));
}

function findTable(part: MovedTable['part'], name: string): MovedTable {
  return MOVED_TABLES.find((table) => table.part === part && table.name === name) as MovedTable;
}
