import type { Facts } from '../facts.ts';

/** A request that is compared with the ceiling. */
export interface Case {
  name: string;
  /** The same for every i, or another one that was never asked before. */
  path(i: number): string;
  headers?: Record<string, string>;
  status?: number;
  /** Without a key, or with an unknown one. */
  key?: 'none' | 'unknown';
  isCold?: true;
  /** The ratio to reach. */
  target: number;
}

const SMALL = 1.5;
const LARGE = 1.2;

export function listCases({ total, games, platforms, genres, needles }: Facts): Case[] {
  const [game] = games;
  const id = game?.game_id;
  const onPlatform = `/v1/games/${id}/platforms/${game?.platforms[0]?.platform_id}`;
  const deep = Math.floor(total * 0.96);
  const word = encodeURIComponent(needles.common[5]?.[0] ?? 'a');
  const page = (name: string, path: string, isLarge: boolean): Case => ({
    name,
    path: () => path,
    target: isLarge ? LARGE : SMALL,
  });
  return [
    page('one game', `/v1/games/${id}`, false),
    { ...page('one game, zstd', `/v1/games/${id}`, false), headers: { 'accept-encoding': 'zstd' } },
    page('one game, brief', `/v1/games/${id}?format=brief`, false),
    page('one game, id', `/v1/games/${id}?format=id`, false),
    { ...page('304', `/v1/games/${id}`, false), status: 304 },
    { ...page('401, no key', `/v1/games/${id}`, false), key: 'none', status: 401 },
    { ...page('401, unknown key', `/v1/games/${id}`, false), key: 'unknown', status: 401 },
    { ...page('404', '/v1/games/999999999', false), status: 404 },
    page('platforms of a game', `/v1/games/${id}/platforms`, false),
    page('details', onPlatform, false),
    page('screenshots', `${onPlatform}/screenshots`, false),
    page('covers', `${onPlatform}/covers`, false),
    page('platforms', '/v1/platforms', false),
    page('genres', '/v1/genres', false),
    page('100 games, normal', '/v1/games', true),
    { ...page('100 games, normal, zstd', '/v1/games', false), headers: { 'accept-encoding': 'zstd' } },
    page('100 games, brief', '/v1/games?format=brief', false),
    page('100 games, id', '/v1/games?format=id', false),
    page('100 games, deep, normal', `/v1/games?offset=${deep}`, true),
    page('one platform, normal', `/v1/games?platform=${platforms[0]}`, true),
    page('platform and genre, normal', `/v1/games?platform=${platforms[0]}&genre=${genres[0]}`, true),
    page('title, normal', `/v1/games?title=${word}`, true),
    page('title, brief', `/v1/games?title=${word}&format=brief`, false),
    page('search, brief', `/v1/games/search?q=${word}&format=brief`, false),
    page('suggest', `/v1/suggest?q=${word}`, false),
    page('include everything, 10 games', '/v1/games?limit=10&include=details,covers,screenshots,groups', false),
    page('changes', '/v1/changes', false),
    coldPage('100 games, brief, cold', 'brief', total, 3),
    coldPage('100 games, id, cold', 'id', total, 3),
    coldPage('100 games, normal, cold', 'normal', total, 4),
  ];
}

/** Every request is another page of the whole catalog, so that nothing is kept. */
function coldPage(name: string, format: string, total: number, target: number): Case {
  return { name, path: (i) => `/v1/games?format=${format}&offset=${(i * 97) % (total - 100)}`, isCold: true, target };
}
