import type { PackedFacets } from './facets.ts';

export type FoundLayer = Pick<Layer, 'key' | 'gameId' | 'line'>;

export type CountedSource = StoredSource & { games: number; waiting: number };

export interface RecordVersion {
  gameId: number;
  /** The revision at which this record was written. */
  revision: number;
}

export interface CatalogIndex {
  /** Random, created with the tables. */
  lineage: string;
  revision: number;
  /** The games written after `since`. */
  games: GameColumns;
  /** All games. */
  present: Pick<GameColumns, 'ids' | 'revisions' | 'modifiedAt'>;
  genres: string[];
  groups: string[];
  platforms: string[];
  companies: string[];
  /** Merged games and their targets, in ascending order. */
  aliases: { gameId: number; targetId: number }[];
  changes: ChangeColumns;
}

/** The last change of every game id that was ever visible, by ascending sequence. The same index in every column is the same game. */
export interface ChangeColumns {
  gameIds: number[];
  sequences: number[];
  /** The sequences at which the games appeared, or appeared again. */
  createdSequences: number[];
  /** The modification time of the game, or the time of its removal. */
  modifiedAt: number[];
}

/** The indexed columns of games, by ascending id. The same index in every column is the same game. */
export interface GameColumns {
  ids: number[];
  revisions: number[];
  titles: string[];
  /** All titles in plain words, for the search. */
  names: string[];
  modifiedAt: number[];
  /** The facets of all games, concatenated. */
  facets: PackedFacets;
}

/** Categories, systems and types are entries, too. */
export type EntryKind =
  | 'platform'
  | 'genre'
  | 'genre_category'
  | 'group'
  | 'company'
  | 'attribute'
  | 'attribute_category'
  | 'rating'
  | 'rating_system'
  | 'product_code_type';

export interface Binding {
  kind: EntryKind | 'game';
  key: string;
  id: number;
  since: number;
}

/** A game that was merged into another one. */
export interface Alias {
  gameId: number;
  targetId: number;
  /** Later corrections can undo a correction, but not a match. */
  cause: 'match' | 'correction';
}

export interface EntryLayer {
  key: string;
  source: string;
  line: string;
}

export type LayerHead = Omit<Layer, 'line'>;
export type MarkedHead = LayerHead & { marks: string[] };

/** What one source says about one game. */
export interface Layer {
  key: string;
  source: string;
  gameId: number | null;
  hash: string;
  line: string;
  /** 1: the line only adds to games that other lines found. A column, because lines are long and this is asked for all of them. */
  enriches: number;
}

export interface GameToStore {
  gameId: number;
  title: string;
  /** All titles in plain words, one per line, for the search. */
  names: string;
  modifiedAt: number;
  facets: PackedFacets;
  hash: string;
  /** Which source provided which field, as JSON. */
  provenance: string;
  card: string;
  record: string;
}

type StoredGame = Pick<GameToStore, 'modifiedAt' | 'hash' | 'provenance' | 'record'>;
export type NumberedGame = StoredGame & { gameId: number };

export interface StoredSource {
  source: string;
  name: string;
  version: string;
  licence: string;
  url: string | null;
  importedAt: number;
}

/** One row as it was before the last import. Null: it did not exist. */
export type UndoEntry =
  | { place: 'layer'; key: string; before: Omit<Layer, 'key'> & { dumps?: string | null } }
  | { place: 'entry-layer'; key: string; before: string | null }
  | { place: 'alias'; key: string; before: Alias | null }
  | { place: 'binding'; key: string; before: { id: number; since: number } | null }
  | { place: 'source'; key: string; before: StoredSource | null };

export interface ImportEntry {
  importId: number;
  action: 'import' | 'remove' | 'undo';
  source: string;
  version: string;
  startedAt: number;
  finishedAt: number;
  added: number;
  changed: number;
  unchanged: number;
  removed: number;
  merged: number;
  /** Sentences about what the operator may want to know later. */
  notes: readonly string[];
}
