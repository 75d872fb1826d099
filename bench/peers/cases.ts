import type { Facts } from '../facts.ts';
import type { PeerName } from '../results.ts';

/** One kind of request in the words of each server: the path of a GET, or a GraphQL query. */
export interface PeerCase {
  name: string;
  /** Every server gets several of them in turn. */
  requests: Record<PeerName, string>[];
}

const PAGE = 100;
const DISTINCT = 20;

/** The fields that `normal` has. */
const GAME = `gameId title catalogUrl alternateTitles description catalogScore numVotes officialUrl sampleCover sampleScreenshots
  gamePlatformsByGameId { nodes { firstReleaseDate platformByPlatformId { platformId platformName } } }
  gameGenresByGameId { nodes { genreByGenreId { genreId genreName genreCategory genreCategoryId } } }`;

export function listPeerCases({ total, games, platforms, needles }: Facts): PeerCase[] {
  const deep = Math.floor(total * 0.96) - DISTINCT;
  return [
    { name: 'one game', requests: games.slice(0, DISTINCT).map(({ game_id }) => oneGame(game_id)) },
    { name: '100 games', requests: numbers(DISTINCT).map((offset) => page(offset)) },
    { name: '100 games, deep', requests: numbers(DISTINCT).map((offset) => page(deep + offset)) },
    { name: 'one platform', requests: platforms.slice(0, DISTINCT).map(onPlatform) },
    { name: 'title', requests: (needles.common[5] ?? []).slice(0, DISTINCT).map(byTitle) },
  ];
}

function numbers(count: number): number[] {
  return Array.from({ length: count }, (_, i) => i);
}

function oneGame(id: number): Record<PeerName, string> {
  return {
    Ludex: `/v1/games/${id}`,
    'json-server': `/games/${id}`,
    PostGraphile: `{ gameByGameId(gameId: ${id}) { ${GAME} } }`,
  };
}

function page(offset: number): Record<PeerName, string> {
  return {
    Ludex: `/v1/games?offset=${offset}`,
    'json-server': `/games?_start=${offset}&_limit=${PAGE}`,
    PostGraphile: `{ allGames(first: ${PAGE}, offset: ${offset}) { nodes { ${GAME} } } }`,
  };
}

function onPlatform(id: number): Record<PeerName, string> {
  return {
    Ludex: `/v1/games?platform=${id}`,
    // Lists are compared as text.
    'json-server': `/games?platform_ids_like=${encodeURIComponent(`(^|,)${id}(,|$)`)}&_limit=${PAGE}`,
    PostGraphile: `{ platformByPlatformId(platformId: ${id}) {
      gamePlatformsByPlatformId(first: ${PAGE}, orderBy: GAME_ID_ASC) { nodes { gameByGameId { ${GAME} } } } } }`,
  };
}

function byTitle(needle: string): Record<PeerName, string> {
  return {
    Ludex: `/v1/games?title=${encodeURIComponent(needle)}`,
    'json-server': `/games?title_like=${encodeURIComponent(needle)}&_limit=${PAGE}`,
    PostGraphile: `{ searchGames(needle: ${JSON.stringify(needle)}, first: ${PAGE}) { nodes { ${GAME} } } }`,
  };
}
