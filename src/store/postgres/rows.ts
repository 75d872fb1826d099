import type { Connection } from './database.ts';

type Rows = readonly (readonly unknown[])[];

/** A statement takes 65,535 parameters at most; a few thousand are as fast. */
const MAX_PARAMETERS = 4000;

/** Inserts many rows with few statements, which are all queued at once. `onConflict` says what happens to rows that exist. */
export async function insertRows(
  connection: Connection,
  table: string,
  columns: readonly string[],
  rows: Rows,
  onConflict: string,
): Promise<void> {
  const batchSize = Math.floor(MAX_PARAMETERS / columns.length);
  const sent: Promise<number>[] = [];
  for (let from = 0; from < rows.length; from += batchSize) {
    const part = rows.slice(from, from + batchSize);
    const parameters = part.map(
      (_, row) => `(${columns.map((_, i) => `$${row * columns.length + i + 1}`).join(', ')})`,
    );
    const insert = `INSERT INTO ${table} (${columns.join(', ')}) VALUES ${parameters.join(', ')}`;
    sent.push(connection.run(`${insert} ${onConflict}`, part.flat()));
  }
  await Promise.all(sent);
}

/** Inserts rows that consist of a key only. They are short: one array per column is faster than one parameter per value. */
export function insertKeys(connection: Connection, table: string, keys: readonly string[], rows: Rows): Promise<void> {
  const insert = `INSERT INTO ${table} (${keys.join(', ')})`;
  return runWithArrays(connection, rows, (arrays) => `${insert} SELECT * FROM ${arrays} ON CONFLICT DO NOTHING`);
}

/** Deletes the rows with these keys. */
export function deleteRows(connection: Connection, table: string, keys: readonly string[], rows: Rows): Promise<void> {
  const deletion = `DELETE FROM ${table} WHERE (${keys.join(', ')})`;
  return runWithArrays(connection, rows, (arrays) => `${deletion} IN (SELECT * FROM ${arrays})`);
}

/** Updates the last of these columns; the others are the key. */
export function updateRows(connection: Connection, table: string, names: readonly string[], rows: Rows): Promise<void> {
  const [keys, changed] = [names.slice(0, -1), names.at(-1)];
  const isSame = keys.map((key) => `${table}.${key} = given.${key}`).join(' AND ');
  const update = `UPDATE ${table} SET ${changed} = given.${changed}`;
  return runWithArrays(
    connection,
    rows,
    (arrays) => `${update} FROM ${arrays} AS given (${names.join(', ')}) WHERE ${isSame}`,
  );
}

/** Runs a statement over rows of texts and integers, which are one array parameter per column. */
async function runWithArrays(connection: Connection, rows: Rows, toSql: (arrays: string) => string): Promise<void> {
  if (rows.length === 0) return;
  const columns = (rows[0] ?? []).map((_, i) => rows.map((row) => row[i]));
  const types = columns.map((values) => (values.some((value) => typeof value === 'string') ? 'text' : 'bigint'));
  await connection.run(toSql(`unnest(${types.map((type, i) => `$${i + 1}::${type}[]`).join(', ')})`), columns);
}
