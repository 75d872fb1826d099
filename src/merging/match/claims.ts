import { compareCodePoints } from '../../catalog/model/order.ts';
import type { Alias, CatalogWriter } from '../../store/catalog-store.ts';
import { type ChangedLayer, isFounding, listKeys } from '../load/layer-line.ts';

/** A layer's claim to an id: one of its keys was bound to it. */
interface Claim {
  key: string;
  source: string;
  id: number;
  /** The game that the id was merged into; else the id itself. */
  gameId: number;
  /** The bound key, and the import that bound it. The oldest binding wins. */
  by: string;
  since: number;
}

/** The claims of these layers by their own keys and those of their members. */
export async function listClaims(writer: CatalogWriter, layers: readonly ChangedLayer[]): Promise<Claim[]> {
  const claims: Claim[] = [];
  for (const layer of layers) {
    for (const by of listKeys(layer)) {
      const bound = await writer.findBinding(by);
      if (!bound) continue;
      const gameId = await followMatches(writer, bound.id);
      claims.push({ key: layer.key, source: layer.source, id: bound.id, gameId, by, since: bound.since });
    }
  }
  return claims;
}

/**
 * The ids of each layer. When a source splits a game, the layer with the oldest of its keys keeps the id. Another layer
 * gets back the id it had before it was merged, if any. Layers of different sources share a game.
 */
export function settleClaims(claims: readonly Claim[]): Map<string, number[]> {
  const holders = new Map<string, Claim>();
  for (const claim of claims) {
    const name = `${claim.source} ${claim.id}`;
    const held = holders.get(name);
    if (!held || isOlder(claim, held)) holders.set(name, claim);
  }
  const taken = new Map<string, string>();
  const ids = new Map<string, Set<number>>();
  // Holders of the id itself come before holders of an alias.
  const isAlias = ({ id, gameId }: Claim) => Number(id !== gameId);
  for (const { key, source, id, gameId } of [...holders.values()].toSorted((a, b) => isAlias(a) - isAlias(b))) {
    const name = `${source} ${gameId}`;
    const isFree = !taken.has(name) || taken.get(name) === key;
    if (isFree) taken.set(name, key);
    const own = ids.get(key) ?? new Set<number>();
    ids.set(key, own.add(isFree ? gameId : id));
  }
  return new Map(Array.from(ids, ([key, own]) => [key, [...own]]));
}

function isOlder(a: Claim, b: Claim): boolean {
  if (a.since !== b.since) return a.since < b.since;
  // Of one import: a layer's own key wins over a member, then the order of keys decides.
  if ((a.by === a.key) !== (b.by === b.key)) return a.by === a.key;
  return compareCodePoints(a.by, b.by) < 0;
}

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
export function followMatches(writer: CatalogWriter, gameId: number): Promise<number> {
  return followAliases(writer, gameId, ['match']);
}

/** The game that a key is bound to, as matching sees it, if a layer founds it. */
export async function findGameOfKey(writer: CatalogWriter, key: string): Promise<number | undefined> {
  const bound = await writer.findBinding(key);
  if (!bound) return undefined;
  const layers = await writer.listLayers(await followAliases(writer, bound.id));
  return layers.some(isFounding) ? followMatches(writer, bound.id) : undefined;
}
