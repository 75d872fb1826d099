import type { Writing } from './sqlite-writer.ts';
import type { Layer, LayerVersion, LayerWriter } from './store.ts';

export function layerWriter({ database, remember }: Writing): LayerWriter {
  const version = 'key, source, game_id AS gameId, hash';
  const find = database.prepare(`SELECT ${version} FROM layers WHERE key = ?`);
  const line = database.prepare('SELECT line FROM layers WHERE key = ?');
  const put = database.prepare(`
    INSERT INTO layers (key, source, game_id, hash, line) VALUES (?, ?, ?, ?, ?)
    ON CONFLICT (key) DO UPDATE
    SET source = excluded.source, game_id = excluded.game_id, hash = excluded.hash, line = excluded.line
    RETURNING layer_id`);
  const setGame = database.prepare('UPDATE layers SET game_id = ? WHERE key = ?');
  const dropMarks = database.prepare('DELETE FROM marks WHERE layer_id = (SELECT layer_id FROM layers WHERE key = ?)');
  const putMark = database.prepare('INSERT OR IGNORE INTO marks VALUES (?, ?)');
  const remove = database.prepare('DELETE FROM layers WHERE key = ?');
  const listKeys = database.prepare('SELECT key FROM layers WHERE source = ? ORDER BY key');
  const list = database.prepare(`SELECT ${version}, line FROM layers WHERE game_id IS ? ORDER BY key`);
  const findByMark = database.prepare(`
    SELECT key, source, game_id AS gameId FROM marks JOIN layers USING (layer_id) WHERE mark = ? ORDER BY key LIMIT 100`);
  return {
    findLayer: async (key) => find.get(key) as LayerVersion | undefined,
    findLine: async (key) => line.get(key)?.line as string | undefined,
    putLayer: async (layer, marks) => {
      const { key, source, gameId, hash } = layer;
      remember('layer', key);
      dropMarks.run(key);
      const layerId = put.get(key, source, gameId, hash, layer.line)?.layer_id as number;
      for (const mark of marks) putMark.run(mark, layerId);
    },
    setGame: async (key, gameId) => {
      remember('layer', key);
      setGame.run(gameId, key);
    },
    removeLayer: async (key) => {
      remember('layer', key);
      dropMarks.run(key);
      remove.run(key);
    },
    listKeys: async (source) => listKeys.all(source).map((row) => String(row.key)),
    listLayers: async (gameId) => list.all(gameId) as unknown as Layer[],
    findByMark: async (mark) => findByMark.all(mark) as never,
  };
}
