import type { Connection } from './database.ts';

/** A statement takes 65,535 values at most; a few thousand are as quick. */
const MOST_VALUES = 4000;

/** Inserts many rows with few statements. What a row is to do when it is there already, `otherwise` says. */
export async function insertRows(
  connection: Connection,
  table: string,
  columns: readonly string[],
  rows: readonly (readonly unknown[])[],
  otherwise: string,
): Promise<void> {
  const atOnce = Math.floor(MOST_VALUES / columns.length);
  for (let from = 0; from < rows.length; from += atOnce) {
    const part = rows.slice(from, from + atOnce);
    const places = part.map((_, row) => `(${columns.map((_, i) => `$${row * columns.length + i + 1}`).join(', ')})`);
    await connection.run(
      `INSERT INTO ${table} (${columns.join(', ')}) VALUES ${places.join(', ')} ON CONFLICT ${otherwise}`,
      part.flat(),
    );
  }
}

/** Inserts rows that are nothing but a key. These are short: arrays of them are quicker than a parameter for each value. */
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

/** Removes the rows with these keys. */
export async function removeRows(
  connection: Connection,
  table: string,
  keys: readonly string[],
  rows: readonly (readonly unknown[])[],
): Promise<void> {
  if (rows.length === 0) return;
  const { columns, arrays } = toArrays(rows);
  await connection.run(`DELETE FROM ${table} WHERE (${keys.join(', ')}) IN (SELECT * FROM ${arrays})`, columns);
}

/** Changes one column of rows by the others, which are their key. */
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

/** Many rows of texts and whole numbers in one parameter for each column. */
function toArrays(rows: readonly (readonly unknown[])[]): { columns: unknown[][]; arrays: string } {
  const columns = (rows[0] ?? []).map((_, i) => rows.map((row) => row[i]));
  const types = columns.map((values) => (values.some((value) => typeof value === 'string') ? 'text' : 'bigint'));
  return { columns, arrays: `unnest(${types.map((type, i) => `$${i + 1}::${type}[]`).join(', ')})` };
}
