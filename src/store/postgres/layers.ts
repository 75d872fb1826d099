import type { Layer, LayerHead, LayerWriter } from '../catalog-store.ts';
import type { Connection } from './database.ts';
import { compareNumbers, compareTexts, openPages } from './pages.ts';
import { insertRows, replacing } from './rows.ts';
import type { Writing } from './writing.ts';

/** So much is gathered before it is sent. */
const MOST_CHANGED = 2000;
const MOST_CHARACTERS = 8_000_000;
const MARKS_AT_ONCE = 20_000;
const LAYERS_AT_ONCE = 10_000;
/** Of a mark that many layers have, only so many are looked at. */
const MOST_OF_MARK = 100;

type Head = LayerHead & { layerId: number };
interface Body {
  line: string;
  /** JSON. */
  marks: string;
}

/** What is to be written, and has not been yet. */
interface Changes {
  /** Whole layers. */
  put: Set<string>;
  /** Layers of which only the game has changed. */
  moved: Set<string>;
  removed: Set<string>;
  /** Those of the above that were there before: their marks have to go first. */
  replaced: Set<string>;
  /** The games that a layer has come to or gone from. */
  games: Set<number>;
  characters: number;
}

export function layerWriter(writing: Writing): LayerWriter {
  const { connection, undo, onFlush } = writing;
  let lastId = writing.before.layerId;
  let changes = noChanges();
  const write = async () => {
    const written = changes;
    changes = noChanges();
    await writeChanges(
      writing,
      written,
      (key) => heads.peek(key)?.value,
      (key) => bodies.peek(key)?.value,
    );
  };
  const isPending = (key: string) => changes.put.has(key) || changes.moved.has(key) || changes.removed.has(key);
  const { heads, bodies, byGame } = openLayerPages(connection, isPending, (gameId) => changes.games.has(gameId));
  onFlush(async () => {
    if (changes.put.size + changes.moved.size + changes.removed.size > 0) await write();
  });

  const touchGames = (...gameIds: (number | null | undefined)[]) => {
    for (const gameId of gameIds) {
      if (gameId == null) continue;
      changes.games.add(gameId);
      byGame.forget(gameId);
    }
  };
  const writeIfMany = async () => {
    const count = changes.put.size + changes.moved.size + changes.removed.size;
    if (count >= MOST_CHANGED || changes.characters >= MOST_CHARACTERS) await write();
  };
  const drop = (key: string) => {
    changes.put.delete(key);
    changes.moved.delete(key);
    changes.replaced.add(key);
  };
  return {
    findHead: async (key) => toHead(await heads.find(key)),
    findLayer: async (key) => {
      const head = await heads.find(key);
      const body = head && (await bodies.find(key));
      return head && body && { ...(toHead(head) as LayerHead), line: body.line, marks: JSON.parse(body.marks) };
    },
    putLayer: async (layer, marks) => {
      const { key, source, gameId, hash, line } = layer;
      const before = await heads.find(key);
      const layerId = before?.layerId ?? ++lastId;
      if (before) drop(key);
      touchGames(before?.gameId, gameId);
      const body = { line, marks: JSON.stringify(marks) };
      heads.put(key, { key, source, gameId, hash, layerId });
      bodies.put(key, body);
      changes.put.add(key);
      changes.characters += line.length + body.marks.length;
      await writeIfMany();
    },
    setGame: async (key, gameId) => {
      const before = await heads.find(key);
      if (!before) return undo.rememberLayers([key]);
      touchGames(before.gameId, gameId);
      heads.put(key, { ...before, gameId });
      if (!changes.put.has(key)) changes.moved.add(key);
      await writeIfMany();
    },
    removeLayer: async (key) => {
      const before = await heads.find(key);
      if (!before) return undo.rememberLayers([key]);
      drop(key);
      touchGames(before.gameId);
      heads.put(key, undefined);
      bodies.put(key, undefined);
      changes.removed.add(key);
      await writeIfMany();
    },
    listKeys: async (source) => {
      await write();
      const text = 'SELECT key FROM layers WHERE source = $1 ORDER BY key';
      return (await connection.queryArrays<[string]>({ text, values: [source] })).map(([key]) => key);
    },
    listLayers: async (gameId) => {
      if (gameId === null || changes.games.has(gameId)) await write();
      if (gameId !== null) return (await byGame.find(gameId)) ?? [];
      return connection.query<Layer>({ text: `SELECT ${LAYER} FROM layers WHERE game_id IS NULL ORDER BY key` });
    },
    visitMarks: async (exceptSources, visit) => {
      await write();
      for await (const marks of readMarks(connection, exceptSources)) visit(marks);
    },
    findByMarks: async (marks) => {
      if (changes.put.size > 0) await write();
      const rows = await connection.query<Pick<Layer, 'key' | 'source' | 'gameId'> & { mark: string }>({
        text: BY_MARKS,
        values: [marks],
      });
      // What has changed since, but is not written yet.
      return rows.flatMap((row) => {
        if (!isPending(row.key)) return [row];
        const head = heads.peek(row.key)?.value;
        return head ? [{ ...row, source: head.source, gameId: head.gameId }] : [];
      });
    },
  };

  async function writeChanges(
    { connection: own }: Writing,
    { put, moved, removed, replaced }: Changes,
    headOf: (key: string) => Head | undefined,
    bodyOf: (key: string) => Body | undefined,
  ): Promise<void> {
    await undo.rememberLayers([...new Set([...put, ...moved, ...removed])]);
    if (replaced.size > 0) await own.run(DROP_MARKS, [[...replaced]]);
    if (removed.size > 0) await own.run('DELETE FROM layers WHERE key = ANY($1)', [[...removed]]);
    const written = [...put].map((key) => ({ ...(headOf(key) as Head), ...(bodyOf(key) as Body) }));
    await insertRows(
      own,
      'layers',
      COLUMNS,
      written.map((one) => [one.layerId, one.key, one.source, one.gameId, one.hash, one.line, one.marks]),
      replacing(['key'], COLUMNS),
    );
    await insertMarks(own, written);
    const heads = [...moved].map((key) => headOf(key) as Head);
    if (heads.length > 0) await own.run(MOVE, [heads.map(({ key }) => key), heads.map(({ gameId }) => gameId)]);
  }
}

