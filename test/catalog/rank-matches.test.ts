import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rankMatches } from '../../src/catalog/search/rank-matches.ts';
import type { TitleMatches } from '../../src/catalog/search/title-matches.ts';

const GAMES = 5000;

test('a later page compares the spelling of the first games only, whatever game its cursor names as the last', () => {
  const rank = (lastCompared: { points: number; position: number }) => {
    const games = Array.from({ length: GAMES }, (_, position) => position);
    const points = Uint32Array.from(games, (position) => 1000 + (position % 7));
    const matches = { games, points, searchable: { notability: new Uint8Array(GAMES) } } as unknown as TitleMatches;
    let compared = 0;
    const { positions } = rankMatches(
      matches,
      () => () => {
        compared++;
        return 0;
      },
      { lastCompared },
    );
    assert.equal(positions.length, GAMES);
    return compared;
  };
  assert.equal(rank({ points: 1006, position: 6 + 7 * 19 }), 20);
  assert.equal(rank({ points: 0, position: GAMES }), 100);
  assert.equal(rank({ points: 2000, position: 0 }), 0);
});
