import type { FileHashes, FoundDump, PlacedDump } from './dumps.ts';
import type { PackedFacets } from './facets.ts';

export interface CatalogStore {
  /** Increases with every change of the catalog. */
  readRevision(): Promise<number>;
  /** Distinguishes two catalogs at the same revision. */
  readLineage(): Promise<string>;
  /** Whether the catalog ever had this revision. False: it belongs to a state that was lost, or to another catalog. */
  hasRevision(revision: number): Promise<boolean>;
  /** Everything that a snapshot is built from, at one revision. With `since`, only the games written after that revision, and
   * only the changes after `sequence`, the last one of that revision. */
  readIndex(since?: number, sequence?: number): Promise<CatalogIndex>;
  /** The cards of these records, in the same order. A superseded record stays readable for a while. */
  readCards(versions: readonly RecordVersion[]): Promise<(string | undefined)[]>;
  /** The records themselves, in the same way. */
  readRecords(versions: readonly RecordVersion[]): Promise<(string | undefined)[]>;
  /** Which source provided which field of these records, as JSON, in the same way. */
  readProvenance(versions: readonly RecordVersion[]): Promise<(string | undefined)[]>;
  /** For each file, its dumps in the layers of games: none, one, or several in layers of the same or of other games. */
  findDumps(files: readonly FileHashes[]): Promise<FoundDump[][]>;
  /** The games that have a file with any of these hashes, the oldest layer first. */
  findGamesByHash(file: FileHashes): Promise<number[]>;
  /** The dumps in all layers of a game at the newest revision. Several sources may list the same file. */
  listDumps(gameId: number): Promise<PlacedDump[]>;
  /** The lines of these layers, to which the places of dumps refer. */
  readLayers(layerIds: readonly number[]): Promise<{ layerId: number; line: string }[]>;
  /** Runs the work in one transaction. */
  write<T>(work: (writer: CatalogWriter) => Promise<T>): Promise<T>;
  /** Runs the work over one revision, even while an import writes the next one. */
  read<T>(work: (reader: CatalogReader) => Promise<T>): Promise<T>;
  /** Newest first; without those whose first note begins with this text. */
  listImports(limit: number, exceptNoted?: string): Promise<ImportEntry[]>;
  /** The number of imports after this one. */
  countImportsAfter(importId: number): Promise<number>;
  /** Layers of a source whose keys begin with a text and are less than another one, the greatest key first. */
  listLayersBefore(source: string, prefix: string, before: string, limit: number): Promise<FoundLayer[]>;
  listSources(): Promise<StoredSource[]>;
  /** The sources with their numbers of games and waiting layers. Slow: reads all layers. */
  countSources(): Promise<CountedSource[]>;
  findProvenance(gameId: number): Promise<string | undefined>;
  /** Visits every text that may refer to picture files: layers, records, superseded records and undo entries. */
  visitPictureTexts(visit: (text: string) => void): Promise<void>;
  countAll(): Promise<{ games: number; platforms: number; genres: number; groups: number; companies: number }>;
}

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
  /** Only the changes after this sequence. 0: all, because that is asked for, or because the catalog never had that revision. */
  after: number;
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

/** Everything an import can do, in one transaction. Replaced layers and identities are kept for undo until the next import. */
export interface CatalogWriter extends IdentityWriter, EntryWriter, LayerWriter, GameWriter {
  listSources(): Promise<StoredSource[]>;
  putSource(source: StoredSource): Promise<void>;
  removeSource(source: string): Promise<void>;
  addImport(entry: Omit<ImportEntry, 'importId'>): Promise<void>;
  /** What the last import added: these layers, edits since then included, and all games with a higher id. Undo removes them first. */
  listNew(): Promise<{ layers: string[]; gamesAfter: number }>;
  /** Removes and returns some of the rows that the last import replaced. From then on changes are no longer kept for undo. */
  takeUndo(): Promise<UndoEntry[]>;
  /** Says first that this is an edit: the last import can still be undone, without the edit. */
  keepUndo(): void;
}

/** The methods of a writer that change nothing. */
export type CatalogReader = Pick<CatalogWriter, Extract<keyof CatalogWriter, `find${string}` | `list${string}`>>;

