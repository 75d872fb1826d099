import type { GameLine } from '../../bundle/lines.ts';
import type { CatalogReader, CatalogWriter } from '../../store/catalog/writer.ts';
import type { Alias, Layer } from '../../store/catalog-rows.ts';
import { createsGames, type LayerLine, listKeys, parseLayer } from '../load/layer-line.ts';

export type Affected = Set<number>;

type Placed = Pick<GameLine, 'key' | 'members' | 'enriches'> & { gameId: number | null };

export async function attach(writer: CatalogWriter, layer: Placed, gameId: number, affected: Affected): Promise<void> {
  affected.add(gameId);
  await revive(writer, gameId, affected);
  if (layer.gameId !== gameId) await writer.setGame(layer.key, gameId);
  for (const key of listKeys(layer)) {
    const bound = await findBound(writer, key);
    if (bound !== gameId) await writer.bindKey('game', key, gameId, undefined, !layer.enriches);
  }
}

/**
 * Separates a game that was merged by matching again: it gets back the layers whose keys are bound to it. Members of the
 * layers that stay are bound to their game, so that their bindings agree with it.
 */
async function revive(writer: CatalogWriter, gameId: number, affected: Affected): Promise<void> {
  const alias = await writer.findAlias(gameId);
  if (alias?.cause !== 'match') return;
  const targetId = await followAliases(writer, alias.targetId);
  await writer.removeAlias(gameId);
  affected.add(targetId);
  const isBound = async (key: string) => (await writer.findBinding(key))?.id === gameId;
  for (const layer of await writer.listLayers(targetId)) {
    if (await isBound(layer.key)) await writer.setGame(layer.key, gameId);
    else
      for (const key of listKeys(parseLayer(layer)))
        if (await isBound(key)) await writer.bindKey('game', key, targetId);
  }
}

/** Merges games: the lowest id gets all layers, and the other ids become aliases of it. */
export async function mergeGames(
  writer: CatalogWriter,
  ids: readonly number[],
  cause: Alias['cause'],
  affected: Affected,
): Promise<number> {
  const targetId = Math.min(...ids);
  affected.add(targetId);
  for (const gameId of new Set(ids)) {
    if (gameId === targetId) continue;
    affected.add(gameId);
    for (const { key } of await writer.listHeads(gameId)) await writer.setGame(key, targetId);
    await writer.putAlias({ gameId, targetId, cause });
  }
  return targetId;
}

export async function followAliases(
  writer: Pick<CatalogWriter, 'findAlias'>,
  gameId: number,
  causes: readonly Alias['cause'][] = ['match', 'correction'],
): Promise<number> {
  const alias = await writer.findAlias(gameId);
  return alias && causes.includes(alias.cause) ? followAliases(writer, alias.targetId, causes) : gameId;
}

/** The game that an id was merged into by matching. Merges by corrections are not followed: they can be undone. */
export function followMatches(writer: Pick<CatalogWriter, 'findAlias'>, gameId: number): Promise<number> {
  return followAliases(writer, gameId, ['match']);
}

/** The line of a layer that is there. */
export async function readLine(writer: CatalogReader, key: string): Promise<LayerLine> {
  return parseLayer((await writer.findLayer(key)) as Layer);
}

/** The game that a key is bound to, as matching sees it. */
export async function findBound(writer: CatalogWriter, key: string): Promise<number | undefined> {
  const bound = await writer.findBinding(key);
  return bound && followMatches(writer, bound.id);
}

/** The same, if a layer founds it. */
export async function findGameOfKey(writer: CatalogWriter, key: string): Promise<number | undefined> {
  const bound = await writer.findBinding(key);
  if (!bound) return undefined;
  const layers = await writer.listHeads(await followAliases(writer, bound.id));
  return layers.some(createsGames) ? followMatches(writer, bound.id) : undefined;
}
