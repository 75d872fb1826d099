import type { Layer } from './catalog-rows.ts';
import type { CatalogTable, CatalogTables } from './catalog-tables.ts';
import type { Sql } from './sql.ts';

/**
 * What the rules of an import need from an engine, within one transaction. A read sees all earlier writes, even if the engine has
 * not sent them yet.
 */
export interface CatalogPort {
  /** Finds single rows by their key, with only these columns. */
  prepareFind<T extends CatalogTable, C extends keyof CatalogTables[T] & string>(
    table: T,
    columns: readonly C[],
  ): (...key: (string | number)[]) => Promise<Pick<CatalogTables[T], C> | undefined>;
  /** Lists the rows with one value in the column `by`, in the order of their keys. */
  prepareList<T extends CatalogTable, C extends keyof CatalogTables[T] & string>(
    table: T,
    by: keyof CatalogTables[T] & string,
    columns: readonly C[],
  ): (value: string | number) => Promise<Pick<CatalogTables[T], C>[]>;
  /** Inserts or replaces a row. `before` is the replaced row, with every column that `prepareList` uses. */
  upsert<T extends CatalogTable>(table: T, row: CatalogTables[T], before?: Partial<CatalogTables[T]>): Promise<void>;
  /** Changes integers of a row. `before` has its key and every column that `prepareList` uses. */
  update<T extends CatalogTable>(table: T, before: Partial<CatalogTables[T]>, change: IntegerChange<T>): Promise<void>;
  delete<T extends CatalogTable>(table: T, before: Partial<CatalogTables[T]>): Promise<void>;
  /** Copies a row as it was before this import, within the database. Call it before each change of the row. */
  copy(copy: Copy, key: string | number): Promise<void>;
  /** At most a hundred layers per mark. */
  findByMarks(marks: readonly string[]): Promise<(Pick<Layer, 'key' | 'source' | 'gameId'> & { mark: string })[]>;
  /** For rare statements. */
  sql: Sql;
}

type IntegerChange<T extends CatalogTable> = Partial<Record<keyof CatalogTables[T], number | null>>;

/** A large row that is copied before it changes: to `undo`, or to `superseded`. */
export type Copy = 'layer' | 'superseded';

/** Stands for the time of the commit, which is not known yet. It is in the future, so that the rows do not count as old. */
export const SUPERSEDED_PENDING = 2 ** 52;

export const MAX_LAYERS_PER_MARK = 100;

/** The statement of `copy`. `isIn` compares a column with its parameter: a list of keys, or one. */
export function copyStatement(sql: Sql, copy: Copy, isIn = sql.isIn): string {
  if (copy === 'superseded')
    return `INSERT INTO superseded SELECT game_id, revision, ${SUPERSEDED_PENDING}, card, record, provenance
      FROM cards JOIN records USING (game_id, revision) JOIN games USING (game_id, revision)
      WHERE ${isIn('game_id', 'bigint')} ON CONFLICT DO NOTHING`;
  const texts = `'line', ${sql.text('line')}, 'dumps', ${sql.text('dumps')}`;
  return `INSERT INTO undo
    SELECT 'layer', key, CAST(${sql.object}('source', source, 'gameId', game_id, 'hash', hash, ${texts}) AS TEXT)
    FROM layers WHERE ${isIn('key', 'text')} ON CONFLICT DO NOTHING`;
}
