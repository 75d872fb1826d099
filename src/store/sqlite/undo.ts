import type { DatabaseSync } from 'node:sqlite';
import type { UndoEntry } from '../catalog-store.ts';

/** Keeps a row as it is before the import first changes it. */
export type Remember = (place: UndoEntry['place'], ...key: (string | number)[]) => void;

/** Where each kind of row lives, by which columns it is found, and what of it is kept. */
const PLACES: Record<UndoEntry['place'], { table: string; key: readonly string[]; before: string }> = {
  layer: {
    table: 'layers',
    key: ['key'],
    before: "json_object('source', source, 'gameId', game_id, 'hash', hash, 'line', line)",
  },
  'entry-layer': { table: 'entry_layers', key: ['key', 'source'], before: 'json_quote(line)' },
  entry: { table: 'entries', key: ['kind', 'id'], before: 'json_quote(body)' },
  alias: {
    table: 'aliases',
    key: ['game_id'],
    before: "json_object('gameId', game_id, 'targetId', target_id, 'cause', cause)",
  },
  binding: { table: 'source_keys', key: ['kind', 'key'], before: "json_object('id', id, 'since', since)" },
  source: {
    table: 'sources',
    key: ['source'],
    before: `json_object('source', source, 'name', name, 'version', version, 'licence', licence, 'url', url,
      'importedAt', imported_at)`,
  },
  game: {
    table: 'games JOIN records USING (game_id, revision)',
    key: ['game_id'],
    before: "json_object('modifiedAt', modified_at, 'provenance', provenance, 'record', record)",
  },
};

/** How many rows are taken at once: whole records are among them. */
const TAKEN_AT_ONCE = 1000;

export interface Undo {
  remember: Remember;
  listNew(): { layers: string[]; games: number[] };
  take(): UndoEntry[];
}

/**
 * The list begins anew with the first row of an import that is remembered. Layers and games that are new are known by
 * their ids, which are higher than all before: most of a first import is new, and would double its writing.
 */
export function openUndo(database: DatabaseSync): Undo {
  const highest = (sql: string) => Number(database.prepare(sql).get()?.id ?? 0);
  const layerId = highest('SELECT max(layer_id) AS id FROM layers');
  const gameId = highest("SELECT last_id AS id FROM counters WHERE kind = 'game'");
  const statements = prepareRemember(database, layerId);
  const begin = () => {
    database.exec('DELETE FROM undo');
    database
      .prepare("INSERT INTO facts VALUES ('undo', ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value")
      .run(JSON.stringify({ layerId, gameId }));
  };
  const take = database.prepare(
    `DELETE FROM undo WHERE (place, key) IN (SELECT place, key FROM undo LIMIT ${TAKEN_AT_ONCE}) RETURNING *`,
  );
  let state: 'new' | 'remembering' | 'taking' = 'new';
  return {
    remember: (place, ...key) => {
      if (state === 'taking') return;
      if (state === 'new') begin();
      state = 'remembering';
      if (place !== 'game' || (key[0] as number) <= gameId) statements[place]?.run(key.join(' '), ...key);
    },
    listNew: () => listNew(database),
    take: () => {
      state = 'taking';
      return take.all().map(toUndoEntry);
    },
  };
}

function prepareRemember(database: DatabaseSync, layerId: number) {
  return Object.fromEntries(
    Object.entries(PLACES).map(([place, { table, key, before }]) => {
      const where = key.map((name) => `${name} = ?`).join(' AND ');
      const values =
        place === 'layer'
          ? `SELECT '${place}', ?, ${before} FROM ${table} WHERE ${where} AND layer_id <= ${layerId}`
          : `VALUES ('${place}', ?, (SELECT ${before} FROM ${table} WHERE ${where}))`;
      return [place, database.prepare(`INSERT OR IGNORE INTO undo ${values}`)];
    }),
  );
}

function listNew(database: DatabaseSync): { layers: string[]; games: number[] } {
  const fact = database.prepare("SELECT value FROM facts WHERE name = 'undo'").get()?.value;
  if (fact === undefined) return { layers: [], games: [] };
  const { layerId, gameId } = JSON.parse(String(fact)) as { layerId: number; gameId: number };
  const layers = database.prepare('SELECT key FROM layers WHERE layer_id > ?').all(layerId);
  const games = database.prepare('SELECT game_id FROM games WHERE game_id > ?').all(gameId);
  return { layers: layers.map((row) => String(row.key)), games: games.map((row) => Number(row.game_id)) };
}

function toUndoEntry({ place, key, before }: Record<string, unknown>): UndoEntry {
  return { place, key, before: before === null ? null : JSON.parse(String(before)) } as UndoEntry;
}
