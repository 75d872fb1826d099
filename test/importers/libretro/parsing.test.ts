import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { findGenres } from '../../../src/importers/dumps/genres-and-ratings.ts';
import { type Block, readDat } from '../../../src/importers/libretro/dat.ts';
import { parseName } from '../../../src/importers/libretro/name.ts';
import { toStatement } from '../../../src/importers/libretro/statement.ts';
import { makeUnknowns, refuse } from '../../../src/importers/unknowns.ts';
import { writeSource } from '../../support/samples/sources.ts';

async function read(text: string | Buffer): Promise<Block[]> {
  const blocks: Block[] = [];
  const path = join(writeSource({ 'a.dat': text }), 'a.dat');
  const onBroken = (what: string, line: number) => refuse(`${path}:${line}`, what);
  await readDat(
    path,
    (block) => void blocks.push(block),
    () => {},
    onBroken,
  );
  return blocks;
}

test('commas separate serials, and placeholders are skipped', () => {
  const serialsOf = (text: string) =>
    toStatement({ name: 'game', values: [['serial', text]], blocks: [] }, 0, makeUnknowns())?.serials;
  assert.deepEqual(serialsOf('slus-00001, SLUS-00002,'), ['SLUS-00001', 'SLUS-00002']);
  for (const none of ['', 'N/A', 'none', 'Unknown', '?', '0000', '-']) assert.deepEqual(serialsOf(none), [], none);
});

test('blocks contain values and blocks; quotes may contain parentheses or nothing, and need no space after them', async () => {
  const text = 'clrmamepro (\r\n\tname "A ( B )"\r\n)\n\ngame ( comment ""users 2 rom (crc 1A ) rom (\n crc 2B ) )';
  const rom = (crc: string): Block => ({ name: 'rom', values: [['crc', crc]], blocks: [] });
  assert.deepEqual(await read(text), [
    { name: 'clrmamepro', values: [['name', 'A ( B )']], blocks: [] },
    {
      name: 'game',
      values: [
        ['comment', ''],
        ['users', '2'],
      ],
      blocks: [rom('1A'), rom('2B')],
    },
  ]);
  assert.deepEqual(await read(''), []);
});

test('a block may be split between chunks anywhere', async () => {
  const games = Array.from({ length: 20_000 }, (_, i) => `game ( name "Gäme ${i}" )\n`);
  const blocks = await read(games.join(''));
  assert.equal(blocks.length, games.length);
  assert.ok(blocks.every(({ values }, i) => values[0]?.[1] === `Gäme ${i}`));
});

const BAD: [what: string, text: string | Buffer, message: RegExp][] = [
  ['XML', '<?xml version="1.0"?>\n<datafile>', /a\.dat:1: a quote is not closed, or is inside a word: version=/],
  ['HTML', '<!doctype html>\n', /:1: "\(" was expected after "<!doctype"; nothing was imported$/],
  ['a value outside a block', 'game\nname "Hop"', /:2: "\(" was expected after "game"/],
  ['a name without a value', 'game (\n\tname\n)', /:3: "name" has no value/],
  ['a block without a name', 'game ( ( a b ) )', /:1: "\(" without a name before it/],
  ['an extra closing parenthesis', 'game ( a b )\n)', /:2: "\)" closes nothing/],
  [
    'a block that is not closed',
    'game ( a b )\ngame (\n\ta b\n\n',
    /:2: the block "game" that begins here is not closed/,
  ],
  ['a file that ends in a name', 'game ( a b )\ngame', /:1: text outside of blocks/],
  ['a quote that is not closed', 'game (\n\tname "Hop\n)', /:2: a quote is not closed, or is inside a word: "Hop/],
  ['quotes within quotes', 'game ( name "A "B" C" )', /:1: a quote is not closed/],
  ['endless blocks', 'a ( '.repeat(20), /:1: blocks are nested more than 10 deep/],
  ['Latin-1', Buffer.from('game (\n\tname "Caf\xe9"\n)\n', 'latin1'), / is not UTF-8/],
];

for (const [what, text, message] of BAD)
  test(`${what} is reported with file and line`, () => assert.rejects(read(text), { name: 'OperatorError', message }));

test('the name of a ROM has a title, countries, languages and statuses', () => {
  const cases: [name: string, titleAndMore: string][] = [
    ['Hop (USA, Europe) (En,Fr)', 'Hop | United States,Europe | English,French'],
    ['Amazing Hop, The - Over (Japan) (It)', 'The Amazing Hop: Over | Japan | Italian'],
    ["Hop, L' ~ Skip, The (France)", "L'Hop | France | "],
    ['Hop (Asia) (En,Zh-Hans,Zh-Hant)', 'Hop | Asia | English,Chinese'],
    ['2 in 1 (Europe) (En,Fr+De)', '2 in 1 | Europe | English,French,German'],
    ['Hop (1988)(Acme)(FR)(en-fr)[cr XYZ]', 'Hop | France | English,French'],
    ['Hop (Ed) (Xx,Fr)', 'Hop | France | '],
  ];
  for (const [text, expected] of cases) {
    const { title, tags, languages } = parseName(text);
    assert.equal([title, tags.countries, languages].join(' | '), expected, text);
  }
  assert.deepEqual(parseName('Skip ~ Hop, The (USA)').others, ['The Hop']);
  const statuses = (text: string) => parseName(text).tags.statuses;
  assert.deepEqual(statuses('Hop (USA) (Beta 2) (1994-08-30)'), ['prototype']);
  assert.deepEqual(statuses('Hop (World) (Aftermarket) (Unl)'), ['homebrew', 'unlicensed']);
});

test('a value may name several genres', () => {
  const unknowns = makeUnknowns();
  const find = (text: string) => findGenres(text, unknowns);
  assert.deepEqual(find("shoot'em up"), ['genre:action', 'genre:shooter']);
  assert.deepEqual(find('Race, Driving'), ['genre:racing-driving']);
  assert.deepEqual(find('Arcade: Platform'), ['genre:action', 'genre:platform']);
  assert.deepEqual(find('Puzzle / Yodelling'), ['genre:puzzle']);
  assert.deepEqual(find('Various'), []);
  assert.deepEqual(unknowns.list(), [{ what: 'genre Yodelling', count: 1 }]);
});
