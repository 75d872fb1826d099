import type { PackedFacets } from './facets.ts';

export interface CatalogStore {
  /** Grows with every change of the catalog. */
  readRevision(): Promise<number>;
  /** All that a snapshot is built from, at one revision; with another revision, of the games only what came after it. */
  readIndex(since?: number): Promise<CatalogIndex>;
  /** The card of each named record, in the order asked. A record stays readable for a while after a newer one came. */
  readCards(names: readonly RecordName[]): Promise<(string | undefined)[]>;
  findRecord(name: RecordName): Promise<string | undefined>;
  /** Runs the work in one transaction: all of it becomes visible at once, or nothing. */
  write<T>(work: (writer: CatalogWriter) => Promise<T>): Promise<T>;
  /** Lets the work read all of one revision, also while somebody writes the next. */
  read<T>(work: (reader: CatalogReader) => Promise<T>): Promise<T>;
  listImports(limit: number): Promise<ImportEntry[]>;
  listSources(): Promise<StoredSource[]>;
  /** The sources with how many games and waiting layers each has: looks at all layers, which takes its time. */
  countSources(): Promise<CountedSource[]>;
  findProvenance(gameId: number): Promise<string | undefined>;
  /** Visits every text that may speak of pictures of our own: layers, records, and what undo would bring back. */
  visitPictureTexts(visit: (text: string) => void): Promise<void>;
  countAll(): Promise<{ games: number; platforms: number; genres: number; groups: number; companies: number }>;
}

export type CountedSource = StoredSource & { games: number; waiting: number };

export interface RecordName {
  gameId: number;
  /** The revision at which this record was written. */
  revision: number;
}

export interface CatalogIndex {
  /** Made up once, when the catalog was: two catalogs at the same revision differ in it. */
  lineage: string;
  revision: number;
  /** Those that were written after the revision that was asked for. */
  games: GameColumns;
  /** All of them. */
  present: Pick<GameColumns, 'ids' | 'revisions' | 'modifiedAt'>;
  genres: string[];
  groups: string[];
  platforms: string[];
  /** Merged games and the ones they became, in ascending order. */
  aliases: { gameId: number; targetId: number }[];
}

/** What is indexed of games, in ascending order of id: the same place in every column is the same game. */
export interface GameColumns {
  ids: number[];
  revisions: number[];
  titles: string[];
  /** What people find each game by; empty: its title. */
  names: string[];
  modifiedAt: number[];
  /** The lists of all games, one after another. */
  facets: PackedFacets;
}

/** Reference entries that have ids and names of their own. Categories, systems and types are entries as well. */
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

/** All that an import may do, in one transaction. Whatever it replaces is remembered until the next one, for undo. */
export interface CatalogWriter extends IdentityWriter, EntryWriter, LayerWriter, GameWriter {
  listSources(): Promise<StoredSource[]>;
  putSource(source: StoredSource): Promise<void>;
  removeSource(source: string): Promise<void>;
  addImport(entry: Omit<ImportEntry, 'importId'>): Promise<void>;
  /** What the last import made anew: to be removed before anything else is taken back. */
  listNew(): Promise<{ layers: string[]; games: number[] }>;
  /** Takes some of what the last import replaced off the list; from then on nothing is added to it. */
  takeUndo(): Promise<UndoEntry[]>;
}

/** What of a writer changes nothing. */
export type CatalogReader = Pick<
  CatalogWriter,
  | 'listSources'
  | 'listKeys'
  | 'listLayers'
  | 'findLayer'
  | 'findHead'
  | 'listEntryLayersOf'
  | 'listAliases'
  | 'findAlias'
  | 'listBindings'
  | 'findKey'
  | 'findId'
  | 'findBinding'
  | 'findByMarks'
  | 'listCounters'
  | 'findVersion'
  | 'findGame'
>;

