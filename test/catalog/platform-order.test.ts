import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sortMatches } from '../../src/catalog/search/orders.ts';
import { filteredRecord, snapshotOf } from '../support/samples/snapshot.ts';

/** Its notability, and its first release on each platform. */
type Game = [notability: number, dates: Record<number, string>];

const GAMES: Game[] = [
  [500, { 1: '1991-11' }],
  [640, { 1: '1991', 2: '1991', 3: '1992', 4: '1992' }],
  [600, { 1: '1992', 2: '1980' }],
  [650, Object.fromEntries(Array.from({ length: 16 }, (_, i) => [i + 1, '1991']))],
];

function recordOf([, dates]: Game) {
  return filteredRecord(
    Object.entries(dates).map(([id, first_release_date]) => ({ platform_id: Number(id), first_release_date })),
  );
}

const snapshot = snapshotOf(
  GAMES.map((game) => ({
    notability: game[0],
    platforms: Object.keys(game[1]).map(Number),
    record: recordOf(game),
  })),
);

test('games that came out first on a platform precede ports and games that are everywhere', () => {
  const sorted = (positions: number[], platforms: number[]) => [
    ...sortMatches(snapshot, Uint32Array.from(positions), '-notability', platforms),
  ];
  assert.deepEqual(sorted([0, 1, 2, 3], [1]), [1, 0, 3, 2]);
  assert.deepEqual(sorted([1, 2, 3], [2]), [2, 1, 3], 'the port is original there');
  assert.deepEqual(sorted([1, 3], [4]), [3, 1], 'a port of a year later');
  assert.deepEqual(sorted([0, 2], [1, 2]), [2, 0], 'original on one of the chosen platforms');
});
