import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isFounding } from '../../src/merging/load/layer-line.ts';

const CASES: [name: string, source: string, line: object, founding: boolean][] = [
  ['a game is founding', 'mame', { key: 'a', title: 'A', platforms: [] }, true],
  ['an enriching line is not founding', 'libretro', { key: 'a', title: 'A', enriches: true, platforms: [] }, false],
  ['a line with enriches: false is founding', 'libretro', { key: 'a', enriches: false, title: 'A' }, true],
  ['a line with the name of the field in its title is founding', 'mame', { key: 'a', title: '"enriches":true' }, true],
  ['a correction is not founding', 'corrections', { key: 'a', title: 'A' }, false],
];

for (const [name, source, line, founding] of CASES) {
  test(name, () => assert.equal(isFounding({ source, line: JSON.stringify(line) }), founding));
}
