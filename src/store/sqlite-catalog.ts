import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { OperatorError } from '../errors.ts';
import { CATALOG_MIGRATIONS } from './migrations.ts';
import { openDatabase } from './sqlite-database.ts';
import type { CatalogIndex, CatalogStore, CatalogWriter, GameColumns, ImportEntry, RecordName } from './store.ts';

/** How long a replaced record stays readable for whoever still answers from an older snapshot. */
const KEEP_SUPERSEDED_MS = 10 * 60 * 1000;
/** Stands for the end of the transaction, which is not known yet; far enough ahead that nobody takes it for old. */
const SUPERSEDED_NOW = 2 ** 52;

/** The catalog alone, for whoever needs nothing else. */
export function openSqliteCatalog(folder: string): { catalog: CatalogStore; close(): void } {
  const open = () => openDatabase(join(folder, 'catalog.db'), CATALOG_MIGRATIONS);
  const database = open();
  return { catalog: sqliteCatalog(database, open), close: () => database.close() };
}

function sqliteCatalog(database: DatabaseSync, openForWriting: () => DatabaseSync): CatalogStore {
  const revision = database.prepare("SELECT value FROM facts WHERE name = 'revision'");
  const documents = prepareDocuments(database);
  const imports = database.prepare('SELECT * FROM imports ORDER BY import_id DESC LIMIT ?');
  return {
    readRevision: async () => Number(revision.get()?.value ?? 0),
    readIndex: async () => readIndex(database),
    readCards: async (names) => readCards(documents, names),
    findRecord: async (name) => findRecord(documents, name),
    countAll: async () => countAll(database),
    listImports: async (limit) => imports.all(limit).map(toImport),
    write: async (work) => {
      const writing = openForWriting();
      try {
        return await inTransaction(writing, work);
      } finally {
        writing.close();
      }
    },
  };
}

function prepareDocuments(database: DatabaseSync) {
  const cards = database.prepare(
    'SELECT game_id, revision, card FROM cards WHERE game_id IN (SELECT value FROM json_each(?))',
  );
  cards.setReturnArrays(true);
  return {
    cards,
    record: database.prepare('SELECT record FROM records WHERE game_id = ? AND revision = ?'),
    superseded: database.prepare('SELECT card, record FROM superseded WHERE game_id = ? AND revision = ?'),
  };
}
type Documents = ReturnType<typeof prepareDocuments>;

/** All in one statement, which takes a quarter of the time of one for each; the few that were replaced, one by one. */
function readCards({ cards, superseded }: Documents, names: readonly RecordName[]): (string | undefined)[] {
  const ids = JSON.stringify(names.map((name) => name.gameId));
  const rows = cards.all(ids) as unknown as [gameId: number, revision: number, card: string][];
  const found = new Map(rows.map((row) => [row[0], row]));
  return names.map(({ gameId, revision }) => {
    const row = found.get(gameId);
    if (row?.[1] === revision) return row[2];
    return superseded.get(gameId, revision)?.card as string | undefined;
  });
}

function findRecord({ record, superseded }: Documents, { gameId, revision }: RecordName): string | undefined {
  const row = record.get(gameId, revision) ?? superseded.get(gameId, revision);
  return row?.record as string | undefined;
}

function countAll(database: DatabaseSync) {
  const entries = database.prepare('SELECT count(*) AS count FROM entries WHERE kind = ?');
  const count = (kind: string) => Number(entries.get(kind)?.count);
  return {
    games: Number(database.prepare('SELECT count(*) AS count FROM games').get()?.count),
    platforms: count('platform'),
    genres: count('genre'),
    groups: count('group'),
    companies: count('company'),
  };
}

/** One read transaction, so that games, entries and revision belong together. */
function readIndex(database: DatabaseSync): CatalogIndex {
  database.exec('BEGIN');
  try {
    return {
      lineage: String(readFact(database, 'lineage')),
      revision: Number(readFact(database, 'revision') ?? 0),
      games: readGames(database),
      genres: readEntries(database, 'genre'),
      groups: readEntries(database, 'group'),
      platforms: readEntries(database, 'platform'),
    };
  } finally {
    database.exec('COMMIT');
  }
}

function readFact(database: DatabaseSync, name: string): unknown {
  return database.prepare('SELECT value FROM facts WHERE name = ?').get(name)?.value;
}

/** A column at a time, as one text each: a quarter of the time of a row for each game. */
function readGames(database: DatabaseSync): GameColumns {
  const column = (expression: string) => {
    const sql = `SELECT ${expression} AS column FROM (SELECT * FROM games ORDER BY game_id)`;
    return String(database.prepare(sql).get()?.column ?? '');
  };
  const facets = Buffer.from(column("group_concat(hex(facets), '')"), 'hex');
  return {
    ids: JSON.parse(column('json_group_array(game_id)')),
    revisions: JSON.parse(column('json_group_array(revision)')),
    titles: JSON.parse(column('json_group_array(title)')),
    modifiedAt: JSON.parse(column('json_group_array(modified_at)')),
    facets: new Uint32Array(facets.buffer.slice(facets.byteOffset, facets.byteOffset + facets.byteLength)),
  };
}

function readEntries(database: DatabaseSync, kind: string): string[] {
  const rows = database.prepare('SELECT body FROM entries WHERE kind = ? ORDER BY id').all(kind);
  return rows.map((row) => String(row.body));
}

