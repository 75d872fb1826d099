import type { CatalogPort } from '../catalog-port.ts';
import type { LayerHead, LayerWriter } from '../catalog-store.ts';
import { listPrefixes } from '../dumps.ts';
import type { WriteContext } from './write-context.ts';

const LAYERS_AT_ONCE = 10_000;
const HEAD = ['key', 'source', 'gameId', 'hash', 'enriches'] as const;
const LAYER = [...HEAD, 'line'] as const;
/** As `JSON.stringify` writes it. No other field has this name, and quotes in texts are escaped. */
const ENRICHES = '"enriches":true';

export function layerWriter({ port, highest, undo, hashes, markChanged }: WriteContext): LayerWriter {
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
    await replaceMarks(port, layerId, before.marks, after.marks);
    await hashes.replace(layerId, prefixesOf(before), prefixesOf(after));
    // Readers see dumps, although they are not in the record of the game.
    if (!isSame(before.dumps, after.dumps)) markChanged();
  };
  return {
    findHead: async (key) => toHead(await findHead(key)),
    findLayer: async (key) => withMarks(await find(key)),
    findMarked: async (key) => withMarks(await findMarked(key)),
    findDumps: async (key) => (await findStated(key))?.dumps ?? null,
    putLayer: async ({ key, source, gameId, hash, line }, marks, dumps = null) => {
      const before = await findHead(key);
      await undo.saveLayer(before);
      const layerId = before?.layerId ?? ++lastId;
      await replaceStated(layerId, before ? await readStated(key) : NOTHING, { marks, dumps });
      const enriches = line.includes(ENRICHES) ? 1 : 0;
      const row = { key, layerId, source, gameId, hash, line, marks: JSON.stringify(marks), dumps, enriches };
      await port.upsert('layers', row, before);
    },
    setGame: async (key, gameId) => {
      const before = await findHead(key);
      await undo.saveLayer(before);
      if (!before) return;
      await port.update('layers', before, { gameId });
      if (before.gameId !== gameId) markChanged();
    },
    removeLayer: async (key) => {
      const before = await findHead(key);
      await undo.saveLayer(before);
      if (!before) return;
      await replaceStated(before.layerId, await readStated(key), NOTHING);
      await port.delete('layers', before);
    },
    listKeys: async (source) => {
      const keys = port.db.selectFrom('layers').select('key').where('source', '=', source);
      return (await keys.orderBy('key').execute()).map(({ key }) => key);
    },
    listLayers: port.prepareList('layers', 'gameId', LAYER),
    listHeads: port.prepareList('layers', 'gameId', HEAD),
    listWaiting: (after, limit) => {
      const waiting = port.db.selectFrom('layers').select(LAYER).where('gameId', 'is', null);
      return waiting.where('key', '>', after).orderBy('key').limit(limit).execute();
    },
    countWaiting: async (sources) => {
      if (sources.length === 0) return 0;
      const waiting = port.db.selectFrom('layers').where('gameId', 'is', null).where('source', 'in', sources);
      const [row] = await waiting.select(({ fn }) => fn.countAll<number>().as('count')).execute();
      return Number(row?.count ?? 0);
    },
    visitMarks: (exceptSources, visit) => visitMarks(port, exceptSources, visit),
    findByMarks: port.findByMarks,
  };
}

/** What a layer is found by. */
interface Stated {
  marks: readonly string[];
  dumps: Uint8Array | null;
}

const NOTHING: Stated = { marks: [], dumps: null };

function prefixesOf({ marks, dumps }: Stated): Set<string> {
  return listPrefixes(dumps, marks);
}

function isSame(a: Uint8Array | null, b: Uint8Array | null): boolean {
  return a === b || (a !== null && b !== null && Buffer.compare(a, b) === 0);
}

function withMarks<T extends { marks: string }>(found: T | undefined) {
  return found && { ...found, marks: JSON.parse(found.marks) as string[] };
}

function toHead(found: LayerHead | undefined): LayerHead | undefined {
  if (!found) return undefined;
  const { key, source, gameId, hash, enriches } = found;
  return { key, source, gameId, hash, enriches };
}

async function replaceMarks(
  port: CatalogPort,
  layerId: number,
  before: readonly string[],
  after: readonly string[],
): Promise<void> {
  const [old, wanted] = [new Set(before), new Set(after)];
  for (const mark of old) if (!wanted.has(mark)) await port.delete('marks', { mark, layerId });
  const added = [...wanted].filter((mark) => !old.has(mark)).map((mark) => ({ mark, layerId }));
  if (added.length > 0) await port.insert('marks', added);
}

async function visitMarks(
  { db }: CatalogPort,
  exceptSources: readonly string[],
  visit: (marks: readonly string[]) => void,
): Promise<void> {
  for (let last = 0; ; ) {
    const rows = await db
      .selectFrom('layers')
      .select(['layerId', 'marks'])
      .where('layerId', '>', last)
      .$if(exceptSources.length > 0, (layers) => layers.where('source', 'not in', exceptSources))
      .orderBy('layerId')
      .limit(LAYERS_AT_ONCE)
      .execute();
    for (const { marks } of rows) visit(JSON.parse(marks));
    if (rows.length < LAYERS_AT_ONCE) return;
    last = rows.at(-1)?.layerId as number;
  }
}
