import type { Alias, Binding, EntryKind, EntryLayer, GameToStore, Layer, StoredSource } from './catalog-rows.ts';
import { toCamelCase, toSnakeCase } from './sql.ts';
import { findTable } from './tables.ts';

/** The rows that an import finds and changes one by one. Columns have the same names in snake case: `gameId` is `game_id`. */
export interface CatalogTables {
  catalogFacts: { name: string; value: string };
  entries: { kind: EntryKind; id: number; body: string };
  sourceKeys: Binding;
  counters: { kind: EntryKind | 'game'; lastId: number };
  games: Omit<GameToStore, 'facets' | 'card' | 'record'> & { facets: Uint8Array; revision: number };
  cards: Pick<GameToStore, 'gameId' | 'card'> & { revision: number };
  records: Pick<GameToStore, 'gameId' | 'record'> & { revision: number };
  sources: StoredSource;
  entryLayers: EntryLayer;
  /** `marks` and `dumps` are JSON. */
  layers: Layer & { layerId: number; marks: string; dumps: string | null };
  marks: { mark: string; layerId: number };
  hashes: { hash: number; layerId: number };
  aliases: Alias;
  changes: StoredChange;
  revisions: { revision: number };
  /** `before` is JSON. */
  undo: { place: string; key: string; before: string | null };
}

/** The last change of a game id. */
export interface StoredChange {
  gameId: number;
  /** Increases with every change, across imports. */
  sequence: number;
  /** The sequence at which the game appeared, or appeared again. */
  createdSequence: number;
  /** Null: the game is there. */
  removedAt: number | null;
  mergedInto: number | null;
}

export type CatalogTable = keyof CatalogTables;

export interface TableShape {
  /** In SQL. */
  name: string;
  /** The columns that rows are looked up by, in the order of their index. */
  key: readonly string[];
  columns: readonly string[];
  /** Columns with texts that SQLite compresses. */
  packed: ReadonlySet<string>;
  /** The end of an INSERT that replaces a row. */
  onConflict: string;
}

export function shapeOf(table: CatalogTable): TableShape {
  const { name, columns, keys, packed } = findTable(toSnakeCase(table));
  // The key of a layer is not the primary key.
  const key = table === 'layers' ? ['key'] : columns.slice(0, keys);
  const changed = columns.filter((column) => !key.includes(column)).map((column) => `${column} = excluded.${column}`);
  const action = changed.length === 0 ? 'NOTHING' : `UPDATE SET ${changed.join(', ')}`;
  return {
    name,
    key: key.map(toCamelCase),
    columns: columns.map(toCamelCase),
    packed,
    onConflict: `ON CONFLICT (${key.join(', ')}) DO ${action}`,
  };
}

/** A column as the rows of a catalog name it. */
export function selected(column: string): string {
  return `${toSnakeCase(column)} AS "${column}"`;
}
