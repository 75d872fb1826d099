import type { CatalogWriter } from '../../store/catalog/writer.ts';
import { followMatches } from './attach.ts';

/** A game that keys of a layer were bound to: how many, and since which import. */
export interface FormerGame {
  /** The id itself, and the game that it stands for since a match merged it. */
  id: number;
  gameId: number;
  votes: number;
  since: number;
  /** Whether the layer's own key is among them, not only members. */
  isOwn: boolean;
}

/** The games that the key of a layer and those of its members are bound to; first the one whose id the layer should get. */
export async function listFormerGames(
  writer: CatalogWriter,
  key: string,
  members: readonly string[] = [],
): Promise<FormerGame[]> {
  const games = new Map<number, FormerGame>();
  for (const by of new Set([key, ...members])) {
    const bound = await writer.findBinding(by);
    if (!bound) continue;
    const known = games.get(bound.id);
    const gameId = known?.gameId ?? (await followMatches(writer, bound.id));
    games.set(bound.id, {
      id: bound.id,
      gameId,
      votes: (known?.votes ?? 0) + 1,
      since: Math.min(known?.since ?? bound.since, bound.since),
      isOwn: known?.isOwn || by === key,
    });
  }
  return [...games.values()].toSorted(compareFormerGames);
}

/** Most keys first, then the older binding, then the layer's own key, then the lower id. */
export function compareFormerGames(a: FormerGame, b: FormerGame): number {
  return b.votes - a.votes || a.since - b.since || Number(b.isOwn) - Number(a.isOwn) || a.id - b.id;
}
