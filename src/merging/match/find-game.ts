import { rankOf } from '../../matching/cluster.ts';
import { compare, SAME } from '../../matching/compare.ts';
import { describe, type Evidence, join } from '../../matching/evidence.ts';
import { listDatabases, listMarks, makerMarks } from '../../matching/marks.ts';
import { NEAR, nearness } from '../../matching/near-titles.ts';
import type { CatalogReader, CatalogWriter } from '../../store/catalog/writer.ts';
import type { Layer } from '../../store/catalog-rows.ts';
import { CORRECTIONS, createsGames, type LayerLine, parseLayer } from '../load/layer-line.ts';
import { findGameOfKey } from './attach.ts';

/**
 * The game that an enriching line is about, if there is one: that it names by key, that is most like it, or that has a
 * similar title and the same maker.
 */
export async function findGame(
  writer: CatalogWriter,
  line: LayerLine,
  source: string,
  vanished: ReadonlySet<string>,
): Promise<number | undefined> {
  for (const key of line.ids?.key ?? []) {
    const gameId = await findGameOfKey(writer, key);
    if (gameId !== undefined) return gameId;
  }
  const evidence = describe(line, source);
  let best: number | undefined;
  let most: number = SAME;
  for (const gameId of await listGames(writer, line.key, listMarks(line))) {
    const layers = (await writer.listLayers(gameId)).filter(({ key }) => key !== line.key);
    if (!layers.some(createsGames)) continue;
    const game = describeLayers(layers, vanished);
    const rank = rankOf(compare(evidence, game), evidence, game);
    if (rank > most) [best, most] = [gameId, rank];
  }
  return best ?? findNear(writer, line, source);
}

/** The games of other lines with one of these marks. */
async function listGames(writer: CatalogWriter, own: string, marks: readonly string[]): Promise<Set<number>> {
  const layers = await writer.findByMarks(marks);
  return new Set(layers.flatMap(({ key, gameId }) => (key !== own && gameId !== null ? [gameId] : [])));
}

export async function describeGame(reader: CatalogReader, gameId: number): Promise<Evidence> {
  return describeLayers(await reader.listLayers(gameId), new Set());
}

/** What all layers of a game say. Layers that are about to be removed may return under other keys. */
export function describeLayers(layers: readonly Layer[], vanished: ReadonlySet<string>): Evidence {
  return layers
    .filter(({ source }) => source !== CORRECTIONS)
    .map((layer) => describe(parseLayer(layer), vanished.has(layer.key) ? undefined : layer.source))
    .reduce(join);
}

/** Between the best title and the next one. */
const MIN_LEAD = 0.1;

/**
 * The game with a similar title that the same company released on the platform in the same year, for a line of a database
 * that has every game once: one that it has under another title is not that game. Romanisations of Japanese titles differ.
 */
async function findNear(writer: CatalogWriter, line: LayerLine, source: string): Promise<number | undefined> {
  if (!isOfDatabase(line)) return undefined;
  const found: { gameId: number; likeness: number }[] = [];
  for (const gameId of await listGames(writer, line.key, makerMarks(line))) {
    const layers = (await writer.listLayers(gameId)).filter((layer) => haveOnePlatform(layer, line));
    if (layers.some((layer) => layer.source === source)) continue;
    const own = layers.filter(createsGames).map(parseLayer);
    found.push({ gameId, likeness: Math.max(0, ...own.map((one) => nearness(line, one))) });
  }
  const [best, next] = found.toSorted((a, b) => b.likeness - a.likeness);
  return best && best.likeness >= Math.max(NEAR, (next?.likeness ?? 0) + MIN_LEAD) ? best.gameId : undefined;
}

/** Whether the line is of a database that has every game once, and names no entry of another source. */
export function isOfDatabase(line: LayerLine): boolean {
  return listDatabases(line).length > 0 && !line.ids?.key;
}

function haveOnePlatform(layer: Layer, { platforms }: LayerLine): boolean {
  const slugs = new Set(platforms.map(({ platform }) => platform));
  return parseLayer(layer).platforms.some(({ platform }) => slugs.has(platform));
}
