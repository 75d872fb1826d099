import type { CatalogPort } from '../catalog-port.ts';
import type { Layer, LayerHead } from '../catalog-rows.ts';
import { listIndexed } from '../dumps.ts';
import { toSnakeCase } from '../sql.ts';
import type { WriteContext } from './write-context.ts';

const LAYERS_AT_ONCE = 10_000;
const HEAD = ['key', 'source', 'gameId', 'hash', 'enriches'] as const;
const LAYER = [...HEAD, 'line'] as const;
/** As `JSON.stringify` writes it. No other field has this name, and quotes in texts are escaped. */
const ENRICHES = '"enriches":true';

export function layerWriter({ port, highest, undo, bundles, markChanged }: WriteContext) {
  const findHead = port.prepareFind('layers', [...HEAD, 'layerId']);
  const find = port.prepareFind('layers', [...LAYER, 'marks']);
  const findMarked = port.prepareFind('layers', [...HEAD, 'marks']);
  const findStated = port.prepareFind('layers', ['marks', 'dumps']);
  let lastId = highest.layerId;
  /** The marks and dumps of a stored layer. */
  const readStated = async (key: string): Promise<Stated> => {
    const { marks = '[]', dumps = null } = (await findStated(key)) ?? {};
    return { marks: JSON.parse(marks), dumps };
  };
  const replaceStated = async (layerId: number, before: Stated, after: Stated) => {
    const [marks, wantedMarks] = [new Set(before.marks), new Set(after.marks)];
    for (const mark of marks.difference(wantedMarks)) await port.delete('marks', { mark, layerId });
    for (const mark of wantedMarks.difference(marks)) await port.upsert('marks', { mark, layerId });
    const [hashes, wantedHashes] = [indexedOf(before), indexedOf(after)];
    for (const hash of hashes.difference(wantedHashes)) await port.delete('hashes', { hash, layerId });
    for (const hash of wantedHashes.difference(hashes)) await port.upsert('hashes', { hash, layerId });
    // Readers see dumps, although they are not in the record of the game.
    if (before.dumps !== after.dumps) markChanged();
  };
  return {
    findHead: async (key: string) => toHead(await findHead(key)),
    findLayer: async (key: string) => withMarks(await find(key)),
    findMarked: async (key: string) => withMarks(await findMarked(key)),
    /** The files of the game, as a JSON list. */
    findDumps: async (key: string) => (await readStated(key)).dumps,
    /** Stores what a source says about a game, its marks, and its dumps. */
    putLayer: async (layer: Omit<Layer, 'enriches'>, marks: readonly string[], dumps: string | null = null) => {
      const { key, source, gameId, hash, line } = layer;
      const before = await findHead(key);
      await undo.saveLayer(before);
      for (const changed of [source, before?.source ?? source]) await bundles.forget(changed);
      const layerId = before?.layerId ?? ++lastId;
      await replaceStated(layerId, before ? await readStated(key) : NOTHING, { marks, dumps });
      const enriches = line.includes(ENRICHES) ? 1 : 0;
      const row = { key, layerId, source, gameId, hash, line, marks: JSON.stringify(marks), dumps, enriches };
      await port.upsert('layers', row, before);
    },
    /** Null: the layer is waiting. */
    setGame: async (key: string, gameId: number | null) => {
      const before = await findHead(key);
      await undo.saveLayer(before);
      if (!before) return;
      await port.update('layers', before, { gameId });
      if (before.gameId !== gameId) markChanged();
    },
    removeLayer: async (key: string) => {
      const before = await findHead(key);
      await undo.saveLayer(before);
      if (!before) return;
      await bundles.forget(before.source);
      await replaceStated(before.layerId, await readStated(key), NOTHING);
      await port.delete('layers', before);
    },
    /** In the order of keys. */
    listKeys: async (source: string) => {
      const rows = await port.sql.query<[string]>('SELECT key FROM layers WHERE source = ? ORDER BY key', [source]);
      return rows.map(([key]) => key);
    },
    /** Everything that a source says about games, in the order of keys. */
    listLines: (source: string) => listLines(port, source),
    /** The files of the layers of games, as JSON. */
    listDumped: () => listDumped(port),
    /** In the order of keys. */
    listLayers: port.prepareList('layers', 'gameId', LAYER),
    /** The same without the lines, which are most of a catalog. */
    listHeads: port.prepareList('layers', 'gameId', HEAD),
    /** The layers without a game, in the order of keys, after this key. */
    listWaiting: (after: string, limit: number) => {
      const columns = HEAD.map(toSnakeCase).join(', ');
      const text = `SELECT ${columns}, ${port.sql.text('line')} AS line FROM layers WHERE game_id IS NULL AND key > ? ORDER BY key LIMIT ?`;
      return port.sql.select<Layer>(text, [after, limit]);
    },
    /** The number of waiting layers of these sources. */
    countWaiting: async (sources: readonly string[]) => {
      const text = `SELECT count(*) FROM layers WHERE game_id IS NULL AND ${port.sql.isIn('source', 'text')}`;
      return (await port.sql.query<[number]>(text, [sources]))[0]?.[0] ?? 0;
    },
    /** Visits the marks of every layer. */
    visitMarks: (visit: (marks: readonly string[]) => void) => visitMarks(port, visit),
    findByMarks: port.findByMarks,
  };
}

