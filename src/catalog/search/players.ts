import { hashTerm, TERMS } from '../../store/game-filters.ts';
import type { Play } from '../../store/players.ts';
import { positionsOf, type Snapshot } from '../snapshot/snapshot.ts';
import { intersectAll, union } from '../snapshot/sorted-lists.ts';
import type { GameFilter } from './query.ts';

/** The platforms that the number of players is asked of: all or any of them, or if there are none, any of the game's. */
type OnPlatforms = Pick<GameFilter, 'platform' | 'match'>;

const ANYWHERE: OnPlatforms = { platform: [], match: 'all' };

/** The games for so many players or more, 1: for one player only; or those for players who play together. */
export function gamesForPlay(snapshot: Snapshot, play: Play, { platform, match } = ANYWHERE): Uint32Array {
  const { terms } = snapshot.filters;
  if (platform.length === 0) return positionsOf(terms, hashTerm(TERMS.play(play)));
  const lists = platform.map((id) => positionsOf(terms, hashTerm(TERMS.play(play, id))));
  return match === 'any' ? union(lists, snapshot.ids.length) : intersectAll(lists);
}