/** The bindings of keys to ids. An id is never given twice, even after a removal. */
export interface IdentityWriter {
  findId(kind: EntryKind | 'game', key: string): Promise<number | undefined>;
  /** `since` is the import that first brought the key. */
  findBinding(key: string): Promise<{ id: number; since: number } | undefined>;
  /** Undo removes a new binding that is not founding, or that is to a game from before the import. */
  bindKey(kind: EntryKind | 'game', key: string, id: number, since?: number, isFounding?: boolean): Promise<void>;
  unbindKey(kind: EntryKind | 'game', key: string): Promise<void>;
  /** Remembers the id that an undone import gave to a key, for when the import is repeated. */
  putUndoneId(key: string, id: number): Promise<void>;
  findUndoneId(key: string): Promise<number | undefined>;
  /** The oldest key of a game. */
  findKey(gameId: number): Promise<string | undefined>;
  listBindings(): Promise<Binding[]>;
  /** A new id of this kind, above `floor`. */
  nextId(kind: EntryKind | 'game', floor: number): Promise<number>;
  listCounters(): Promise<{ kind: EntryKind | 'game'; lastId: number }[]>;
  setCounter(kind: EntryKind | 'game', lastId: number): Promise<void>;
  findAlias(gameId: number): Promise<Alias | undefined>;
  putAlias(alias: Alias): Promise<void>;
  removeAlias(gameId: number): Promise<void>;
  listAliases(): Promise<Alias[]>;
}

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

export interface EntryWriter {
  findEntry(kind: EntryKind, id: number): Promise<string | undefined>;
  /** All entries of a kind, each with its oldest key. Null: the id is fixed in the vocabulary. */
  listEntries(kind: EntryKind): Promise<{ id: number; body: string; key: string | null }[]>;
  putEntry(kind: EntryKind, id: number, body: string): Promise<void>;
  removeEntry(kind: EntryKind, id: number): Promise<void>;
  /** What the sources say about an entry. */
  listEntryLayers(key: string): Promise<EntryLayer[]>;
  /** In the order of keys. */
  listEntryLayersOfSource(source: string): Promise<EntryLayer[]>;
  putEntryLayer(layer: EntryLayer): Promise<void>;
  removeEntryLayer(key: string, source: string): Promise<void>;
}

export interface EntryLayer {
  key: string;
  source: string;
  line: string;
}

export interface LayerWriter {
  findHead(key: string): Promise<LayerHead | undefined>;
  findLayer(key: string): Promise<MarkedLayer | undefined>;
  findMarked(key: string): Promise<MarkedHead | undefined>;
  /** The dumps of a layer, as JSON. */
  findDumps(key: string): Promise<string | null>;
  /** Stores what a source says about a game, its marks, and its dumps. */
  putLayer(layer: Omit<Layer, 'enriches'>, marks: readonly string[], dumps?: string | null): Promise<void>;
  /** Null: the layer is waiting. */
  setGame(key: string, gameId: number | null): Promise<void>;
  removeLayer(key: string): Promise<void>;
  /** In the order of keys. */
  listKeys(source: string): Promise<string[]>;
  /** In the order of keys. */
  listLayers(gameId: number): Promise<Layer[]>;
  /** The same without the lines, which are most of a catalog. */
  listHeads(gameId: number): Promise<LayerHead[]>;
  /** The layers without a game, in the order of keys, after this key. */
  listWaiting(after: string, limit: number): Promise<Layer[]>;
  /** The number of waiting layers of these sources. */
  countWaiting(sources: readonly string[]): Promise<number>;
  /** Visits the marks of every layer of other sources. */
  visitMarks(exceptSources: readonly string[], visit: (marks: readonly string[]) => void): Promise<void>;
  /** The layers that have any of these marks, at most a hundred per mark. */
  findByMarks(marks: readonly string[]): Promise<(Pick<Layer, 'key' | 'source' | 'gameId'> & { mark: string })[]>;
}

export type LayerHead = Omit<Layer, 'line'>;
export type MarkedHead = LayerHead & { marks: string[] };
type MarkedLayer = Layer & MarkedHead;

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

export interface GameWriter {
  findVersion(gameId: number): Promise<Pick<GameToStore, 'modifiedAt' | 'hash' | 'provenance'> | undefined>;
  findGame(gameId: number): Promise<StoredGame | undefined>;
  putGame(game: GameToStore): Promise<void>;
  removeGame(gameId: number): Promise<void>;
  setModified(gameId: number, modifiedAt: number): Promise<void>;
  /** All games with their records, by ascending id. Slow: names of entries change rarely, and an index of them grows each import. */
  listGames(): AsyncGenerator<NumberedGame>;
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
