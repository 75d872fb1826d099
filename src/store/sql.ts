import { getOrInsert } from '../get-or-insert.ts';

/** A value in any engine. */
export type Value = string | number | null | Uint8Array;
type Parameters = readonly (Value | readonly Value[])[];

/** The SQL of an engine, which differs from that of others in a few words. Parameters are `?`; one for `isIn` is a list. */
export interface Sql {
  /** Rows as objects with the names of columns in camel case. */
  select<R extends object>(text: string, values?: Parameters): Promise<R[]>;
  /** Rows as arrays, which take less time and memory. */
  query<R extends unknown[]>(text: string, values?: Parameters): Promise<R[]>;
  /** The text of a column that the engine may have stored compressed. */
  text(column: string): string;
  /** The function that makes a JSON object of names and values. */
  object: string;
  isIn(column: string, type: 'bigint' | 'text'): string;
  /** All values of a column in an order, as the text of a JSON list. */
  list(column: string, by: string): string;
  /** All bytes of a column in an order, as hexadecimal digits. */
  hex(column: string, by: string): string;
}

/** The SQL of the service. Nothing is repeated: a statement whose connection is lost may have been done. */
export interface ServiceSql extends Pick<Sql, 'select' | 'isIn'> {
  /** Returns the number of changed rows. */
  run(text: string, values?: Parameters): Promise<number>;
  /** The rows of a parameter, which is a JSON list of objects, with these columns of a table. */
  rows(table: string, columns: readonly string[]): string;
  /** A transaction in a transaction is part of it. */
  transaction<T>(work: (sql: ServiceSql) => Promise<T>): Promise<T>;
}

/** A statement that inserts a row, and its values. Properties that are undefined are left out. */
export function insertion(table: string, row: object, end = ''): [text: string, values: Value[]] {
  const set = Object.entries(row).filter(([, value]) => value !== undefined) as [string, Value][];
  const columns = set.map(([name]) => toSnakeCase(name)).join(', ');
  const text = `INSERT INTO ${table} (${columns}) VALUES (${set.map(() => '?').join(', ')}) ${end}`;
  return [text, set.map(([, value]) => value)];
}

export function toSnakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

export function toCamelCase(name: string): string {
  return name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

const names = new Map<string, string>();

export function toCamelCaseRow<R extends object>(row: R): R {
  const entries = Object.entries(row).map(([name, value]) => [getOrInsert(names, name, toCamelCase), value]);
  return Object.fromEntries(entries) as R;
}
