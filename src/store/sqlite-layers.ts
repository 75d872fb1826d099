import type { Writing } from './sqlite-writer.ts';
import type { Layer, LayerHead, LayerWriter } from './store.ts';

export function layerWriter({ database, remember }: Writing): LayerWriter {
  const head = 'key, source, game_id AS gameId, hash';
  const findHead = database.prepare(`SELECT ${head} FROM layers WHERE key = ?`);
  const find = database.prepare(`SELECT ${head}, line FROM layers WHERE key = ?`);
  const put = database.prepare(`
    INSERT INTO layers (key, source, game_id, hash, line, marks) VALUES (?, ?, ?, ?, ?, ?)
    ON CONFLICT (key) DO UPDATE
    SET source = excluded.source, game_id = excluded.game_id, hash = excluded.hash, line = excluded.line,
      marks = excluded.marks
    RETURNING layer_id`);
  const setGame = database.prepare('UPDATE layers SET game_id = ? WHERE key = ?');
  const dropMarks = database.prepare(`
    DELETE FROM marks WHERE (mark, layer_id) IN
    (SELECT wanted.value, layer_id FROM layers, json_each(layers.marks) AS wanted WHERE layers.key = ?)`);
  const putMarks = database.prepare('INSERT INTO marks SELECT value, ? FROM json_each(?)');
  const remove = database.prepare('DELETE FROM layers WHERE key = ?');
  const listKeys = database.prepare('SELECT key FROM layers WHERE source = ? ORDER BY key');
  const list = database.prepare(`SELECT ${head}, line FROM layers WHERE game_id IS ? ORDER BY key`);
  const listMarks = database.prepare('SELECT marks FROM layers WHERE source NOT IN (SELECT value FROM json_each(?))');
  const findByMarks = database.prepare(`
    SELECT wanted.value AS mark, layers.key, source, game_id AS gameId
    FROM json_each(?) AS wanted
    JOIN layers ON layer_id IN (SELECT layer_id FROM marks WHERE mark = wanted.value LIMIT 100)
    ORDER BY mark, layers.key`);
  return {
    findHead: async (key) => findHead.get(key) as LayerHead | undefined,
    findLayer: async (key) => find.get(key) as Layer | undefined,
    putLayer: async (layer, marks) => {
      const { key, source, gameId, hash, line } = layer;
      remember('layer', key);
      dropMarks.run(key);
      const own = JSON.stringify(marks);
      const layerId = put.get(key, source, gameId, hash, line, own)?.layer_id as number;
      putMarks.run(layerId, own);
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
    visitMarks: async (exceptSources, visit) => {
      for (const row of listMarks.iterate(JSON.stringify(exceptSources))) visit(JSON.parse(String(row.marks)));
    },
    findByMarks: async (marks) => findByMarks.all(JSON.stringify(marks)) as never,
  };
}
