import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isFounding } from '../../src/merging/load/layer-line.ts';

const CASES: [name: string, source: string, line: object, founds: boolean][] = [
  ['a game founds', 'mame', { key: 'a', title: 'A', platforms: [] }, true],
  ['what enriches does not found', 'libretro', { key: 'a', title: 'A', enriches: true, platforms: [] }, false],
  ['what says that it does not enrich founds', 'libretro', { key: 'a', enriches: false, title: 'A' }, true],
  ['a title with the name of the field founds', 'mame', { key: 'a', title: '"enriches":true' }, true],
  ['a correction does not found', 'corrections', { key: 'a', title: 'A' }, false],
];

for (const [name, source, line, founds] of CASES) {
  test(name, () => assert.equal(isFounding({ source, line: JSON.stringify(line) }), founds));
}
