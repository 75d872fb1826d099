import { listBits, newBits, setBits, sortByRanks } from '../snapshot/sorted-lists.ts';
import { HIGHEST, LOWEST, type TitleMatches } from './title-matches.ts';

/** The first matches are compared with the text again, letter by letter. */
const COMPARED = 20;

/** Games with their points, best first. Of those with equal points, the smaller position is first. */
export interface RankedMatches {
  positions: Uint32Array;
  points: Uint32Array;
}

/** Ends the search: the games by their points. `compareAll` gives more points to some of the first ones. */
export function rankMatches(
  matches: TitleMatches,
  compareAll: (positions: Uint32Array) => (position: number) => number,
  limit = Infinity,
): RankedMatches {
  const { points } = matches;
  const found = inOrder(matches);
  const ranks = new Uint32Array(found.length);
  for (let i = 0; i < ranks.length; i++) ranks[i] = HIGHEST - LOWEST - (points[found[i] as number] as number);
  const ranked = sortByRanks(found, ranks, HIGHEST - LOWEST);
  const ownPoints = new Uint32Array(ranked.length);
  for (let i = 0; i < ownPoints.length; i++) ownPoints[i] = points[ranked[i] as number] as number;
  const compared = ranked.slice(0, COMPARED);
  const compare = compareAll(compared);
  const first = Array.from(compared, (position, i) => ({
    position,
    points: (ownPoints[i] as number) + compare(position),
  }));
  first.sort((a, b) => b.points - a.points || a.position - b.position);
  first.forEach((one, i) => {
    ranked[i] = one.position;
    ownPoints[i] = one.points;
  });
  for (const position of matches.games) points[position] = 0;
  // Not views, which would keep all games in memory.
  const [positions, kept] =
    ranked.length > limit ? [ranked.slice(0, limit), ownPoints.slice(0, limit)] : [ranked, ownPoints];
  return { positions, points: kept };
}

/** The positions, ascending: a bitmap takes less time than sorting. */
function inOrder({ games, searchable }: TitleMatches): Uint32Array {
  const bits = newBits(searchable.notability.length);
  setBits(bits, Uint32Array.from(games));
  return listBits(bits, games.length);
}
