import { readSql, type SqlReader, type SqlRow } from './sql.ts';

/** The tables of ZXDB that describe games. */
const TABLES = [
  'aliases',
  'authors',
  'entries',
  'genretypes',
  'labels',
  'labeltypes',
  'machinetypes',
  'publishers',
  'releases',
  'scores',
] as const;
export type Tables = Record<(typeof TABLES)[number], SqlRow[]>;

/** Reads the tables into memory: about 60,000 entries, and a few rows for each. */
export async function readTables(
  path: string,
  onBroken: SqlReader['onBroken'],
  onChunk: (chunk: Buffer) => void,
): Promise<Tables> {
  const tables = Object.fromEntries(TABLES.map((name): [string, SqlRow[]] => [name, []])) as Tables;
  const onRow = (table: string, row: SqlRow) => void tables[table as keyof Tables].push(row);
  await readSql(path, { tables: new Set(TABLES), onRow, onBroken }, onChunk);
  return tables;
}

/** The rows of a table by a column. */
export function groupBy(rows: readonly SqlRow[], column: string): Map<string, SqlRow[]> {
  return Map.groupBy(rows, (row) => row[column] ?? '');
}

/** One column of a table by another: the texts of `genretypes` by id. */
export function lookUp(rows: readonly SqlRow[], column: string): Map<string, string> {
  return new Map(rows.map((row) => [row.id ?? '', row[column] ?? '']));
}
