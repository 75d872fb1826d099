import assert from 'node:assert/strict';
import { test } from 'node:test';
import { highestRatios, judge } from '../bench/judge.ts';

/** One comparison: ratio, spread and wait of the bare server, and what other machines took. */
type Run = [ratio: number, ceilingSpread: number, ceilingWait: number, stolen?: number];

// biome-ignore format: a table
const JUDGED: [verdict: string, ...runs: Run[]][] = [
  ['noisy', [2.6, 1, 0, 0.2]],
  ['ok', [2.5, 1, 0]],
  ['slow', [2.6, 1.1, 0.1]],
  ['slow', [2.6, 1.5, 0.2], [3, 1, 0], [2.7, 1.2, 0]],
  ['ok', [9, 1, 0], [2.4, 3, 9]],
  ['noisy', [2.6, 1, 0], [2.6, 1.6, 0]],
  ['noisy', [2.6, 1, 0.3]],
];

test('the guard allows 25 % more than a budget, and judges no noisy machine', () => {
  const highest = highestRatios({ cpu: 'a', ratios: { page: 2 } }, 'a').get('page') as number;
  for (const [verdict, ...runs] of JUDGED) {
    const compared = runs.map(([ratio, ceilingSpread, ceilingWait, stolen = 0]) => ({
      ...{ ratio, ceilingSpread, ceilingWait, stolen },
    }));
    assert.equal(judge(compared, highest), verdict, JSON.stringify(runs));
  }
});

test('on another CPU than that of the budgets, the guard allows twice as much', () => {
  const budgets = { cpu: 'a', ratios: { page: 2 } };
  assert.deepEqual(highestRatios(budgets, 'b'), new Map([['page', 4]]));
});