/** Which id belongs to which key. Ids are never given twice, whatever is removed. */
export interface IdentityWriter {
  findId(kind: EntryKind | 'game', key: string): Promise<number | undefined>;
  /** With the number of the import that brought the key first. */
  findBinding(key: string): Promise<{ id: number; since: number } | undefined>;
  /** A key that founds nothing is forgotten again when the import is taken back. */
  bindKey(kind: EntryKind | 'game', key: string, id: number, since?: number, isFounding?: boolean): Promise<void>;
  unbindKey(kind: EntryKind | 'game', key: string): Promise<void>;
  /** The first key that a game's id hangs on. */
  findKey(gameId: number): Promise<string | undefined>;
  listBindings(): Promise<Binding[]>;
  /** The next id of a kind that no object ever had, above `floor`. */
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

/** A game that was found to be another one. */
export interface Alias {
  gameId: number;
  targetId: number;
  /** A correction's can be taken back by the next one; a match stays. */
  cause: 'match' | 'correction';
}

export interface EntryWriter {
  findEntry(kind: EntryKind, id: number): Promise<string | undefined>;
  putEntry(kind: EntryKind, id: number, body: string): Promise<void>;
  removeEntry(kind: EntryKind, id: number): Promise<void>;
  /** What the sources say of an entry. */
  listEntryLayers(key: string): Promise<EntryLayer[]>;
  /** In the order of keys. */
  listEntryLayersOf(source: string): Promise<EntryLayer[]>;
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
  /** Stores what a source says of a game, and what it can be recognised by. */
  putLayer(layer: Layer, marks: readonly string[]): Promise<void>;
  /** Null: it waits for a game. */
  setGame(key: string, gameId: number | null): Promise<void>;
  removeLayer(key: string): Promise<void>;
  /** In the order of keys. */
  listKeys(source: string): Promise<string[]>;
  /** In the order of keys; null: those that wait. */
  listLayers(gameId: number | null): Promise<Layer[]>;
  /** Visits the marks of every layer of another source. */
  visitMarks(exceptSources: readonly string[], visit: (marks: readonly string[]) => void): Promise<void>;
  /** The layers that have any of these marks, and which; only the first hundred of a mark that many have. */
  findByMarks(marks: readonly string[]): Promise<(Pick<Layer, 'key' | 'source' | 'gameId'> & { mark: string })[]>;
}

export type LayerHead = Omit<Layer, 'line'>;
export type MarkedLayer = Layer & { marks: string[] };

/** What one source says of one game. */
export interface Layer {
  key: string;
  source: string;
  gameId: number | null;
  hash: string;
  line: string;
}

export interface GameWriter {
  findVersion(gameId: number): Promise<Pick<GameToStore, 'modifiedAt' | 'hash' | 'provenance'> | undefined>;
  findGame(gameId: number): Promise<StoredGame | undefined>;
  putGame(game: GameToStore): Promise<void>;
  removeGame(gameId: number): Promise<void>;
  setModified(gameId: number, modifiedAt: number): Promise<void>;
  /** The first games after this id whose records name any of these entries, in ascending order. */
  listGamesNaming(entries: readonly EntryName[], after: number, limit: number): Promise<NumberedGame[]>;
}

export interface GameToStore {
  gameId: number;
  title: string;
  /** What people find the game by: its names in plain words, one a line. */
  names: string;
  modifiedAt: number;
  facets: PackedFacets;
  hash: string;
  /** Which sources gave which fields, as JSON. */
  provenance: string;
  card: string;
  record: string;
}

type StoredGame = Pick<GameToStore, 'modifiedAt' | 'hash' | 'provenance' | 'record'>;
export type NumberedGame = StoredGame & { gameId: number };

export interface EntryName {
  kind: EntryKind;
  id: number;
}

export interface StoredSource {
  source: string;
  name: string;
  version: string;
  licence: string;
  url: string | null;
  importedAt: number;
}

/** One row as it was before the last import; null: it was not there, or only once. */
export type UndoEntry =
  | { place: 'layer'; key: string; before: Omit<Layer, 'key'> }
  | { place: 'entry-layer'; key: string; before: string | null }
  | { place: 'entry'; key: string; before: string | null }
  | { place: 'alias'; key: string; before: Alias | null }
  | { place: 'binding'; key: string; before: { id: number; since: number } | null }
  | { place: 'source'; key: string; before: StoredSource | null }
  | { place: 'game'; key: string; before: Omit<StoredGame, 'hash'> | null };

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
}
