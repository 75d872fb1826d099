import { join } from 'node:path';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { OperatorError } from '../errors.ts';
import { CATALOG_MIGRATIONS } from './migrations.ts';
import { openDatabase } from './sqlite-database.ts';
import type {
  CatalogIndex,
  CatalogStore,
  CatalogWriter,
  Facets,
  ImportEntry,
  RecordName,
  StoredGame,
} from './store.ts';

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
  const card = database.prepare('SELECT card FROM records WHERE game_id = ? AND revision = ?');
  const record = database.prepare('SELECT record FROM records WHERE game_id = ? AND revision = ?');
  const imports = database.prepare('SELECT * FROM imports ORDER BY import_id DESC LIMIT ?');
  return {
    readRevision: async () => Number(revision.get()?.value ?? 0),
    readIndex: async () => readIndex(database),
    readCards: async (names) => names.map((name) => readCard(card, name)),
    findRecord: async ({ gameId, revision: of }) => record.get(gameId, of)?.record as string | undefined,
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

function readCard(statement: StatementSync, name: RecordName): string | undefined {
  return statement.get(name.gameId, name.revision)?.card as string | undefined;
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

function readGames(database: DatabaseSync): StoredGame[] {
  const statement = database.prepare(
    'SELECT game_id, revision, title, modified_at, facets FROM games ORDER BY game_id',
  );
  // Arrays instead of objects halve the time for a large catalog.
  statement.setReturnArrays(true);
  const games: StoredGame[] = [];
  for (const row of statement.iterate() as unknown as Iterable<[number, number, string, number, Uint8Array]>) {
    games.push({ gameId: row[0], revision: row[1], title: row[2], modifiedAt: row[3], facets: readFacets(row[4]) });
  }
  return games;
}

function readEntries(database: DatabaseSync, kind: string): string[] {
  const rows = database.prepare('SELECT body FROM entries WHERE kind = ? ORDER BY id').all(kind);
  return rows.map((row) => String(row.body));
}

async function inTransaction<T>(database: DatabaseSync, work: (writer: CatalogWriter) => Promise<T>): Promise<T> {
  begin(database);
  try {
    const keptSince = Date.now() - KEEP_SUPERSEDED_MS;
    database.prepare('DELETE FROM records WHERE superseded_at < ?').run(keptSince);
    const result = await work(openWriter(database));
    // Only now, after what may have been minutes of work: others answer from the old records until this is committed.
    database.prepare('UPDATE records SET superseded_at = ? WHERE superseded_at = ?').run(Date.now(), SUPERSEDED_NOW);
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
      const facets = writeFacets(game.facets);
      statements.putGame.run(game.gameId, revision, game.source, game.title, game.modifiedAt, facets, game.hash);
      statements.putRecord.run(game.gameId, revision, game.card, game.record);
    },
    removeGame: async (gameId) => {
      touch();
      supersede(gameId);
      statements.removeGame.run(gameId);
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
    supersede: database.prepare('UPDATE records SET superseded_at = ? WHERE game_id = ? AND superseded_at IS NULL'),
    putGame: database.prepare('INSERT OR REPLACE INTO games VALUES (?, ?, ?, ?, ?, ?, ?)'),
    putRecord: database.prepare('INSERT INTO records VALUES (?, ?, NULL, ?, ?)'),
    removeGame: database.prepare('DELETE FROM games WHERE game_id = ?'),
    listGameIds: database.prepare('SELECT game_id FROM games WHERE source = coalesce(?, source) ORDER BY game_id'),
    addImport: database.prepare('INSERT INTO imports VALUES (NULL, ?, ?, ?, ?, ?, ?, ?, ?)'),
  };
}

/** Three counted lists of 32-bit numbers, little-endian. */
function writeFacets(facets: Facets): Uint8Array {
  const { platforms, genres, groups } = facets;
  const numbers = [platforms.length, ...platforms, genres.length, ...genres, groups.length, ...groups];
  return new Uint8Array(Uint32Array.from(numbers).buffer);
}

function readFacets(bytes: Uint8Array): Facets {
  const numbers = new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 4);
  let at = 0;
  const next = () => {
    const count = numbers[at] as number;
    at += count + 1;
    return Array.from(numbers.subarray(at - count, at));
  };
  return { platforms: next(), genres: next(), groups: next() };
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
