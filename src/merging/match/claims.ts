import { compareCodePoints } from '../../catalog/model/order.ts';
import type { CatalogWriter } from '../../store/catalog-store.ts';
import type { ChangedLayer } from '../load/layer-changes.ts';
import { isFounding } from '../load/layer-line.ts';

/** A layer's claim to an id: one of its keys was bound to it. */
interface Claim {
  key: string;
  source: string;
  /** The id itself, and the game that it leads to since it was merged. */
  id: number;
  gameId: number;
  /** When the key was bound, and which: the oldest one decides. */
  since: number;
  by: string;
}

/** The claims of these layers through their keys and those of their members. */
export async function listClaims(writer: CatalogWriter, layers: readonly ChangedLayer[]): Promise<Claim[]> {
  const claims: Claim[] = [];
  for (const { key, source, members } of layers) {
    for (const by of new Set([key, ...members])) {
      const bound = await writer.findBinding(by);
      if (!bound) continue;
      const gameId = await followMatches(writer, bound.id);
      claims.push({ key, source, id: bound.id, gameId, since: bound.since, by });
    }
  }
  return claims;
}

/**
 * The ids of each layer. When a source has split a game, its id stays with the layer that holds the oldest of its keys;
 * another one gets back what it had before it was merged, if anything. Layers of different sources share a game.
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
  // Whoever holds the id itself comes before those that were led to it.
  const isLed = ({ id, gameId }: Claim) => Number(id !== gameId);
  for (const { key, source, id, gameId } of [...holders.values()].toSorted((a, b) => isLed(a) - isLed(b))) {
    const name = `${source} ${gameId}`;
    const free = !taken.has(name) || taken.get(name) === key;
    if (free) taken.set(name, key);
    const own = ids.get(key) ?? new Set<number>();
    ids.set(key, own.add(free ? gameId : id));
  }
  return new Map(Array.from(ids, ([key, own]) => [key, [...own]]));
}

function isOlder(a: Claim, b: Claim): boolean {
  if (a.since !== b.since) return a.since < b.since;
  // Brought at once: the layer that the id came with, then the order of keys.
  if ((a.by === a.key) !== (b.by === b.key)) return a.by === a.key;
  return compareCodePoints(a.by, b.by) < 0;
}

/** The game that an id stands for since it was found to be another; what corrections merged is left apart. */
export async function followMatches(writer: CatalogWriter, gameId: number): Promise<number> {
  let at = gameId;
  for (let alias = await writer.findAlias(at); alias?.cause === 'match'; alias = await writer.findAlias(at))
    at = alias.targetId;
  return at;
}

/** The game that answers for an id today, whatever led there. */
export async function followAliases(writer: Pick<CatalogWriter, 'findAlias'>, gameId: number): Promise<number> {
  let at = gameId;
  for (let alias = await writer.findAlias(at); alias; alias = await writer.findAlias(at)) at = alias.targetId;
  return at;
}

/** The game that hangs on a key, as matches have it, if anybody founds it. */
export async function findGameOfKey(writer: CatalogWriter, key: string): Promise<number | undefined> {
  const bound = await writer.findBinding(key);
  if (!bound) return undefined;
  const layers = await writer.listLayers(await followAliases(writer, bound.id));
  return layers.some(isFounding) ? followMatches(writer, bound.id) : undefined;
}
