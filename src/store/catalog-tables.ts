import type { Generated } from 'kysely';
import type { Alias, Binding, EntryKind, EntryLayer, ImportEntry, Layer, StoredSource } from './catalog-store.ts';

/** The rows of the catalog's tables. Columns have the same names in snake case: `gameId` is `game_id`. */
export interface CatalogTables {
  facts: { name: string; value: string };
  entries: { kind: EntryKind; id: number; body: string };
  /** Of the kind `undone`: the new ids that an undone import gave to keys of older games. */
  sourceKeys: Omit<Binding, 'kind'> & { kind: Binding['kind'] | 'undone' };
  counters: { kind: EntryKind | 'game'; lastId: number };
  games: {
    gameId: number;
    revision: number;
    title: string;
    modifiedAt: number;
    facets: Uint8Array;
    hash: string;
    provenance: string;
    names: string;
    filters: Uint8Array;
  };
  cards: { gameId: number; revision: number; card: string };
  records: { gameId: number; revision: number; record: string };
  superseded: {
    gameId: number;
    revision: number;
    supersededAt: number;
    card: string;
    record: string;
    provenance: string | null;
  };
  /** `notes` are JSON. */
  imports: Omit<ImportEntry, 'importId' | 'notes'> & { importId: Generated<number>; notes: string };
  sources: StoredSource;
  entryLayers: EntryLayer;
  /** `marks` is JSON; `dumps` is packed. */
  layers: Layer & { layerId: number; marks: string; dumps: Uint8Array | null };
  marks: { mark: string; layerId: number };
  hashBuckets: { bucket: string; entries: Uint8Array };
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

export interface TableColumns {
  /** The columns of the primary key, in the order of its index. */
  key: readonly string[];
  /** All columns; the key comes first. */
  columns: readonly string[];
}

export const CATALOG_TABLES: Record<CatalogTable, TableColumns> = {
  facts: table('name', 'value'),
  entries: table('kind id', 'body'),
  sourceKeys: table('kind key', 'id since'),
  counters: table('kind', 'lastId'),
  games: table('gameId', 'revision title modifiedAt facets hash provenance names filters'),
  cards: table('gameId', 'revision card'),
  records: table('gameId', 'revision record'),
  superseded: table('gameId revision', 'supersededAt card record provenance'),
  imports: table('importId', 'source version startedAt finishedAt added changed unchanged removed action merged notes'),
  sources: table('source', 'name version licence url importedAt'),
  entryLayers: table('key source', 'line'),
  layers: table('key', 'layerId source gameId hash line marks dumps enriches'),
  marks: table('mark layerId', ''),
  hashBuckets: table('bucket', 'entries'),
  aliases: table('gameId', 'targetId cause'),
  changes: table('gameId', 'sequence createdSequence removedAt mergedInto'),
  revisions: table('revision', ''),
  undo: table('place key', 'before'),
};

function table(key: string, others: string): TableColumns {
  return { key: key.split(' '), columns: `${key} ${others}`.trim().split(' ') };
}

export function toSnakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** The ON CONFLICT clause of an upsert: all other columns get the new values. */
export function onConflict(key: readonly string[], columns: readonly string[]): string {
  const others = columns.filter((name) => !key.includes(name));
  if (others.length === 0) return 'DO NOTHING';
  return `(${key.join(', ')}) DO UPDATE SET ${others.map((name) => `${name} = excluded.${name}`).join(', ')}`;
}
