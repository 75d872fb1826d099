import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { OperatorError } from '../../errors.ts';
import type {
  CatalogReader,
  CatalogWriter,
  EntryName,
  GameWriter,
  NumberedGame,
  StoredSource,
} from '../catalog-store.ts';
import { entryNames } from '../entry-names.ts';
import { nextRevision } from '../revision.ts';
import { rollback } from './database.ts';
import { entryWriter } from './entries.ts';
import { isBusy } from './errors.ts';
import { identityWriter } from './identities.ts';
import { layerWriter } from './layers.ts';
import { openUndo, type Remember } from './undo.ts';
import type { BeforeCommit, Writing } from './writing.ts';

/** How long a replaced record stays readable for whoever still answers from an older snapshot. */
export const KEEP_SUPERSEDED_MS = 10 * 60 * 1000;
/** Stands for the end of the transaction, which is not known yet; far enough ahead that nobody takes it for old. */
const SUPERSEDED_NOW = 2 ** 52;

/** Runs the work in one transaction of this connection. */
export async function writeCatalog<T>(database: DatabaseSync, work: (writer: CatalogWriter) => Promise<T>): Promise<T> {
  begin(database);
  try {
    const keptSince = Date.now() - KEEP_SUPERSEDED_MS;
    database.prepare('DELETE FROM superseded WHERE superseded_at < ?').run(keptSince);
    const finishing: (() => void)[] = [];
    const result = await work(openWriter(database, (finish) => finishing.push(finish)));
    for (const finish of finishing) finish();
    // Only now, after what may have been minutes of work: others answer from the old records until this is committed.
    database.prepare('UPDATE superseded SET superseded_at = ? WHERE superseded_at = ?').run(Date.now(), SUPERSEDED_NOW);
    database.exec('COMMIT');
    return result;
  } catch (error) {
    rollback(database);
    throw error;
  }
}

/** Runs the work over one state of this connection's database. */
export async function readCatalog<T>(database: DatabaseSync, work: (reader: CatalogReader) => Promise<T>): Promise<T> {
  database.exec('BEGIN');
  try {
    return await work(openWriter(database, () => {}));
  } finally {
    rollback(database);
  }
}

function begin(database: DatabaseSync): void {
  try {
    database.exec('BEGIN IMMEDIATE');
  } catch (error) {
    if (!isBusy(error)) throw error;
    throw new OperatorError('Another import is running; wait until it has finished and try again');
  }
}

function openWriter(database: DatabaseSync, beforeCommit: BeforeCommit): CatalogWriter {
  const undo = openUndo(database);
  const writing = { ...openWriting(database, undo.remember), beforeCommit };
  return {
    ...identityWriter(writing),
    ...entryWriter(writing),
    ...layerWriter(writing),
    ...gameWriter(writing),
    ...sourceWriter(writing),
    listNew: async () => undo.listNew(),
    takeUndo: async () => undo.take(),
  };
}

function openWriting(database: DatabaseSync, remember: Remember): Omit<Writing, 'beforeCommit'> {
  const number = (sql: string) => Number(database.prepare(sql).get()?.number ?? 0);
  const revision = nextRevision(number("SELECT value AS number FROM facts WHERE name = 'revision'"));
  const setRevision = database.prepare(
    "INSERT INTO facts VALUES ('revision', ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
  );
  let touched = false;
  return {
    database,
    // A catalog that came from elsewhere may have keys of later imports than its own.
    importId:
      Math.max(
        number('SELECT max(import_id) AS number FROM imports'),
        number('SELECT max(since) AS number FROM source_keys'),
      ) + 1,
    revision,
    touch: () => {
      if (!touched) setRevision.run(String(revision));
      touched = true;
    },
    remember,
  };
}

