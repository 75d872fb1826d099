import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compare, SAME } from '../../src/matching/compare.ts';
import { formatReason } from '../../src/matching/explain.ts';
import { evidenceOf, type LineSketch } from './evidence.ts';

export type GamePair = [name: string, a: LineSketch, b: LineSketch];

export const nameInJapan = (title: string) => [{ title, description: 'Japan title' }];
export const native = (title: string) => [{ title, description: 'Japanese spelling' }];

/** One test per pair: whether the matcher takes both for one game. */
export function testPairs(same: readonly GamePair[], different: readonly GamePair[]): void {
  for (const pair of same) testPair(pair, true);
  for (const pair of different) testPair(pair, false);
}

function testPair([name, a, b]: GamePair, isSame: boolean): void {
  test(`${isSame ? 'the same game' : 'different games'}: ${name}`, () => {
    const [one, other] = [evidenceOf(a, 'mame'), evidenceOf(b, b.list ? 'mame' : 'libretro')];
    const { score, reasons } = compare(one, other);
    assert.equal(score >= SAME, isSame, reasons.map(formatReason).join(', '));
    assert.deepEqual(compare(other, one).score, score, 'in both directions');
  });
}
