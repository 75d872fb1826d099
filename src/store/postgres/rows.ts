import type { Connection } from './database.ts';

/** A statement takes 65,535 parameters at most; a few thousand are as fast. */
const MAX_PARAMETERS = 4000;

/** Inserts many rows with few statements. `onConflict` says what happens to rows that exist. */
export async function insertRows(
  connection: Connection,
  table: string,
  columns: readonly string[],
  rows: readonly (readonly unknown[])[],
  onConflict: string,
): Promise<void> {
  const batchSize = Math.floor(MAX_PARAMETERS / columns.length);
  for (let from = 0; from < rows.length; from += batchSize) {
    const part = rows.slice(from, from + batchSize);
    const parameters = part.map(
      (_, row) => `(${columns.map((_, i) => `$${row * columns.length + i + 1}`).join(', ')})`,
    );
    await connection.run(
      `INSERT INTO ${table} (${columns.join(', ')}) VALUES ${parameters.join(', ')} ON CONFLICT ${onConflict}`,
      part.flat(),
    );
  }
}

/** Inserts rows that consist of a key only. They are short: one array per column is faster than one parameter per value. */
export async function insertKeys(
  connection: Connection,
  table: string,
  keys: readonly string[],
  rows: readonly (readonly unknown[])[],
): Promise<void> {
  if (rows.length === 0) return;
  const { columns, arrays } = toArrays(rows);
  const insert = `INSERT INTO ${table} (${keys.join(', ')}) SELECT * FROM ${arrays} ON CONFLICT DO NOTHING`;
  await connection.run(insert, columns);
}

/** Deletes the rows with these keys. */
export async function deleteRows(
  connection: Connection,
  table: string,
  keys: readonly string[],
  rows: readonly (readonly unknown[])[],
): Promise<void> {
  if (rows.length === 0) return;
  const { columns, arrays } = toArrays(rows);
  await connection.run(`DELETE FROM ${table} WHERE (${keys.join(', ')}) IN (SELECT * FROM ${arrays})`, columns);
}

/** Updates the last of these columns; the others are the key. */
export async function updateRows(
  connection: Connection,
  table: string,
  names: readonly string[],
  rows: readonly (readonly unknown[])[],
): Promise<void> {
  if (rows.length === 0) return;
  const { columns, arrays } = toArrays(rows);
  const [keys, changed] = [names.slice(0, -1), names.at(-1)];
  const isSame = keys.map((key) => `${table}.${key} = given.${key}`).join(' AND ');
  await connection.run(
    `UPDATE ${table} SET ${changed} = given.${changed} FROM ${arrays} AS given (${names.join(', ')}) WHERE ${isSame}`,
    columns,
  );
}

/** Rows of texts and integers as one array parameter per column. */
function toArrays(rows: readonly (readonly unknown[])[]): { columns: unknown[][]; arrays: string } {
  const columns = (rows[0] ?? []).map((_, i) => rows.map((row) => row[i]));
  const types = columns.map((values) => (values.some((value) => typeof value === 'string') ? 'text' : 'bigint'));
  return { columns, arrays: `unnest(${types.map((type, i) => `$${i + 1}::${type}[]`).join(', ')})` };
}