async function inTransaction<T>(database: DatabaseSync, work: (writer: CatalogWriter) => Promise<T>): Promise<T> {
  begin(database);
  try {
    const keptSince = Date.now() - KEEP_SUPERSEDED_MS;
    database.prepare('DELETE FROM superseded WHERE superseded_at < ?').run(keptSince);
    const result = await work(openWriter(database));
    // Only now, after what may have been minutes of work: others answer from the old records until this is committed.
    database.prepare('UPDATE superseded SET superseded_at = ? WHERE superseded_at = ?').run(Date.now(), SUPERSEDED_NOW);
    database.exec('COMMIT');
    return result;
  } catch (error) {
    database.exec('ROLLBACK');
    throw error;
  }
}

function begin(database: DatabaseSync): void {
  try {
    database.exec('BEGIN IMMEDIATE');
  } catch (error) {
    const busy = /database is locked/.test((error as Error).message);
    throw busy ? new OperatorError('Another import is running; wait until it has finished and try again') : error;
  }
}

function openWriter(database: DatabaseSync): CatalogWriter {
  const revision = Number(readFact(database, 'revision') ?? 0) + 1;
  const statements = prepareWriter(database);
  let touched = false;
  const touch = () => {
    if (!touched) statements.setRevision.run(String(revision));
    touched = true;
  };
  const supersede = (gameId: number) => statements.supersede.run(SUPERSEDED_NOW, gameId);
  return {
    findId: async (kind, key) => statements.findId.get(kind, key)?.id as number | undefined,
    bindKey: async (kind, key, id) => void statements.bindKey.run(kind, key, id),
    nextId: async (kind, floor) => Number(statements.nextId.get(kind, floor + 1, floor)?.last_id),
    findEntry: async (kind, id) => statements.findEntry.get(kind, id)?.body as string | undefined,
    putEntry: async (kind, id, body) => {
      touch();
      statements.putEntry.run(kind, id, body);
    },
    findVersion: async (gameId) => {
      const row = statements.findVersion.get(gameId);
      return row && { source: String(row.source), modifiedAt: Number(row.modified_at), hash: String(row.hash) };
    },
    findGame: async (gameId) => {
      const row = statements.findGame.get(gameId);
      if (!row) return undefined;
      const { source, modified_at, hash, record } = row as Record<string, string | number>;
      return { source: String(source), modifiedAt: Number(modified_at), hash: String(hash), record: String(record) };
    },
    putGame: async (game) => {
      touch();
      supersede(game.gameId);
      const facets = new Uint8Array(game.facets.buffer, game.facets.byteOffset, game.facets.byteLength);
      statements.putGame.run(game.gameId, revision, game.source, game.title, game.modifiedAt, facets, game.hash);
      statements.putCard.run(game.gameId, revision, game.card);
      statements.putRecord.run(game.gameId, revision, game.record);
    },
    removeGame: async (gameId) => {
      touch();
      supersede(gameId);
      statements.removeGame.run(gameId);
      statements.removeCard.run(gameId);
      statements.removeRecord.run(gameId);
    },
    listGameIds: async (source) => statements.listGameIds.all(source ?? null).map((row) => Number(row.game_id)),
    addImport: async (entry) => {
      const counts = [entry.added, entry.changed, entry.unchanged, entry.removed];
      statements.addImport.run(entry.source, entry.version, entry.startedAt, entry.finishedAt, ...counts);
    },
  };
}

function prepareWriter(database: DatabaseSync) {
  return {
    setRevision: database.prepare(
      "INSERT INTO facts VALUES ('revision', ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
    ),
    findId: database.prepare('SELECT id FROM source_keys WHERE kind = ? AND key = ?'),
    bindKey: database.prepare(
      'INSERT INTO source_keys (kind, key, id) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET id = excluded.id',
    ),
    nextId: database.prepare(
      'INSERT INTO counters VALUES (?, ?) ON CONFLICT DO UPDATE SET last_id = max(last_id, ?) + 1 RETURNING last_id',
    ),
    findEntry: database.prepare('SELECT body FROM entries WHERE kind = ? AND id = ?'),
    putEntry: database.prepare('INSERT OR REPLACE INTO entries (kind, id, body) VALUES (?, ?, ?)'),
    findVersion: database.prepare('SELECT source, modified_at, hash FROM games WHERE game_id = ?'),
    findGame: database.prepare(
      'SELECT source, modified_at, hash, record FROM games JOIN records USING (game_id, revision) WHERE game_id = ?',
    ),
    supersede: database.prepare(`
      INSERT INTO superseded
      SELECT game_id, revision, ?, card, record FROM cards JOIN records USING (game_id, revision) WHERE game_id = ?`),
    putGame: database.prepare('INSERT OR REPLACE INTO games VALUES (?, ?, ?, ?, ?, ?, ?)'),
    putCard: database.prepare('INSERT OR REPLACE INTO cards VALUES (?, ?, ?)'),
    putRecord: database.prepare('INSERT OR REPLACE INTO records VALUES (?, ?, ?)'),
    removeGame: database.prepare('DELETE FROM games WHERE game_id = ?'),
    removeCard: database.prepare('DELETE FROM cards WHERE game_id = ?'),
    removeRecord: database.prepare('DELETE FROM records WHERE game_id = ?'),
    listGameIds: database.prepare('SELECT game_id FROM games WHERE source = coalesce(?, source) ORDER BY game_id'),
    addImport: database.prepare('INSERT INTO imports VALUES (NULL, ?, ?, ?, ?, ?, ?, ?, ?)'),
  };
}

function toImport(row: Record<string, unknown>): ImportEntry {
  return {
    importId: Number(row.import_id),
    source: String(row.source),
    version: String(row.version),
    startedAt: Number(row.started_at),
    finishedAt: Number(row.finished_at),
    added: Number(row.added),
    changed: Number(row.changed),
    unchanged: Number(row.unchanged),
    removed: Number(row.removed),
  };
}
