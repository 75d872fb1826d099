import type { Layer, LayerHead, LayerWriter, MarkedLayer } from '../catalog-store.ts';
import type { Writing } from './writing.ts';

export function layerWriter({ database, remember }: Writing): LayerWriter {
  const head = 'key, source, game_id AS gameId, hash';
  const findHead = database.prepare(`SELECT ${head} FROM layers WHERE key = ?`);
  const find = database.prepare(`SELECT ${head}, line, marks FROM layers WHERE key = ?`);
  const idOf = database.prepare('SELECT layer_id FROM layers WHERE key = ?');
  const insert = database.prepare(
    'INSERT INTO layers (source, game_id, hash, line, marks, key) VALUES (?, ?, ?, ?, ?, ?)',
  );
  const update = database.prepare(
    'UPDATE layers SET source = ?, game_id = ?, hash = ?, line = ?, marks = ? WHERE key = ?',
  );
  const setGame = database.prepare('UPDATE layers SET game_id = ? WHERE key = ?');
  const dropMarks = database.prepare(`
    DELETE FROM marks WHERE (mark, layer_id) IN
    (SELECT wanted.value, layer_id FROM layers, json_each(layers.marks) AS wanted WHERE layers.key = ?)`);
  const putMark = database.prepare('INSERT INTO marks VALUES (?, ?)');
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
    findLayer: async (key) => {
      const row = find.get(key);
      return row && ({ ...row, marks: JSON.parse(String(row.marks)) } as MarkedLayer);
    },
    putLayer: async ({ key, source, gameId, hash, line }, marks) => {
      remember('layer', key);
      const before = idOf.get(key)?.layer_id as number | undefined;
      if (before !== undefined) dropMarks.run(key);
      const statement = before === undefined ? insert : update;
      const { lastInsertRowid } = statement.run(source, gameId, hash, line, JSON.stringify(marks), key);
      for (const mark of marks) putMark.run(mark, before ?? lastInsertRowid);
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
