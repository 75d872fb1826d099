import type { Facts } from './facts.ts';

/** One kind of request. */
export interface Kind {
  name: string;
  /** The path of request i: a different page, search text or game for every i. */
  path(i: number): string;
  /** Whether there is only one such request. */
  fixed?: true;
  /** The weight in the mix of requests. */
  weight?: number;
}

const PAGE = 100;
const SITE_PAGE = 50;
const FORMATS = ['normal', 'brief', 'id'] as const;
const EVERYTHING = 'details,covers,screenshots,groups,companies,ids,sources';

/** Every kind of request that is measured. */
export function listKinds(facts: Facts): Kind[] {
  const calls = [wholeCatalog, filters, titles, otherLists, singleGames].flatMap((list) => list(facts));
  return [...calls.map((kind) => ({ ...kind, path: (i: number) => `/v1${kind.path(i)}` })), ...pages(facts)];
}

function wholeCatalog({ total }: Facts): Kind[] {
  const offsets = [0, Math.floor(total * 0.48), Math.floor(total * 0.96)];
  const lists = FORMATS.flatMap((format) =>
    offsets.map((from) => ({
      name: `games, ${format}, offset ${from}`,
      path: (i: number) => `/games?format=${format}&offset=${(from + i * PAGE) % total}`,
      ...(format !== 'id' && from === 0 && { weight: 5 }),
    })),
  );
  const including = ['details', EVERYTHING].map((include) => ({
    name: `games, include ${include === EVERYTHING ? 'everything' : include}`,
    path: (i: number) => `/games?include=${include}&offset=${(i * PAGE) % total}`,
  }));
  return [...lists, ...including];
}

function filters({ platforms, genres, groups }: Facts): Kind[] {
  return [
    { name: 'games, one platform', path: (i) => `/games?platform=${at(platforms, 0)}&offset=${i * PAGE}`, weight: 8 },
    {
      name: 'games, platform and two genres',
      path: (i) => `/games?platform=${at(platforms, i % 5)}&genre=${at(genres, i % 20)}&genre=${at(genres, 20 + i)}`,
      weight: 5,
    },
    {
      name: 'games, platform, genre and group',
      path: (i) => `/games?platform=${at(platforms, i % 5)}&genre=${at(genres, i % 20)}&group=${at(groups, i)}`,
    },
    {
      name: 'games, any of five platforms',
      path: (i) => {
        const five = [0, 1, 2, 3, 4].map((step) => `platform=${at(platforms, (i + step * 7) % 40)}`);
        return `/games?match=any&${five.join('&')}&offset=${Math.floor(i / 40) * PAGE}`;
      },
      weight: 3,
    },
    {
      name: 'games, any of five platforms, id',
      path: (i) =>
        `/games?format=id&match=any&${[0, 1, 2, 3, i + 4].map((n) => `platform=${at(platforms, n)}`).join('&')}`,
    },
  ];
}

function titles({ needles, platforms }: Facts): Kind[] {
  const titled = (needle: string) => `title=${encodeURIComponent(needle)}`;
  const kind = (name: string, list: readonly string[], query = ''): Kind => ({
    name,
    path: (i) => `/games?${titled(at(list, i))}${query}`,
  });
  const groups: [name: string, lists: Record<number, string[]>, lengths: number[]][] = [
    ['common', needles.common, [1, 2, 3, 5, 10]],
    ['rare', needles.rare, [1, 2, 3, 5, 10]],
    ['Japanese', needles.japanese, [1, 2, 3]],
  ];
  return [
    ...groups.flatMap(([name, lists, lengths]) =>
      lengths.map((length) => ({
        ...kind(`title, ${length} ${name}`, lists[length] ?? []),
        ...(length === 5 && { weight: 10 }),
      })),
    ),
    kind('title, 1 common, id', needles.common[1] ?? [], '&format=id'),
    kind('title, 2 common, id', needles.common[2] ?? [], '&format=id'),
    kind('title, 3 common, id', needles.common[3] ?? [], '&format=id'),
    kind('title, 5 common, brief', needles.common[5] ?? [], '&format=brief'),
    { ...kind('title, 3 common, and platform', needles.common[3] ?? [], `&platform=${platforms[0]}`), weight: 5 },
  ];
}

function otherLists({ total }: Facts): Kind[] {
  const ids = (i: number) => Array.from({ length: PAGE }, (_, n) => 1 + ((i * 7919 + n * 2477) % total));
  return [
    {
      name: 'games, 100 ids',
      path: (i) =>
        `/games?${ids(i)
          .map((id) => `id=${id}`)
          .join('&')}`,
      weight: 2,
    },
    { name: 'recent, normal', path: (i) => `/games/recent?format=normal&offset=${i * PAGE}` },
    { name: 'recent, id', path: (i) => `/games/recent?offset=${i * PAGE}`, weight: 2 },
    { name: 'random, normal', path: (i) => `/games/random?format=normal&limit=${PAGE - (i % 50)}`, weight: 2 },
    { name: 'groups', path: (i) => `/groups?offset=${i * PAGE}`, weight: 1 },
    { name: 'genres', path: () => '/genres', fixed: true, weight: 1 },
    { name: 'platforms', path: () => '/platforms', fixed: true, weight: 1 },
  ];
}

function singleGames({ games }: Facts): Kind[] {
  const game = (i: number) => `/games/${at(games, i).game_id}`;
  const onPlatform = (i: number) => `${game(i)}/platforms/${at(games, i).platforms[0]?.platform_id}`;
  return [
    { name: 'one game', path: game, weight: 30 },
    { name: 'platforms of a game', path: (i) => `${game(i)}/platforms`, weight: 3 },
    { name: 'details', path: onPlatform, weight: 8 },
    { name: 'screenshots', path: (i) => `${onPlatform(i)}/screenshots`, weight: 5 },
    { name: 'covers', path: (i) => `${onPlatform(i)}/covers`, weight: 4 },
  ];
}

/** Pages of the site, which are not part of the mix. */
function pages({ total, games, platforms, needles }: Facts): Kind[] {
  const typed = (list: readonly string[] | undefined) => (i: number) =>
    `/games?${new URLSearchParams({ title: at(list ?? [], i) })}`;
  return [
    { name: 'page: one game', path: (i) => new URL(at(games, i).catalog_url).pathname },
    { name: 'page: first', path: () => '/', fixed: true },
    { name: 'page: games', path: (i) => `/games?page=${1 + (i % Math.floor(total / SITE_PAGE))}` },
    { name: 'page: games of a platform', path: (i) => `/games?platform=${at(platforms, i)}` },
    { name: 'page: search, 3 common', path: typed(needles.common[3]) },
    { name: 'page: search, 10 rare', path: typed(needles.rare[10]) },
    { name: 'suggestions, 2 common', path: (i) => typed(needles.common[2])(i).replace('/games', '/suggest') },
    { name: 'suggestions, 5 common', path: (i) => typed(needles.common[5])(i).replace('/games', '/suggest') },
  ];
}

function at<T>(list: readonly T[], i: number): T {
  return list[i % list.length] as T;
}
