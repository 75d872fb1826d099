import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseScore } from '../../../src/importers/wikidata/scores.ts';
import { type ClaimSketch, convertGame, convertItems, game } from '../../support/samples/wikidata.ts';

const SCORES: [text: string, score: number | undefined][] = [
  ['85/100', 8.5],
  ['8.5/10', 8.5],
  ['8,5 / 10', 8.5],
  ['4/5', 8],
  ['36/40', 9],
  ['4 out of 5 stars', 8],
  ['85%', 8.5],
  ['85 %', 8.5],
  ['A+', 10],
  ['b+', 8.3],
  ['C−', 4.2],
  ['F', 0],
  ['0/10', 0],
  ['85', undefined],
  ['11/10', undefined],
  ['0/0', undefined],
  ['150%', undefined],
  ['-1/10', undefined],
  ['★★★★', undefined],
  ['', undefined],
];

test('a review score is a number of 0 to 10', () => {
  for (const [text, score] of SCORES) {
    const parsed = parseScore(text);
    assert.equal(parsed === undefined ? undefined : Math.round(parsed * 10) / 10, score, text);
  }
});

const by = (value: string, reviewer: string, ...methods: string[]): ClaimSketch => ({
  value,
  qualifiers: { P447: [reviewer], ...(methods.length > 0 && { P459: methods }) },
});

async function scoreOf(...P444: ClaimSketch[]) {
  const { catalog_score, num_votes } = await convertGame({ claims: { P444 } });
  return [catalog_score, num_votes];
}

test('one reviewer has one vote', async () => {
  assert.deepEqual(await scoreOf(by('90/100', 'Q1'), by('70/100', 'Q1'), by('3/5', 'Q2')), [7, 2]);
  assert.deepEqual(await scoreOf('9/10', '80%'), [8.5, 2]);
  assert.deepEqual(await scoreOf(by('B', 'Q1'), by('92%', 'Q2'), by('8/10', 'Q3')), [8.2, 3]);
});

test('a game without a usable review has no score', async () => {
  assert.deepEqual(await scoreOf(), [undefined, undefined]);
  assert.deepEqual(await scoreOf({ value: '9/10', rank: 'deprecated' }), [undefined, undefined]);
  const { games, unknown } = await convertItems(game({ claims: { P444: ['94'] } }));
  assert.equal(games[0]?.catalog_score, undefined);
  assert.deepEqual(unknown, [{ what: 'review score 94', count: 1 }]);
});

test('shares of critics and scores of players do not count', async () => {
  assert.deepEqual(await scoreOf(by('98%', 'Q1'), by('91/100', 'Q1')), [9.1, 1]);
  const P444 = [by('60/100', 'Q1', 'Q900000007'), by('80/100', 'Q1')];
  const { catalog_score } = await convertGame(
    { claims: { P444 } },
    { id: 'Q900000007', label: 'Metacritic user score' },
  );
  assert.equal(catalog_score, 8);
});
