import type { Alias, CatalogWriter } from '../../store/catalog-store.ts';
import { isFounding } from '../load/layer-line.ts';

/** The game that an id was merged into, by any cause. */
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
  return layers.some(isFounding) ? followMatches(writer, bound.id) : undefined;
}
