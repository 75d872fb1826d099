import { compare, SAME } from '../../matching/compare.ts';
import { describe, type Evidence, join } from '../../matching/evidence.ts';
import { listMarks } from '../../matching/marks.ts';
import type { CatalogWriter, Layer } from '../../store/catalog-store.ts';
import { CORRECTIONS, isFounding, type LayerLine, parseLayer } from '../load/layer-line.ts';
import { findGameOfKey } from './aliases.ts';
import { findNear } from './find-near.ts';

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
  let most = SAME - 1;
  for (const gameId of await listCandidates(writer, line)) {
    const layers = (await writer.listLayers(gameId)).filter(({ key }) => key !== line.key);
    if (!layers.some(isFounding)) continue;
    const { score } = compare(evidence, describeLayers(layers, vanished));
    if (score > most) [best, most] = [gameId, score];
  }
  return best ?? findNear(writer, line, source);
}

/** Games that share a mark with the line, those with most first. */
async function listCandidates(writer: CatalogWriter, line: LayerLine): Promise<number[]> {
  const counts = new Map<number, number>();
  for (const { key, gameId } of await writer.findByMarks(listMarks(line)))
    if (key !== line.key && gameId !== null) counts.set(gameId, (counts.get(gameId) ?? 0) + 1);
  return [...counts].toSorted((a, b) => b[1] - a[1] || a[0] - b[0]).map(([gameId]) => gameId);
}

/** What all layers of a game say. Layers that are about to be removed may return under other keys. */
export function describeLayers(layers: readonly Layer[], vanished: ReadonlySet<string>): Evidence {
  return layers
    .filter(({ source }) => source !== CORRECTIONS)
    .map((layer) => describe(parseLayer(layer), vanished.has(layer.key) ? undefined : layer.source))
    .reduce(join);
}
