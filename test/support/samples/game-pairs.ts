import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compare, SAME } from '../../../src/matching/compare.ts';
import { formatReason } from '../../../src/matching/explain.ts';
import { evidenceOf, type LineSketch } from './evidence.ts';

/** Two lines, or one title and where two lines have it. */
export type GamePair =
  | [name: string, a: LineSketch, b: LineSketch]
  | [name: string, title: string, a: string, b: string];

export const nameInJapan = (title: string) => [{ title, description: 'Japan title' }];
export const native = (title: string) => [{ title, description: 'Japanese spelling' }];

/** One test per pair: whether the matcher takes both for one game. */
export function testPairs(same: readonly GamePair[], different: readonly GamePair[]): void {
  for (const pair of same) testPair(pair, true);
  for (const pair of different) testPair(pair, false);
}

/** A line with nothing but a title and where it is: `zx-spectrum 1988 by acme`. */
export function sketch(title: string, place: string): LineSketch {
  const [, on = '', year, by] = /^(\S+)(?: (\d{4}))?(?: by (\S+))?$/.exec(place) ?? assert.fail(place);
  return { title, on, ...(year && { year: Number(year) }), ...(by && { by }) };
}

function testPair(pair: GamePair, isSame: boolean): void {
  const [name] = pair;
  const [a, b] = pair.length === 3 ? [pair[1], pair[2]] : [sketch(pair[1], pair[2]), sketch(pair[1], pair[3])];
  test(`${isSame ? 'the same game' : 'different games'}: ${name}`, () => {
    const [one, other] = [evidenceOf(a, 'mame'), evidenceOf(b, b.list ? 'mame' : 'libretro')];
    const { score, reasons } = compare(one, other);
    assert.equal(score >= SAME, isSame, reasons.map(formatReason).join(', '));
    assert.deepEqual(compare(other, one).score, score, 'in both directions');
  });
}
