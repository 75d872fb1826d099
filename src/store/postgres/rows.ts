import type { Connection } from './database.ts';

/** A statement over rows, which it reads as those of its table: `toSql` gets the source to put after FROM. */
async function runWithRows(
  connection: Connection,
  table: string,
  columns: readonly string[],
  rows: readonly (readonly unknown[])[],
  toSql: (source: string) => string,
): Promise<void> {
  if (rows.length === 0) return;
  const objects = rows.map((row) => Object.fromEntries(columns.map((column, i) => [column, toJson(row[i])])));
  await connection.run(toSql(`json_populate_recordset(NULL::${table}, $1)`), [JSON.stringify(objects)]);
}

/** PostgreSQL reads bytes in JSON as it writes them, and refuses halves of characters. */
function toJson(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed();
  return value instanceof Uint8Array ? `\\x${Buffer.from(value).toString('hex')}` : value;
}

type Rows = Parameters<typeof runWithRows>[3];

/** `onConflict` says what happens to rows that exist. */
export function insertRows(
  connection: Connection,
  table: string,
  columns: readonly string[],
  rows: Rows,
  onConflict: string,
): Promise<void> {
  const list = columns.join(', ');
  return runWithRows(
    connection,
    table,
    columns,
    rows,
    (source) => `INSERT INTO ${table} (${list}) SELECT ${list} FROM ${source} ${onConflict}`,
  );
}

/** Deletes the rows with these keys. */
export function deleteRows(connection: Connection, table: string, keys: readonly string[], rows: Rows): Promise<void> {
  const list = keys.join(', ');
  const deletion = `DELETE FROM ${table} WHERE (${list})`;
  return runWithRows(connection, table, keys, rows, (source) => `${deletion} IN (SELECT ${list} FROM ${source})`);
}

/** Updates the last of these columns; the others are the key. */
export function updateRows(connection: Connection, table: string, names: readonly string[], rows: Rows): Promise<void> {
  const [keys, changed] = [names.slice(0, -1), names.at(-1)];
  const isSame = keys.map((key) => `${table}.${key} = given.${key}`).join(' AND ');
  const update = `UPDATE ${table} SET ${changed} = given.${changed}`;
  return runWithRows(connection, table, names, rows, (source) => `${update} FROM ${source} AS given WHERE ${isSame}`);
}
