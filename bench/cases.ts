import type { GameBrief } from '../src/catalog/model/resources.ts';
import type { Facts } from './facts.ts';
import type { KeyName } from './servers.ts';

/** A request that is compared with the ceiling. */
export interface Case {
  name: string;
  /** The same for every i, or another one that was never asked before. */
  path(i: number): string;
  headers?: Record<string, string>;
  status?: number;
  /** Unlimited unless said. */
  key?: KeyName | 'none' | 'unknown';
  isCold?: true;
  /** The ratio to reach. */
  target?: number;
  /** The CPU time to reach. */
  targetUs?: number;
}

const SMALL = 1.5;
const LARGE = 1.2;
/** Of lists of the site. */
const SORTS = ['notable', 'title', 'oldest', 'newest', 'changed'];

export function listCases(
  { total, games, briefs, gamePaths, platforms, genres, needles }: Facts,
  thumbnail: string,
): Case[] {
  const [game] = games;
  const id = game?.game_id;
  const onPlatform = `/v1/games/${id}/platforms/${game?.platforms[0]?.platform_id}`;
  const deep = Math.floor(total * 0.96);
  const covers = games.map(({ sample_cover }) => new URL(sample_cover?.thumbnail_image ?? '/', 'http://x'));
  const drawn = covers.find(({ pathname }) => pathname.startsWith('/covers/'));
  const allNeedles = Object.values(needles).flat();
  // The site shows 50 games a page, and hides some kinds.
  const pages = Math.floor(total / 100);
  const word = encodeURIComponent(needles[5]?.[0] ?? 'a');
  const page = (name: string, path: string, isLarge: boolean): Case => ({
    name,
    path: () => path,
    target: isLarge ? LARGE : SMALL,
  });
  return [
    { ...page('one game', `/v1/games/${id}`, false) },
    { ...page('one game, counted key', `/v1/games/${id}`, false), key: 'counted' },
    { ...page('one game, zstd', `/v1/games/${id}`, false), headers: { 'accept-encoding': 'zstd' } },
    { ...page('one game, brief', `/v1/games/${id}?format=brief`, false) },
    page('one game, id', `/v1/games/${id}?format=id`, false),
    { ...page('304', `/v1/games/${id}`, false), status: 304 },
    { ...page('401, no key', `/v1/games/${id}`, false), key: 'none', status: 401 },
    { ...page('401, unknown key', `/v1/games/${id}`, false), key: 'unknown', status: 401 },
    { ...page('429', `/v1/games/${id}`, false), key: 'usedUp', status: 429 },
    { ...page('404', '/v1/games/999999999', false), status: 404 },
    page('platforms of a game', `/v1/games/${id}/platforms`, false),
    page('details', onPlatform, false),
    page('screenshots', `${onPlatform}/screenshots`, false),
    page('covers', `${onPlatform}/covers`, false),
    page('platforms', '/v1/platforms', false),
    page('genres', '/v1/genres', false),
    page('100 games, normal', '/v1/games', true),
    { ...page('100 games, normal, zstd', '/v1/games', false), headers: { 'accept-encoding': 'zstd' } },
    { ...page('100 games, normal, gzip', '/v1/games', false), headers: { 'accept-encoding': 'gzip' } },
    { ...page('100 games, normal, br', '/v1/games', false), headers: { 'accept-encoding': 'br' } },
    page('100 games by title, normal', '/v1/games?sort=title', true),
    page('100 games by notability, brief', '/v1/games?sort=-notability&format=brief', false),
    page('100 games, brief', '/v1/games?format=brief', false),
    page('100 games, id', '/v1/games?format=id', false),
    { ...page('100 games, deep, normal', `/v1/games?offset=${deep}`, true) },
    { ...page('one platform, normal', `/v1/games?platform=${platforms[0]}`, true) },
    page('platform and genre, normal', `/v1/games?platform=${platforms[0]}&genre=${genres[0]}`, true),
    { ...page('title, normal', `/v1/games?title=${word}`, true) },
    { ...page('title, brief', `/v1/games?title=${word}&format=brief`, false) },
    page('search, brief', `/v1/games/search?q=${word}&format=brief`, false),
    page('suggest', `/v1/suggest?q=${word}`, false),
    page('include everything, 10 games', '/v1/games?limit=10&include=details,covers,screenshots,groups', false),
    page('changes', '/v1/changes', false),
    coldPage('100 games, brief, cold', 'brief', total, 3),
    coldPage('100 games, id, cold', 'id', total, 3),
    coldPage('100 games, normal, cold', 'normal', total, 4),
    coldWithEverything(total),
    ...scans(briefs, platforms),
    { ...page('drawn cover, small', `${drawn?.pathname}${drawn?.search}`, false), key: 'none' },
    { ...page('thumbnail', thumbnail, false), key: 'none' },
    ...sitePages('site: one game', (i) => itemAt(gamePaths, i), 300, 2000),
    ...sitePages(
      'site: list',
      (i) => `/games?sort=${itemAt(SORTS, Math.floor(i / pages))}&page=${(i % pages) + 1}`,
      1000,
      2000,
    ),
    ...sitePages('site: search', (i) => `/games?title=${encodeURIComponent(itemAt(allNeedles, i))}`, 2000, 4000),
    // Pages are kept by their URL.
    ...sitePages('site: home', (i) => (i === 0 ? '/' : `/?${i}`), 1000, 4000),
  ];
}

/** What programs send that look up each file of a library once: every request is another one. */
function scans(briefs: Facts['briefs'], [platform]: Facts['platforms']): Case[] {
  const paths = {
    'one game, each another': ({ game_id }: GameBrief) => `/v1/games/${game_id}?format=normal`,
    'title, each another': ({ title }: GameBrief) => `/v1/games?title=${encodeURIComponent(title)}`,
    'title and platform, each another': ({ title }: GameBrief) =>
      `/v1/games?platform=${platform}&title=${encodeURIComponent(title)}`,
    'search, each another': ({ title }: GameBrief) => `/v1/games/search?q=${encodeURIComponent(title)}&limit=10`,
  };
  // A fast machine asks for all of them in a measurement, and then for the same in other words.
  const again = (i: number) => '&'.repeat(Math.floor(i / briefs.length));
  return Object.entries(paths).map(([name, path]) => ({
    name,
    path: (i) => path(itemAt(briefs, i)) + again(i),
    isCold: true,
    target: 2.5,
  }));
}

/** The first of these pages again and again, and all of them in turn, without an account. */
function sitePages(name: string, path: (i: number) => string, us: number, coldUs: number): Case[] {
  return [
    { name, path: () => path(0), key: 'none', targetUs: us },
    { name: `${name}, cold`, path, key: 'none', isCold: true, targetUs: coldUs },
  ];
}

function itemAt<T>(list: readonly T[], i: number): T {
  return list[i % list.length] as T;
}

/** Every request is another page of the whole catalog, so that nothing is kept. When there are no more offsets, pages get shorter. */
function coldPage(name: string, format: string, total: number, target: number): Case {
  return { name, path: (i) => pathOfPage(i, total, `format=${format}`), isCold: true, target };
}

function coldWithEverything(total: number): Case {
  const output = 'include=details,covers,screenshots,groups,companies,ids';
  const path = (i: number) => pathOfPage(i, total, output);
  return { name: '100 games, include everything, cold', path, isCold: true, targetUs: 5000 };
}

function pathOfPage(i: number, total: number, output: string): string {
  const offsets = total - 100;
  return `/v1/games?${output}&offset=${(i * 97) % offsets}&limit=${100 - Math.floor(i / offsets)}`;
}
