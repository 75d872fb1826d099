import { seededRandom } from '../src/catalog/search/random.ts';
import type { Facts } from './facts.ts';

/** A kind of request: another page, search text or game for every i. */
type Kind = [weight: number, path: (i: number) => string];

const PAGE = 100;
const LENGTH = 5000;
/** Distinct requests of one kind. The first ones are far more frequent (Zipf), like popular games. */
const VARIETY = 2000;

/** Calls of ordinary programs, in a random order that is always the same. */
export function mixPaths(facts: Facts): string[] {
  const random = seededRandom(1);
  const kinds = [...lists(facts), ...singleGames(facts)];
  const weighted = kinds.flatMap(([weight, path]) => Array.from({ length: weight }, () => path));
  return Array.from({ length: LENGTH }, () => {
    const path = at(weighted, Math.floor(random() * weighted.length));
    return `/v1${path(Math.floor(random() ** 3 * VARIETY))}`;
  });
}

function lists({ total, platforms, genres, needles }: Facts): Kind[] {
  const page = (i: number) => `offset=${(i * PAGE) % total}`;
  const titled = (needlesOfLength: string[] | undefined, i: number) =>
    `title=${encodeURIComponent(at(needlesOfLength ?? [], i))}`;
  const anyOfFive = (i: number) => [0, 1, 2, 3, 4].map((step) => `platform=${at(platforms, (i + step * 7) % 40)}`);
  const ids = (i: number) => Array.from({ length: PAGE }, (_, n) => `id=${1 + ((i * 7919 + n * 2477) % total)}`);
  return [
    [5, (i) => `/games?${page(i)}`],
    [5, (i) => `/games?format=brief&${page(i)}`],
    [8, (i) => `/games?platform=${at(platforms, 0)}&offset=${i * PAGE}`],
    [5, (i) => `/games?platform=${at(platforms, i % 5)}&genre=${at(genres, i % 20)}&genre=${at(genres, 20 + i)}`],
    [3, (i) => `/games?match=any&${anyOfFive(i).join('&')}&offset=${Math.floor(i / 40) * PAGE}`],
    [10, (i) => `/games?${titled(needles[5], i)}`],
    [10, (i) => `/games?${titled(needles[10], i)}`],
    [5, (i) => `/games?${titled(needles[3], i)}&platform=${at(platforms, 0)}`],
    [2, (i) => `/games?${ids(i).join('&')}`],
    [2, (i) => `/games/recent?offset=${i * PAGE}`],
    [2, (i) => `/games/random?format=normal&limit=${PAGE - (i % 50)}`],
    [1, (i) => `/groups?offset=${i * PAGE}`],
    [1, () => '/genres'],
    [1, () => '/platforms'],
  ];
}

function singleGames({ games }: Facts): Kind[] {
  const game = (i: number) => `/games/${at(games, i).game_id}`;
  const onPlatform = (i: number) => `${game(i)}/platforms/${at(games, i).platforms[0]?.platform_id}`;
  return [
    [30, game],
    [3, (i) => `${game(i)}/platforms`],
    [8, onPlatform],
    [5, (i) => `${onPlatform(i)}/screenshots`],
    [4, (i) => `${onPlatform(i)}/covers`],
  ];
}

function at<T>(list: readonly T[], i: number): T {
  return list[i % list.length] as T;
}
