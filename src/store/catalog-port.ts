import type { Kysely } from 'kysely';
import type { EntryName, Layer, NumberedGame } from './catalog-store.ts';
import type { CatalogTable, CatalogTables } from './catalog-tables.ts';

/**
 * What the rules of an import need of an engine, within one transaction. Whatever was written before is seen by whatever is
 * read afterwards, also when the engine has not sent it yet.
 */
export interface CatalogPort {
  /** Finds single rows by their key; reads only these columns. */
  rows<T extends CatalogTable, C extends keyof CatalogTables[T] & string>(
    table: T,
    columns: readonly C[],
  ): (...key: (string | number)[]) => Promise<Pick<CatalogTables[T], C> | undefined>;
  /** Lists the rows that have one value in the column `by`, in the order of their keys. */
  groups<T extends CatalogTable, C extends keyof CatalogTables[T] & string>(
    table: T,
    by: keyof CatalogTables[T] & string,
    columns: readonly C[],
  ): (value: string | number) => Promise<Pick<CatalogTables[T], C>[]>;
  /** Inserts or replaces a row. `before` is the row that it replaces, with every column that rows are grouped by. */
  put<T extends CatalogTable>(table: T, row: PutRow<T>, before?: Partial<CatalogTables[T]>): Promise<void>;
  /** Inserts rows unless there are some with the same keys. */
  add<T extends CatalogTable>(table: T, rows: readonly PutRow<T>[]): Promise<void>;
  /** Changes one whole number of a row. `before` has its key, and every column that rows are grouped by. */
  set<T extends CatalogTable>(table: T, before: Partial<CatalogTables[T]>, change: IntegerChange<T>): Promise<void>;
  remove<T extends CatalogTable>(table: T, before: Partial<CatalogTables[T]>): Promise<void>;
  /** Copies a row as it was before this import, within the database. To be called before each change of the row. */
  copy(copy: Copy, key: string | number): Promise<void>;
  /** Only the first hundred layers of a mark that many have. */
  findByMarks(marks: readonly string[]): Promise<(Pick<Layer, 'key' | 'source' | 'gameId'> & { mark: string })[]>;
  listGamesNaming(entries: readonly EntryName[], after: number, limit: number): Promise<NumberedGame[]>;
  /** For everything that is asked or told seldom. */
  db: Kysely<CatalogTables>;
}

type PutRow<T extends CatalogTable> = T extends 'imports' ? never : CatalogTables[T];
type IntegerChange<T extends CatalogTable> = Partial<Record<keyof CatalogTables[T], number | null>>;

/** A large row that is copied before it changes: to `undo`, or to `superseded`. */
export type Copy = 'layer' | 'game' | 'superseded';

/** Stands for the end of the transaction, which is not known yet; far enough ahead that nobody takes it for old. */
export const SUPERSEDED_NOW = 2 ** 52;

/** How many layers of a mark are looked at. */
export const MOST_OF_MARK = 100;

/** The statements of `copy`, for the rows whose column `isWanted`. Undo keeps JSON, which each engine builds in its own way. */
export function copyStatements(jsonObject: string, isWanted: (column: string) => string): Record<Copy, string> {
  const toUndo = (copy: Copy, key: string, fields: string, from: string) =>
    `INSERT INTO undo SELECT '${copy}', CAST(${key} AS TEXT), CAST(${jsonObject}(${fields}) AS TEXT)
     FROM ${from} WHERE ${isWanted(key)} ON CONFLICT DO NOTHING`;
  const withRecord = 'JOIN records USING (game_id, revision)';
  return {
    layer: toUndo('layer', 'key', "'source', source, 'gameId', game_id, 'hash', hash, 'line', line", 'layers'),
    game: toUndo(
      'game',
      'game_id',
      "'modifiedAt', modified_at, 'provenance', provenance, 'record', record",
      `games ${withRecord}`,
    ),
    superseded: `INSERT INTO superseded SELECT game_id, revision, ${SUPERSEDED_NOW}, card, record
      FROM cards ${withRecord} WHERE ${isWanted('game_id')} ON CONFLICT DO NOTHING`,
  };
}
