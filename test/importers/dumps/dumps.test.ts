import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { GameLine } from '../../../src/bundle/lines.ts';
import { toDump } from '../../../src/importers/dumps/hashes.ts';
import { convert, convertLists, machinesXml, writeLists } from '../../support/samples/mame.ts';
import { convertSource, writeSource, writeTemporary } from '../../support/samples/sources.ts';

const HOP = { name: 'hop', description: 'Hop (USA)', year: '1990', publisher: 'Acme' };
const sha1 = (digit: string) => digit.repeat(40);
const md5 = (digit: string) => digit.repeat(32);
const crc = (digit: string) => digit.repeat(8);

/** The files of a game: those of each release by its countries, and those of the platform. */
function placesOf(game: GameLine | undefined): Record<string, string[]> {
  const [{ releases = [], dumps = [] } = {}] = game?.platforms ?? [];
  const names = (list: readonly { name?: string; crc?: string }[]) => list.map((one) => one.name ?? one.crc ?? '');
  const places = releases.map((release) => [release.countries.join(), names(release.dumps ?? [])] as const);
  return Object.fromEntries([...places, ['', names(dumps)] as const].filter(([, list]) => list.length > 0));
}

const FILES: [name: string, fields: Parameters<typeof toDump>[0], expected: ReturnType<typeof toDump>][] = [
  [
    'in capitals',
    { name: ' A &amp; B.bin ', size: '16', crc: 'ABCD0001', md5: 'A'.repeat(32), sha1: 'B'.repeat(40) },
    { name: 'A amp; B.bin', size: 16, crc: 'abcd0001', md5: md5('a'), sha1: sha1('b') },
  ],
  ['with a hexadecimal size', { size: '0x10', crc: crc('1') }, { size: 16, crc: crc('1') }],
  ['without a size', { size: '?', crc: crc('1') }, { crc: crc('1') }],
  ['that nobody has read', { name: 'a.bin', size: '16' }, undefined],
  ['with wrong hashes', { crc: '123', md5: 'none', sha1: sha1('g') }, undefined],
  [
    'that is empty',
    {
      size: '0',
      crc: '00000000',
      md5: 'd41d8cd98f00b204e9800998ecf8427e',
      sha1: 'da39a3ee5e6b4b0d3255bfef95601890afd80709',
    },
    undefined,
  ],
];

test('a file of a list has its valid hashes', () => {
  for (const [name, fields, expected] of FILES) assert.deepEqual(toDump(fields), expected, name);
});

test('mame: every file of an entry is kept, and belongs to its release', async () => {
  const { games } = await convertLists({
    nes: [
      { ...HOP, roms: ['1', '2', '3'].map((digit) => ({ crc: crc(digit), sha1: sha1(digit) })) },
      {
        ...HOP,
        name: 'hopj',
        cloneof: 'hop',
        description: 'Hop (Japan)',
        roms: [{ crc: crc('4') }],
        disks: `<diskarea name="cd"><disk name="hop cd" sha1="${sha1('5')}"/></diskarea>`,
      },
    ],
  });
  assert.deepEqual(
    games[0]?.platforms[0]?.releases?.flatMap(({ dumps }) => dumps),
    [
      { name: '0.bin', size: 1, crc: crc('4') },
      { name: 'hop cd.chd', sha1: sha1('5') },
      ...['1', '2', '3'].map((digit, i) => ({ name: `${i}.bin`, size: 1, crc: crc(digit), sha1: sha1(digit) })),
    ],
  );
});

test('mame: a file of two releases, or of a hack, belongs to the platform', async () => {
  const shared = { sha1: sha1('1') };
  const { games } = await convertLists({
    nes: [
      { ...HOP, roms: [shared, { sha1: sha1('2') }] },
      { ...HOP, name: 'hopj', cloneof: 'hop', description: 'Hop (Japan)', roms: [{ sha1: sha1('3') }, shared] },
      { ...HOP, name: 'hoph', cloneof: 'hop', description: 'Hop (hack)', roms: [{}, {}, { sha1: sha1('4') }] },
    ],
  });
  assert.deepEqual(placesOf(games[0]), { 'United States': ['1.bin'], Japan: ['0.bin'], '': ['0.bin', '2.bin'] });
});

test('mame: a machine has its files, but not those of its BIOS', async () => {
  const files = `<rom name="hop.1a" size="8192" crc="${crc('1')}" sha1="${sha1('1')}" region="maincpu"/>
    <rom name="bios.bin" bios="euro" size="16" crc="${crc('2')}"/><rom name="no.bin" size="16" status="nodump"/>
    <disk name="hop" sha1="${sha1('3')}" region="ata"/>`;
  const listxml = writeTemporary('mame.xml', machinesXml([{ name: 'hop', description: 'Hop', files }]));
  const { games } = await convert([writeLists({ nes: [] })], { listxml });
  assert.deepEqual(games[0]?.platforms[0]?.releases?.[0]?.dumps, [
    { name: 'hop.1a', size: 8192, crc: crc('1'), sha1: sha1('1') },
    { name: 'hop.chd', sha1: sha1('3') },
  ]);
});

const dat = (name: string, file: string, digit: string) =>
  `game (\n\tname "${name}"\n\trom ( name "${file}" size 16 crc ${crc(digit)} md5 ${md5(digit)} sha1 ${sha1(digit)} )\n)\n`;
const fact = (digit: string, text: string) => `game (\n\t${text}\n\trom ( crc ${crc(digit)} )\n)\n`;

test('libretro: a file has all hashes once, and a ROM without facts belongs to the release that has them', async () => {
  const system = 'Nintendo - Nintendo Entertainment System.dat';
  const { games } = await convertSource('libretro', [
    writeSource({
      [`no-intro/${system}`]:
        dat('Hop (USA)', 'Hop (USA).nes', '1') +
        dat('Hop (USA)', 'Hop (USA).unh', '2') +
        dat('Hop (Japan)', 'Hop (Japan).nes', '3'),
      [`headered/${system}`]: dat('Hop (USA)', 'Hop (USA).nes', '1'),
      [`publisher/${system}`]: fact('1', 'publisher "Acme"'),
      [`genre/${system}`]: fact('1', 'genre "Puzzle"') + fact('4', 'comment "Hop (Japan)"\n\tgenre "Puzzle"'),
    }),
  ]);
  assert.deepEqual(placesOf(games[0]), {
    'United States': ['Hop (USA).nes', 'Hop (USA).unh'],
    Japan: [crc('4'), 'Hop (Japan).nes'],
  });
  assert.deepEqual(
    games[0]?.platforms[0]?.releases?.find(({ countries }) => countries[0] === 'United States')?.dumps?.[0],
    {
      name: 'Hop (USA).nes',
      size: 16,
      crc: crc('1'),
      md5: md5('1'),
      sha1: sha1('1'),
    },
  );
});
