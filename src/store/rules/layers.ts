import type { CatalogPort } from '../catalog-port.ts';
import type { LayerHead, LayerWriter } from '../catalog-store.ts';
import type { WriteContext } from './write-context.ts';

const LAYERS_AT_ONCE = 10_000;
const LAYER = ['key', 'source', 'gameId', 'hash', 'line'] as const;

export function layerWriter({ port, highest, undo }: WriteContext): LayerWriter {
  const findHead = port.prepareFind('layers', ['key', 'source', 'gameId', 'hash', 'layerId']);
  const find = port.prepareFind('layers', [...LAYER, 'marks']);
  const listOfGame = port.prepareList('layers', 'gameId', LAYER);
  let lastId = highest.layerId;
  const marksOf = async (key: string): Promise<string[]> => JSON.parse((await find(key))?.marks ?? '[]');
  return {
    findHead: async (key) => toHead(await findHead(key)),
    findLayer: async (key) => {
      const found = await find(key);
      return found && { ...found, marks: JSON.parse(found.marks) };
    },
    putLayer: async ({ key, source, gameId, hash, line }, marks) => {
      const before = await findHead(key);
      await undo.saveLayer(before);
      const layerId = before?.layerId ?? ++lastId;
      await replaceMarks(port, layerId, before ? await marksOf(key) : [], marks);
      const row = { key, layerId, source, gameId, hash, line, marks: JSON.stringify(marks) };
      await port.upsert('layers', row, before);
    },
    setGame: async (key, gameId) => {
      const before = await findHead(key);
      await undo.saveLayer(before);
      if (before) await port.update('layers', before, { gameId });
    },
    removeLayer: async (key) => {
      const before = await findHead(key);
      await undo.saveLayer(before);
      if (!before) return;
      await replaceMarks(port, before.layerId, await marksOf(key), []);
      await port.delete('layers', before);
    },
    listKeys: async (source) => {
      const keys = port.db.selectFrom('layers').select('key').where('source', '=', source);
      return (await keys.orderBy('key').execute()).map(({ key }) => key);
    },
    listLayers: (gameId) =>
      gameId === null
        ? port.db.selectFrom('layers').select(LAYER).where('gameId', 'is', null).orderBy('key').execute()
        : listOfGame(gameId),
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

function toHead(found: LayerHead | undefined): LayerHead | undefined {
  return found && { key: found.key, source: found.source, gameId: found.gameId, hash: found.hash };
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