/** What a layer is found by. */
interface Stated {
  marks: readonly string[];
  dumps: string | null;
}

const NOTHING: Stated = { marks: [], dumps: null };

function indexedOf({ marks, dumps }: Stated): Set<number> {
  return listIndexed(dumps, marks);
}

function withMarks<T extends { marks: string }>(found: T | undefined) {
  return found && { ...found, marks: JSON.parse(found.marks) as string[] };
}

function toHead(found: LayerHead | undefined): LayerHead | undefined {
  if (!found) return undefined;
  const { key, source, gameId, hash, enriches } = found;
  return { key, source, gameId, hash, enriches };
}

type StoredLine = [key: string, gameId: number | null, line: string, dumps: string | null];

const LINES_AT_ONCE = 500;

async function* listLines({ sql }: CatalogPort, source: string): AsyncGenerator<StoredLine> {
  const text = `SELECT key, game_id, ${sql.text('line')}, ${sql.text('dumps')} FROM layers
    WHERE source = ? AND key > ? ORDER BY key LIMIT ${LINES_AT_ONCE}`;
  for (let last = ''; ; ) {
    const rows = await sql.query<StoredLine>(text, [source, last]);
    yield* rows;
    if (rows.length < LINES_AT_ONCE) return;
    last = rows.at(-1)?.[0] as string;
  }
}

async function* listDumped({ sql }: CatalogPort): AsyncGenerator<{ gameId: number; dumps: string }> {
  const text = `SELECT layer_id, game_id, ${sql.text('dumps')} FROM layers
    WHERE dumps IS NOT NULL AND game_id IS NOT NULL AND layer_id > ? ORDER BY layer_id LIMIT ${LINES_AT_ONCE}`;
  for (let last = 0; ; ) {
    const rows = await sql.query<[layerId: number, gameId: number, dumps: string]>(text, [last]);
    for (const [, gameId, dumps] of rows) yield { gameId, dumps };
    if (rows.length < LINES_AT_ONCE) return;
    last = rows.at(-1)?.[0] as number;
  }
}

async function visitMarks({ sql }: CatalogPort, visit: (marks: readonly string[]) => void): Promise<void> {
  for (let last = 0; ; ) {
    const rows = await sql.query<[layerId: number, marks: string]>(
      'SELECT layer_id, marks FROM layers WHERE layer_id > ? ORDER BY layer_id LIMIT ?',
      [last, LAYERS_AT_ONCE],
    );
    for (const [, marks] of rows) visit(JSON.parse(marks));
    if (rows.length < LAYERS_AT_ONCE) return;
    last = rows.at(-1)?.[0] as number;
  }
}
