import type { CatalogWriter } from '../../store/catalog-store.ts';
import { isOfSource } from '../load/layer-line.ts';
import { followMatches } from './aliases.ts';

/** A layer's right to a game id: how many of its keys were bound to it, and since which import. */
export interface Claim {
  /** The id itself, and the game that it stands for since a match merged it. */
  id: number;
  gameId: number;
  votes: number;
  since: number;
  /** Whether the layer's own key is among them, not only members. */
  isOwn: boolean;
}

/** The claims of a layer through its key and those of its members, the strongest first. */
export async function listClaims(
  writer: CatalogWriter,
  key: string,
  members: readonly string[] = [],
): Promise<Claim[]> {
  const claims = new Map<number, Claim>();
  for (const by of new Set([key, ...members])) {
    const bound = await writer.findBinding(by);
    if (!bound) continue;
    const known = claims.get(bound.id);
    const gameId = known?.gameId ?? (await followMatches(writer, bound.id));
    claims.set(bound.id, {
      id: bound.id,
      gameId,
      votes: (known?.votes ?? 0) + 1,
      since: Math.min(known?.since ?? bound.since, bound.since),
      isOwn: known?.isOwn || by === key,
    });
  }
  return [...claims.values()].toSorted(compareClaims);
}

/** The id that an undone import gave to one of these keys, if nothing has it now, else a new id. */
export async function giveId(
  writer: CatalogWriter,
  keys: Iterable<string>,
  taken: ReadonlySet<number> = new Set(),
): Promise<number> {
  for (const key of keys) {
    const id = await writer.findUndoneId(key);
    if (id !== undefined && !taken.has(id) && (await isUnused(writer, id))) return id;
  }
  return writer.nextId('game', 0);
}

async function isUnused(writer: CatalogWriter, id: number): Promise<boolean> {
  return !(await writer.findAlias(id)) && !(await writer.listHeads(id)).some(isOfSource);
}

/** Most keys first, then the older binding, then the layer's own key, then the lower id. */
export function compareClaims(a: Claim, b: Claim): number {
  return b.votes - a.votes || a.since - b.since || Number(b.isOwn) - Number(a.isOwn) || a.id - b.id;
}