const COLUMNS = ['layer_id', 'key', 'source', 'game_id', 'hash', 'line', 'marks'] as const;
const LAYER = 'key, source, game_id AS "gameId", hash, line';

const DROP_MARKS = `
  DELETE FROM marks USING (
    SELECT layer_id, jsonb_array_elements_text(marks::jsonb) AS mark FROM layers WHERE key = ANY($1)
  ) AS old
  WHERE marks.mark = old.mark AND marks.layer_id = old.layer_id`;

const MOVE = `
  UPDATE layers SET game_id = moved.game_id FROM unnest($1::text[], $2::bigint[]) AS moved (key, game_id)
  WHERE layers.key = moved.key`;

const BY_MARKS = `
  SELECT wanted.mark, layers.key, source, game_id AS "gameId"
  FROM unnest($1::text[]) AS wanted (mark)
  CROSS JOIN LATERAL (
    SELECT layer_id FROM marks WHERE marks.mark = wanted.mark ORDER BY layer_id LIMIT ${MOST_OF_MARK}
  ) AS found
  JOIN layers ON layers.layer_id = found.layer_id
  ORDER BY wanted.mark COLLATE "C", layers.key`;

function noChanges(): Changes {
  return {
    put: new Set(),
    moved: new Set(),
    removed: new Set(),
    replaced: new Set(),
    games: new Set(),
    characters: 0,
  };
}

function toHead(head: Head | undefined): LayerHead | undefined {
  return head && { key: head.key, source: head.source, gameId: head.gameId, hash: head.hash };
}

async function insertMarks(connection: Connection, layers: readonly (Head & Body)[]): Promise<void> {
  const [marks, ids]: [string[], number[]] = [[], []];
  for (const layer of layers) {
    for (const mark of JSON.parse(layer.marks) as string[]) {
      marks.push(mark);
      ids.push(layer.layerId);
    }
  }
  for (let from = 0; from < marks.length; from += MARKS_AT_ONCE)
    await connection.run('INSERT INTO marks SELECT * FROM unnest($1::text[], $2::bigint[]) ON CONFLICT DO NOTHING', [
      marks.slice(from, from + MARKS_AT_ONCE),
      ids.slice(from, from + MARKS_AT_ONCE),
    ]);
}

async function* readMarks(connection: Connection, exceptSources: readonly string[]) {
  for (let last = 0; ; ) {
    const rows = await connection.queryArrays<[layerId: number, marks: string]>({
      text: `SELECT layer_id, marks FROM layers WHERE layer_id > $1 AND source <> ALL($2) ORDER BY layer_id LIMIT $3`,
      values: [last, exceptSources, LAYERS_AT_ONCE],
    });
    for (const [, marks] of rows) yield JSON.parse(marks) as string[];
    if (rows.length < LAYERS_AT_ONCE) return;
    last = rows.at(-1)?.[0] as number;
  }
}

/** Heads apart from bodies: a source that is loaded again asks for the heads of all its layers, and for few of the rest. */
function openLayerPages(
  connection: Connection,
  isPending: (key: string) => boolean,
  isPendingGame: (gameId: number) => boolean,
) {
  const byKey = <V>(columns: string, toValue: (row: never) => V, mostLimit: number, most: number) =>
    openPages<string, V>({
      read: async (from, limit) => {
        const rows = await connection.query<{ key: string }>({
          text: `SELECT ${columns} FROM layers WHERE key >= $1 ORDER BY key LIMIT $2`,
          values: [from, limit],
        });
        const found = rows.map((row): [string, V] => [row.key, toValue(row as never)]);
        return { rows: found, to: rows.length < limit ? undefined : rows.at(-1)?.key };
      },
      compare: compareTexts,
      isPending,
      firstLimit: 16,
      mostLimit,
      most,
    });
  return {
    heads: byKey('key, source, game_id AS "gameId", hash, layer_id AS "layerId"', (row) => row as Head, 4000, 100_000),
    bodies: byKey('key, line, marks', ({ line, marks }: Body & { key: string }) => ({ line, marks }), 500, 5000),
    byGame: openPages<number, Layer[]>({
      read: async (from, limit) => {
        const rows = await connection.query<Layer>({
          text: `SELECT ${LAYER} FROM layers WHERE game_id >= $1 AND game_id < $2 ORDER BY game_id, key`,
          values: [from, from + limit],
        });
        return { rows: [...Map.groupBy(rows, ({ gameId }) => gameId as number)], to: from + limit - 1 };
      },
      compare: compareNumbers,
      isPending: isPendingGame,
      firstLimit: 16,
      mostLimit: 500,
      most: 2000,
    }),
  };
}
