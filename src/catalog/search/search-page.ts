import { type Catalog, fromCache } from '../catalog.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { cutPage, inOrder, type SortedGamePage, type SortedPage, sortMatches } from './orders.ts';
import { type GameFilter, matchGames } from './query.ts';
import { keepMatches, rankedSearch } from './ranked-search.ts';

/** One page of the games that a search text finds and the filter allows. The key of a place in the order of relevance is its points. */
export function searchGames(
  catalog: Catalog,
  snapshot: Snapshot,
  text: string,
  filter: GameFilter,
  { sort, ...page }: SortedPage,
): SortedGamePage {
  const find = () => keepMatches(snapshot, rankedSearch(snapshot, text), matchGames(snapshot, filter));
  const name = `search ${sort} ${JSON.stringify([text, filter])}`;
  if (sort === 'best') {
    const { positions, points } = fromCache(catalog, snapshot, name, () => {
      const found = find();
      return { ...found, byteLength: found.positions.byteLength + found.points.byteLength };
    });
    return cutPage(snapshot, { positions, keyAt: (index) => points[index] as number, isDescending: true }, page);
  }
  const sorted = fromCache(catalog, snapshot, name, () => sortMatches(snapshot, find().positions.toSorted(), sort));
  return cutPage(snapshot, inOrder(snapshot, sorted, sort), page);
}
