import type { Game, GameBrief } from '../src/catalog/model/resources.ts';

/** Facts about the catalog under test, read through its API. */
export interface Facts {
  total: number;
  /** Games with releases from the whole catalog. */
  games: Pick<Game, 'game_id' | 'platforms' | 'sample_cover'>[];
  /** More than are asked for in a measurement. */
  briefs: GameBrief[];
  /** Their pages on the site. */
  gamePaths: string[];
  /** Ids by the number of games, most first. */
  platforms: number[];
  genres: number[];
  needles: Needles;
}

const TITLE_PAGES = 200;
const GAME_PAGES = 20;

export async function readFacts(port: number, key: string): Promise<Facts> {
  const get = (path: string) => fetchJson(port, key, path);
  const { total } = await get('/games?format=id&limit=1');
  const briefs = await readPages<GameBrief>(get, total, 'brief', TITLE_PAGES);
  const games = await readPages<Game>(get, total, 'normal', GAME_PAGES);
  return {
    total,
    games: games.filter((game) => game.platforms.length > 0),
    briefs,
    gamePaths: briefs.map(({ catalog_url }) => new URL(catalog_url).pathname),
    platforms: rank(games.flatMap((game) => game.platforms.map(({ platform_id }) => platform_id))),
    genres: rank(games.flatMap((game) => game.genres.map(({ genre_id }) => genre_id))),
    needles: listNeedles(briefs.map(({ title }) => title)),
  };
}

type Get = (path: string) => ReturnType<typeof fetchJson>;

/** Pages evenly spaced over the catalog. */
async function readPages<T>(get: Get, total: number, format: string, pages: number): Promise<T[]> {
  const games: T[] = [];
  const step = Math.max(100, Math.floor(total / pages));
  for (let offset = 0; offset < total; offset += step) {
    const { body } = await get(`/games?format=${format}&offset=${offset}`);
    games.push(...(body.games as T[]));
  }
  return games;
}

function rank(ids: readonly number[]): number[] {
  const counts = new Map<number, number>();
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1);
  return [...counts].toSorted((a, b) => b[1] - a[1] || a[0] - b[0]).map(([id]) => id);
}

async function fetchJson(port: number, key: string, path: string) {
  const response = await fetch(`http://127.0.0.1:${port}/v1${path}`, { headers: { 'x-api-key': key } });
  if (response.status !== 200) throw new Error(`${path} returned ${response.status}`);
  const body = (await response.json()) as Record<string, unknown[]>;
  return { total: Number(response.headers.get('total-count')), body };
}

/** The most frequent parts of titles, by their length. */
export type Needles = Record<number, string[]>;

const LENGTHS = [1, 2, 3, 5, 10];
const COUNT = 400;

export function listNeedles(titles: readonly string[]): Needles {
  return Object.fromEntries(LENGTHS.map((length) => [length, rankParts(titles, length).slice(0, COUNT)]));
}

/** All substrings of this length by frequency, without leading or trailing spaces. */
function rankParts(titles: readonly string[], length: number): string[] {
  const counts = new Map<string, number>();
  for (const title of titles) {
    const characters = Array.from(title.toLowerCase());
    const parts = new Set(characters.slice(length - 1).map((_, i) => characters.slice(i, i + length).join('')));
    for (const part of parts) if (part.trim() === part) counts.set(part, (counts.get(part) ?? 0) + 1);
  }
  return [...counts].toSorted((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).map(([part]) => part);
}