function gameWriter({ database, revision, touch, remember }: Writing): GameWriter {
  const statements = prepareGames(database);
  const supersede = (gameId: number) => {
    touch();
    remember('game', gameId);
    // What this very import wrote before, nobody has seen.
    statements.supersede.run(SUPERSEDED_NOW, gameId, revision);
  };
  return {
    findVersion: async (gameId) => statements.findVersion.get(gameId) as never,
    findGame: async (gameId) => statements.findGame.get(gameId) as never,
    putGame: async (game) => {
      supersede(game.gameId);
      const facets = new Uint8Array(game.facets.buffer, game.facets.byteOffset, game.facets.byteLength);
      const { gameId, title, modifiedAt, hash, provenance, names } = game;
      statements.putGame.run(gameId, revision, title, modifiedAt, facets, hash, provenance, names);
      statements.putCard.run(gameId, revision, game.card);
      statements.putRecord.run(gameId, revision, game.record);
    },
    removeGame: async (gameId) => {
      supersede(gameId);
      statements.removeGame.run(gameId);
      statements.removeCard.run(gameId);
      statements.removeRecord.run(gameId);
    },
    setModified: async (gameId, modifiedAt) => {
      touch();
      remember('game', gameId);
      statements.setModified.run(modifiedAt, gameId);
    },
    listGamesNaming: async (entries, after, limit) => listGamesNaming(statements.listAfter, entries, after, limit),
  };
}

function prepareGames(database: DatabaseSync) {
  return {
    findVersion: database.prepare('SELECT modified_at AS modifiedAt, hash, provenance FROM games WHERE game_id = ?'),
    findGame: database.prepare(`
      SELECT modified_at AS modifiedAt, hash, provenance, record
      FROM games JOIN records USING (game_id, revision) WHERE game_id = ?`),
    supersede: database.prepare(`
      INSERT INTO superseded
      SELECT game_id, revision, ?, card, record FROM cards JOIN records USING (game_id, revision)
      WHERE game_id = ? AND revision < ?
      ON CONFLICT DO NOTHING`),
    putGame: database.prepare('INSERT OR REPLACE INTO games VALUES (?, ?, ?, ?, ?, ?, ?, ?)'),
    putCard: database.prepare('INSERT OR REPLACE INTO cards VALUES (?, ?, ?)'),
    putRecord: database.prepare('INSERT OR REPLACE INTO records VALUES (?, ?, ?)'),
    removeGame: database.prepare('DELETE FROM games WHERE game_id = ?'),
    removeCard: database.prepare('DELETE FROM cards WHERE game_id = ?'),
    removeRecord: database.prepare('DELETE FROM records WHERE game_id = ?'),
    setModified: database.prepare('UPDATE games SET modified_at = ? WHERE game_id = ?'),
    listAfter: database.prepare(`
      SELECT game_id AS gameId, modified_at AS modifiedAt, hash, provenance, record
      FROM games JOIN records USING (game_id, revision) WHERE game_id > ? ORDER BY game_id`),
  };
}

function listGamesNaming(
  listAfter: StatementSync,
  entries: readonly EntryName[],
  after: number,
  limit: number,
): NumberedGame[] {
  const { pattern, names } = entryNames(entries);
  const [expression, wanted] = [new RegExp(pattern, 'g'), new Set(names)];
  const found: NumberedGame[] = [];
  for (const row of listAfter.iterate(after)) {
    const game = row as unknown as NumberedGame;
    if (game.record.match(expression)?.some((name) => wanted.has(name))) found.push(game);
    if (found.length === limit) break;
  }
  return found;
}

function sourceWriter({ database, remember }: Writing) {
  const list = database.prepare('SELECT * FROM sources ORDER BY source');
  const put = database.prepare('INSERT OR REPLACE INTO sources VALUES (?, ?, ?, ?, ?, ?)');
  const remove = database.prepare('DELETE FROM sources WHERE source = ?');
  const addImport = database.prepare(`
    INSERT INTO imports (action, source, version, started_at, finished_at, added, changed, unchanged, removed, merged)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`);
  return {
    listSources: async () => list.all().map(toSource),
    putSource: async ({ source, name, version, licence, url, importedAt }) => {
      remember('source', source);
      put.run(source, name, version, licence, url, importedAt);
    },
    removeSource: async (source) => {
      remember('source', source);
      remove.run(source);
    },
    addImport: async (entry) => {
      const counts = [entry.added, entry.changed, entry.unchanged, entry.removed, entry.merged];
      addImport.run(entry.action, entry.source, entry.version, entry.startedAt, entry.finishedAt, ...counts);
    },
  } satisfies Partial<CatalogWriter>;
}

export function toSource(row: Record<string, unknown>): StoredSource {
  return {
    source: String(row.source),
    name: String(row.name),
    version: String(row.version),
    licence: String(row.licence),
    url: row.url === null ? null : String(row.url),
    importedAt: Number(row.imported_at),
  };
}
