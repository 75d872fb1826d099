import type { GameLine } from '../../src/bundle/lines.ts';
import type { Random } from '../../src/catalog/search/random.ts';
import { type Entries, number } from './entries.ts';
import { openPlatforms, type WriteGamePlatform } from './game-platforms.ts';
import { writeDescription } from './prose.ts';
import { draw, drawCount, drawDifferent, type Percentiles, pick, zipf } from './random.ts';
import { japaneseTitle, writeTitle } from './titles.ts';

/** Counts and ratings per game: percentiles of published catalogs, or estimates. */
const PLATFORMS: Percentiles = [
  [0, 1],
  [0.75, 1.4],
  [0.9, 2.6],
  [0.99, 7],
  [1, 39],
];
const GENRES: Percentiles = [
  [0, 2],
  [0.5, 5],
  [0.9, 8],
  [0.99, 11],
  [1, 12],
];
const GROUPS: Percentiles = [
  [0, 0],
  [0.5, 0.5],
  [0.9, 2.6],
  [0.99, 10],
  [1, 30],
];
const ALTERNATE_TITLES: Percentiles = [
  [0, 0],
  [0.76, 0.4],
  [0.9, 1],
  [0.99, 3],
  [1, 12],
];
const SCORE: Percentiles = [
  [0, 1],
  [0.1, 5.4],
  [0.5, 7.2],
  [0.9, 8.2],
  [0.99, 9],
  [1, 10],
];
const VOTES: Percentiles = [
  [0, 1],
  [0.5, 5],
  [0.9, 60],
  [0.99, 600],
  [1, 4000],
];
const SHARE_SCORED = 0.4;
const SHARE_DESCRIBED = 0.95;
const SHARE_WITH_URL = 0.2;

/** Games with a shared title take it from a pool. With random duplicates of short titles that makes 11 %. */
const SHARE_FROM_POOL = 0.055;
const POOL_PER_GAME = 0.02;

const ALTERNATE_KINDS = ['Japanese title', 'Working title', 'German title', 'Common short title', 'Re-release title'];

export type WriteGame = (index: number) => GameLine;

/** Generates games with similar structure and distinct content. */
export function openGames(random: Random, entries: Entries, games: number): WriteGame {
  const pool = Array.from({ length: Math.ceil(games * POOL_PER_GAME) }, () => writeTitle(random));
  const genreAt = zipf(entries.genres.length, 1, 6);
  const groupAt = zipf(entries.groups.length, 1.1, 20);
  const writePlatforms: WriteGamePlatform = openPlatforms(random, entries);
  const keys = (list: readonly { key: string }[], count: number, at: (random: Random) => number) =>
    drawDifferent(count, list.length, () => (list[at(random)] as { key: string }).key);

  return (index) => ({
    key: `bench:${number(index)}`,
    title: random() < SHARE_FROM_POOL ? pick(random, pool) : writeTitle(random),
    alternate_titles: alternateTitles(random),
    description: random() < SHARE_DESCRIBED ? writeDescription(random) : null,
    official_url: random() < SHARE_WITH_URL ? `https://game-${index}.example.org/` : null,
    ...score(random),
    genres: keys(entries.genres, drawCount(random, GENRES), genreAt),
    groups: keys(entries.groups, drawCount(random, GROUPS), groupAt),
    platforms: writePlatforms(drawCount(random, PLATFORMS)),
  });
}

function score(random: Random): Pick<GameLine, 'catalog_score' | 'num_votes'> {
  if (random() >= SHARE_SCORED) return { catalog_score: null, num_votes: 0 };
  return { catalog_score: Math.round(draw(random, SCORE) * 10) / 10, num_votes: drawCount(random, VOTES) };
}

function alternateTitles(random: Random): NonNullable<GameLine['alternate_titles']> {
  return Array.from({ length: drawCount(random, ALTERNATE_TITLES) }, () => {
    const description = pick(random, ALTERNATE_KINDS);
    return { title: description.startsWith('Japanese') ? japaneseTitle(random) : writeTitle(random), description };
  });
}
