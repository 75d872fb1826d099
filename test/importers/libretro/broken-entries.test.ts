import assert from 'node:assert/strict';
import { test } from 'node:test';
import { convertSource, writeSource } from '../../support/sources.ts';

const VB = 'Nintendo - Virtual Boy.dat';
const convert = (text: string, flags = {}) => convertSource('libretro', [writeSource({ [VB]: text })], flags);
const entry = (crc: string, name: string) => `game (\n\tname "${name}"\n\tgenre "Puzzle"\n\trom ( crc ${crc} )\n)\n`;
const broken = (name: string) => `game (\n\tname "${name}\n\trom ( crc AAAA0001 )\n)\n`;
const unclosed = (name: string) => `game (\n\tname "${name}"\n\trom ( crc AAAA0002 )\n`;
const many = (count: number) =>
  Array.from({ length: count }, (_, i) => entry(`AAAA1${String(i).padStart(3, '0')}`, `Game ${i}`)).join('');

test('a broken entry is reported and skipped, and the entries after it are read', async () => {
  const text = `${many(2)}${broken('Hop')}${entry('AAAA0003', 'Skip')}${unclosed('Jump')}${many(1)}`;
  const { games, unknown } = await convert(text);
  assert.deepEqual(
    games.map(({ title }) => title),
    ['Game 0', 'Game 1', 'Skip'],
  );
  assert.deepEqual(
    unknown.map(({ what }) => what),
    [
      `broken entry ${VB}:12: a quote is not closed, or is inside a word: "Hop`,
      `broken entry ${VB}:20: the block "game" that begins here is not closed`,
    ],
  );
});

test('--strict refuses the first broken entry', async () => {
  const text = `${many(100)}${broken('Hop')}`;
  await assert.rejects(convert(text, { strict: '' }), /Virtual Boy\.dat:502: a quote .*; nothing was imported$/);
});

test('a file with more than 5 % broken entries is refused, and --lenient imports the others', async () => {
  const bad = Array.from({ length: 4 }, (_, i) => broken(`Hop ${i}`)).join('');
  const few = many(70) + bad;
  await assert.rejects(
    convert(few),
    /Virtual Boy\.dat:352: a quote .*; 4 of 74 entries are broken, so nothing was imported. Pass --lenient to import the others$/,
  );
  assert.equal((await convert(few, { lenient: '' })).games.length, 70);
  assert.equal((await convert(many(76) + bad)).games.length, 76);
});
