import { type Catalog, cutPage, fromCache } from '../catalog.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { lowerBound } from '../snapshot/sorted-lists.ts';
import type { OrderName } from '../snapshot/sorted-orders.ts';
import { type Place, sortMatches } from './orders.ts';
import { type GameFilter, matchGames, type SortedGamePage, type SortedPage } from './query.ts';
import { countRanked, type MatchPlace } from './rank-matches.ts';
import { keepMatches, rankedSearch } from './ranked-search.ts';

/** One page of the games that a search text finds and the filter allows. */
export function searchGames(
  catalog: Catalog,
  snapshot: Snapshot,
  text: string,
  filter: GameFilter,
  { sort, ...page }: SortedPage,
): SortedGamePage {
  if (sort === 'best') return searchBest(catalog, snapshot, text, filter, page);
  return cutPage(snapshot, findInOrder(catalog, snapshot, text, filter, sort), { ...page, sort });
}

function findInOrder(catalog: Catalog, snapshot: Snapshot, text: string, filter: GameFilter, sort: OrderName) {
  return fromCache(catalog, snapshot, `search ${sort} ${JSON.stringify([text, filter])}`, () => {
    const { positions } = keepMatches(snapshot, rankedSearch(snapshot, text), matchGames(snapshot, filter));
    return sortMatches(snapshot, positions.toSorted(), sort);
  });
}

/** In the order of relevance. The key of a place is the number of points. */
function searchBest(
  catalog: Catalog,
  snapshot: Snapshot,
  text: string,
  filter: GameFilter,
  { after, offset, limit }: Omit<SortedPage, 'sort'>,
): SortedGamePage {
  const best = findBest(catalog, snapshot, text, filter);
  const passed = after ? countRanked(best.positions, best.points, matchPlace(snapshot, after)) : 0;
  const start = passed + offset;
  const idOf = (position: number) => snapshot.ids[position] as number;
  return {
    total: best.positions.length,
    passed,
    positions: best.positions.subarray(start, start + limit),
    placeAt: (index) => ({
      key: best.points[start + index] as number,
      gameId: idOf(best.positions[start + index] as number),
    }),
  };
}

function findBest(catalog: Catalog, snapshot: Snapshot, text: string, filter: GameFilter) {
  return fromCache(catalog, snapshot, `search ${JSON.stringify([text, filter])}`, () => {
    const found = keepMatches(snapshot, rankedSearch(snapshot, text), matchGames(snapshot, filter));
    return { ...found, byteLength: found.positions.byteLength + found.points.byteLength };
  });
}

/** A game that was removed has the position of the one before it. */
function matchPlace({ ids }: Snapshot, { key, gameId }: Place): MatchPlace {
  return { points: Number(key), position: lowerBound(ids, gameId + 1) - 1 };
}
