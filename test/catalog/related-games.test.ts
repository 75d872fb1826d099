import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ComparedGame, listSeries, listSimilarGames } from '../../src/catalog/search/related-games.ts';
import { filteredRecord, filteredRelease, snapshotOf as sketch } from '../support/samples/snapshot.ts';

interface Game {
  year?: number;
  platforms?: number[];
  genres?: number[];
  groups?: number[];
  developer?: number;
  kind?: string;
  notability?: number;
}

/** A game's position is its index. */
const snapshotOf = (games: readonly Game[]) => sketch(games.map((game) => ({ ...game, record: recordOf(game) })));

function recordOf({ year, developer, kind }: Game) {
  const companies = developer ? [{ company_id: developer, role: 'Developed by' }] : [];
  const attributes = kind ? [{ attribute_name: kind, attribute_category_name: 'Kind' }] : [];
  const first_release_date = year === undefined ? null : String(year);
  return filteredRecord([{ first_release_date, attributes, releases: [filteredRelease({ companies })] }]);
}

function compared(game: Game, position: number, series: number[] = []): ComparedGame {
  const { platforms = [1], genres = [], groups = [], developer } = game;
  const developers = developer ? [developer] : [];
  return { position, platforms, genres, groups, series, developers, publishers: [] };
}

const OWN: Game = { year: 1990, genres: [1, 2], groups: [5], developer: 7 };
/** Other games, so that no entry is common to all. */
const OTHERS: Game[] = Array.from({ length: 20 }, () => ({ platforms: [9], genres: [9] }));
const similarTo = (games: readonly Game[], limit = 10) =>
  listSimilarGames(snapshotOf([OWN, ...games, ...OTHERS]), compared(OWN, 0), limit);

test('similar games are those that share the most', () => {
  const games: Game[] = [
    { year: 1990 },
    { year: 1990, genres: [1] },
    { year: 1990, genres: [1, 2] },
    { year: 1990, genres: [1, 2], groups: [5] },
    { platforms: [9], genres: [9] },
  ];
  assert.deepEqual(similarTo(games), [4, 3, 2, 1]);
  assert.deepEqual(similarTo(games, 2), [4, 3]);
});

test('a rare genre counts more than a common one', () => {
  const common: Game[] = Array.from({ length: 8 }, () => ({ genres: [1], notability: 1 }));
  const [first] = similarTo([{ genres: [1] }, { genres: [2] }, ...common]);
  assert.equal(first, 2);
});

test('among games that share as much, those of the same years come first, then the best known', () => {
  const games: Game[] = [
    { year: 2010, genres: [1], notability: 1000 },
    { year: 1991, genres: [1], notability: 100 },
    { year: 1991, genres: [1], notability: 900 },
  ];
  assert.deepEqual(similarTo(games), [3, 2, 1]);
});

test('the game itself, other kinds and games of its series are not similar games', () => {
  const games: Game[] = [
    { genres: [1] },
    ...['Pirate', 'Hack', 'Demo', 'Prototype', 'Unknown disk'].map((kind) => ({ genres: [1], kind })),
    { genres: [1], kind: 'Compilation' },
  ];
  assert.deepEqual(similarTo(games), [1, 7]);
  const snapshot = snapshotOf([OWN, { genres: [1], groups: [5] }, { genres: [1] }, ...OTHERS]);
  assert.deepEqual(listSimilarGames(snapshot, compared(OWN, 0, [5]), 10), [2]);
});

test('a series is listed in the order of release, unknown dates last', () => {
  const snapshot = snapshotOf([
    { groups: [5] },
    { groups: [5], year: 1995 },
    { groups: [5], year: 1990 },
    { groups: [5], year: 1991, kind: 'Pirate' },
    { groups: [6], year: 1992 },
  ]);
  assert.deepEqual(listSeries(snapshot, 5, 1, 10), { total: 3, positions: [2, 1, 0] });
  assert.deepEqual(listSeries(snapshot, 5, 3, 10).positions, [2, 3, 1, 0]);
});

test('a long series is cut to the neighbours of the game and the best known games', () => {
  const games = Array.from({ length: 40 }, (_, i): Game => ({ groups: [5], year: 1980 + i, notability: 100 }));
  const known = games.with(3, { ...games[3], notability: 900 });
  const { total, positions } = listSeries(snapshotOf(known), 5, 20, 6);
  assert.equal(total, 40);
  assert.deepEqual(positions, [3, 18, 19, 20, 21, 22]);
});
