import { getOrInsert } from '../../get-or-insert.ts';
import { hashTerm, TERMS } from '../../store/game-filters.ts';
import { MAX_NOTABILITY } from '../model/notability.ts';
import { positionsOf, type Snapshot } from '../snapshot/snapshot.ts';
import { sortByRanks } from '../snapshot/sorted-lists.ts';
import { markAll } from './facet-counts.ts';

/** What a game loses with each doubling of its platforms, and if it came out earlier on another platform. */
const LOSS = { doubling: 60, port: 150 };
const MAX_LOSS = 1000;

/**
 * The games, which ascend, by how well they are known on these platforms: games that came out there first before ports, and
 * games of a few platforms before those that are everywhere.
 */
export function sortForPlatforms(snapshot: Snapshot, games: Uint32Array, platforms: readonly number[]): Uint32Array {
  const { filters, notability, ids } = snapshot;
  const originals = platforms.map((id) => positionsOf(filters.terms, hashTerm(TERMS.original(id))));
  const isOriginal = markAll(originals, ids.length);
  const numbers = platformNumbers(snapshot);
  const ranks = games.map((position) => {
    const spread = LOSS.doubling * Math.log2(Math.max(1, numbers[position] as number));
    const loss = Math.round(spread) + (isOriginal[position] === 1 ? 0 : LOSS.port);
    return MAX_NOTABILITY - (notability[position] as number) + Math.min(MAX_LOSS, loss);
  });
  return sortByRanks(games, ranks, MAX_NOTABILITY + MAX_LOSS + 1);
}

/** Computed once per snapshot. */
const numbersOf = new WeakMap<Snapshot, Uint16Array>();

/** The number of platforms of each game. */
function platformNumbers(snapshot: Snapshot): Uint16Array {
  return getOrInsert(numbersOf, snapshot, ({ platform, ids }) => {
    const numbers = new Uint16Array(ids.length);
    for (const position of platform.positions) numbers[position] = (numbers[position] as number) + 1;
    return numbers;
  });
}
