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

/** Every other column takes the new value. */
export function replacing(key: readonly string[], columns: readonly string[]): string {
  const others = columns.filter((name) => !key.includes(name));
  return `(${key.join(', ')}) DO UPDATE SET ${others.map((name) => `${name} = excluded.${name}`).join(', ')}`;
}
