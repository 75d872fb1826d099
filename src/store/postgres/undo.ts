import type { UndoEntry } from '../catalog-store.ts';
import type { Connection } from './database.ts';
import { insertRows } from './rows.ts';

/** How many rows are taken at once: whole records are among them. */
const TAKEN_AT_ONCE = 1000;

/** What was there before, of rows that are known here; large ones are copied within the database. */
export interface Undo {
  /** Only the first of a row counts: that is how it was before the import. */
  remember(place: UndoEntry['place'], key: string, before: object | string | null): void;
  /** To be called before these are changed in the database. */
  rememberLayers(keys: readonly string[]): Promise<void>;
  rememberGames(gameIds: readonly number[]): Promise<void>;
  flush(): Promise<void>;
  listNew(): Promise<{ layers: string[]; games: number[] }>;
  take(): Promise<UndoEntry[]>;
}

/** The ids that were the highest before this import: whatever has a higher one is new, and needs no remembering. */
export interface Before {
  layerId: number;
  gameId: number;
}

/** The list begins anew with the first row of an import that is remembered. */
export function openUndo(connection: Connection, before: Before): Undo {
  let state: 'new' | 'remembering' | 'taking' = 'new';
  let waiting = new Map<string, [place: string, key: string, before: string | null]>();

  const begin = async () => {
    if (state !== 'new') return;
    state = 'remembering';
    await connection.run('DELETE FROM undo');
    await connection.run(
      "INSERT INTO catalog_facts VALUES ('undo', $1) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
      [JSON.stringify(before)],
    );
  };
  return {
    remember: (place, key, value) => {
      const name = `${place} ${key}`;
      if (state !== 'taking' && !waiting.has(name))
        waiting.set(name, [place, key, value === null ? null : JSON.stringify(value)]);
    },
    rememberLayers: async (keys) => {
      if (state === 'taking' || keys.length === 0) return;
      await begin();
      await connection.run(REMEMBER_LAYERS, [keys, before.layerId]);
    },
    rememberGames: async (gameIds) => {
      if (state === 'taking' || gameIds.length === 0) return;
      await begin();
      const old = gameIds.filter((gameId) => gameId <= before.gameId);
      if (old.length > 0) await connection.run(REMEMBER_GAMES, [old]);
    },
    flush: async () => {
      const rows = [...waiting.values()];
      waiting = new Map();
      if (rows.length === 0) return;
      await begin();
      await insertRows(connection, 'undo', ['place', 'key', 'before'], rows, 'DO NOTHING');
    },
    listNew: () => listNew(connection),
    take: async () => {
      state = 'taking';
      const rows = await connection.query<Record<string, string | null>>({ text: TAKE });
      return rows.map(({ place, key, before: text }) => ({
        place,
        key,
        before: text == null ? null : JSON.parse(text),
      })) as UndoEntry[];
    },
  };
}

const REMEMBER_LAYERS = `
  INSERT INTO undo
  SELECT 'layer', key, json_build_object('source', source, 'gameId', game_id, 'hash', hash, 'line', line)::text
  FROM layers WHERE key = ANY($1) AND layer_id <= $2
  ON CONFLICT DO NOTHING`;

const REMEMBER_GAMES = `
  INSERT INTO undo
  SELECT 'game', wanted.game_id::text, CASE WHEN record IS NOT NULL THEN
    json_build_object('modifiedAt', modified_at, 'provenance', provenance, 'record', record)::text END
  FROM unnest($1::bigint[]) AS wanted (game_id)
  LEFT JOIN games ON games.game_id = wanted.game_id
  LEFT JOIN records ON records.game_id = games.game_id AND records.revision = games.revision
  ON CONFLICT DO NOTHING`;

const TAKE = `
  DELETE FROM undo WHERE (place, key) IN (SELECT place, key FROM undo ORDER BY place, key LIMIT ${TAKEN_AT_ONCE})
  RETURNING place, key, before`;

async function listNew(connection: Connection): Promise<{ layers: string[]; games: number[] }> {
  const [fact] = await connection.query<{ value: string }>({
    text: "SELECT value FROM catalog_facts WHERE name = 'undo'",
  });
  if (!fact) return { layers: [], games: [] };
  const { layerId, gameId } = JSON.parse(fact.value) as Before;
  const layers = await connection.query<{ key: string }>({
    text: 'SELECT key FROM layers WHERE layer_id > $1 ORDER BY layer_id',
    values: [layerId],
  });
  const games = await connection.query<{ game_id: number }>({
    text: 'SELECT game_id FROM games WHERE game_id > $1 ORDER BY game_id',
    values: [gameId],
  });
  return { layers: layers.map(({ key }) => key), games: games.map(({ game_id }) => game_id) };
}
