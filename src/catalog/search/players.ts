import { hashTerm, type Players, TERMS } from '../../store/game-filters.ts';
import { positionsOf, type Snapshot } from '../snapshot/snapshot.ts';

/** The games for so many players or more; 1: for one player only. */
export function gamesForPlayers({ filters }: Snapshot, players: Players): Uint32Array {
  return positionsOf(filters.terms, hashTerm(TERMS.players(players)));
}
