import type { Kysely } from 'kysely';
import type { EntryReference, Layer, NumberedGame } from './catalog-store.ts';
import type { CatalogTable, CatalogTables } from './catalog-tables.ts';

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
  upsert<T extends CatalogTable>(table: T, row: InsertedRow<T>, before?: Partial<CatalogTables[T]>): Promise<void>;
  /** Inserts the rows whose keys do not exist yet. */
  insert<T extends CatalogTable>(table: T, rows: readonly InsertedRow<T>[]): Promise<void>;
  /** Changes integers of a row. `before` has its key and every column that `prepareList` uses. */
  update<T extends CatalogTable>(table: T, before: Partial<CatalogTables[T]>, change: IntegerChange<T>): Promise<void>;
  delete<T extends CatalogTable>(table: T, before: Partial<CatalogTables[T]>): Promise<void>;
  /** Copies a row as it was before this import, within the database. Call it before each change of the row. */
  copy(copy: Copy, key: string | number): Promise<void>;
  /** At most a hundred layers per mark. */
  findByMarks(marks: readonly string[]): Promise<(Pick<Layer, 'key' | 'source' | 'gameId'> & { mark: string })[]>;
  listGamesWithEntries(entries: readonly EntryReference[], after: number, limit: number): Promise<NumberedGame[]>;
  /** For rare statements. */
  db: Kysely<CatalogTables>;
}

type InsertedRow<T extends CatalogTable> = T extends 'imports' ? never : CatalogTables[T];
type IntegerChange<T extends CatalogTable> = Partial<Record<keyof CatalogTables[T], number | null>>;

/** A large row that is copied before it changes: to `undo`, or to `superseded`. */
export type Copy = 'layer' | 'game' | 'superseded';

/** Stands for the time of the commit, which is not known yet. It is in the future, so that the rows do not count as old. */
export const SUPERSEDED_PENDING = 2 ** 52;

export const MAX_LAYERS_PER_MARK = 100;

/** The functions of an engine that build JSON for `undo`. */
interface JsonFunctions {
  object: string;
  /** The text of a column that the engine may store compressed. */
  text(column: string): string;
  hex(column: string): string;
}

/** The statements of `copy`, for the rows selected by `isWanted`. */
export function copyStatements(json: JsonFunctions, isWanted: (column: string) => string): Record<Copy, string> {
  const toUndo = (copy: Copy, key: string, fields: string, from: string) =>
    `INSERT INTO undo SELECT '${copy}', CAST(${key} AS TEXT), CAST(${json.object}(${fields}) AS TEXT)
     FROM ${from} WHERE ${isWanted(key)} ON CONFLICT DO NOTHING`;
  const withRecord = 'JOIN records USING (game_id, revision)';
  return {
    layer: toUndo(
      'layer',
      'key',
      `'source', source, 'gameId', game_id, 'hash', hash, 'line', ${json.text('line')}, 'dumps', ${json.hex('dumps')}`,
      'layers',
    ),
    game: toUndo(
      'game',
      'game_id',
      `'modifiedAt', modified_at, 'provenance', provenance, 'record', ${json.text('record')}`,
      `games ${withRecord}`,
    ),
    superseded: `INSERT INTO superseded SELECT game_id, revision, ${SUPERSEDED_PENDING}, card, record, provenance
      FROM cards ${withRecord} JOIN games USING (game_id, revision) WHERE ${isWanted('game_id')} ON CONFLICT DO NOTHING`,
  };
}
