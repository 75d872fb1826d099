import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ReleaseLine } from '../../../src/bundle/lines.ts';
import { convertLists, type Lists, type SoftwareSketch } from '../../support/mame.ts';

test('a cartridge of Mega-Tech that is SMS based is a game of the Master System', async () => {
  const { games } = await convertLists({
    megatech: [
      { name: 'a', description: 'Hop' },
      { name: 'b', description: 'Skip (SMS based)', publisher: 'Sega', year: '1987' },
    ],
    sms: [{ name: 'skip', description: 'Skip (World)', publisher: 'Sega', year: '1988' }],
  });
  const platforms = games.map((game) => game.platforms[0]?.platform);
  assert.deepEqual(platforms, ['platform:genesis', 'platform:sega-master-system']);
  assert.deepEqual([games[1]?.key, games[1]?.platforms[0]?.first_release_date], ['mame:sms/skip', '1988']);
});

const onlyPlatform = async (lists: Lists, flags: Record<string, string> = { profile: 'all' }) => {
  const { games } = await convertLists(lists, { include: 'all', ...flags });
  assert.equal(games.length, 1);
  return games[0]!.platforms[0]!;
};
const brief = ({ release_date, countries, description = null }: ReleaseLine) => [
  release_date,
  countries.join('+'),
  description,
];
const releases = async (entries: SoftwareSketch[], list = 'nes') =>
  ((await onlyPlatform({ [list]: entries })).releases ?? []).map(brief);

/** The first is the parent of the others. */
const family = (...entries: Omit<SoftwareSketch, 'name'>[]): SoftwareSketch[] =>
  entries.map((entry, i) => ({ name: `x${i}`, publisher: 'Acme', ...entry, ...(i > 0 && { cloneof: 'x0' }) }));

const CASES: [name: string, entries: SoftwareSketch[], releases: (string | null)[][], list?: string][] = [
  [
    'dump variants and revisions are one release',
    family(
      { description: 'Hop (USA)', year: '1990' },
      { description: 'Hop (USA, rev. A)', year: '1990' },
      { description: 'Hop (USA, alt)', year: '1990' },
    ),
    [['1990', 'United States', null]],
  ],
  [
    'a year before that of the platform is no date of a release',
    family({ description: 'Hop (USA)', year: '1982' }, { description: 'Hop (Japan)', year: '1983' }),
    [
      [null, 'United States', null],
      ['1983', 'Japan', null],
    ],
  ],
  [
    'revisions are listed only if all dumps are revisions',
    family({ description: 'Hop (USA, rev. A)', year: '1990' }, { description: 'Hop (USA, rev. B)', year: '1990' }),
    [['1990', 'United States', 'rev. A; rev. B']],
  ],
  [
    'countries, prototypes and publishers of a second edition are releases of their own',
    family(
      { description: 'Hop (Euro)', year: '1990' },
      { description: 'Hop (Jpn)', year: '1989' },
      { description: 'Hop (Euro, prototype)', year: '1989' },
      { description: 'Hop (Euro, ACME)', year: '1993' },
    ),
    [
      ['1989', 'Europe', 'Prototype'],
      ['1990', 'Europe', null],
      ['1993', 'Europe', 'Acme release'],
      ['1989', 'Japan', null],
    ],
  ],
  [
    'a vague date takes the precise date that it allows, and an unknown date the first',
    family(
      { description: 'Hop (Japan)', year: '1990', info: { release: '19900426' } },
      { description: 'Hop (Japan, alt)', year: '1990' },
      { description: 'Hop (Japan, alt 2)', year: '19??' },
      { description: 'Hop (Japan, alt 3)', year: '1991' },
    ),
    [
      ['1990-04-26', 'Japan', null],
      ['1991', 'Japan', null],
    ],
  ],
  [
    'dates with regions are releases of their regions',
    family({ description: 'Hop (World)', info: { release: '19851211 (JPN), 198611xx (USA), 1987? (EUR)' } }),
    [
      ['1987', 'Europe', null],
      ['1985-12-11', 'Japan', null],
      ['1986-11', 'United States', null],
    ],
  ],
  [
    'dates with labels keep them',
    family({ description: 'Hop', info: { release: '19900426 (MVS), 19910701 (AES)' } }),
    [
      ['1990-04-26', '', 'MVS'],
      ['1991-07-01', '', 'AES'],
    ],
    'neogeo',
  ],
  [
    'the date of a crack is not a release date',
    family({ description: 'Hop (cleanly cracked)', year: '1984', info: { release: '2016-01-01' } }),
    [['1984', '', 'Cracked']],
    'apple2_flop_clcracked',
  ],
  [
    'all entries of a list that was sold in one country have that country',
    family({ description: 'Hop', info: { release: '19860221' } }),
    [['1986-02-21', 'Japan', null]],
    'famicom_flop',
  ],
  [
    'a hack is not a release if the game itself is listed',
    family({ description: 'Hop (hacked)', year: '1990' }, { description: 'Hop (USA)', year: '1989' }),
    [['1989', 'United States', null]],
  ],
  [
    'a crack is not a release if the game itself is listed',
    family({ description: 'Hop (cracked)', year: '1990' }, { description: 'Hop (UK)', year: '1989' }),
    [['1989', 'United Kingdom', null]],
    'st_flop',
  ],
  [
    'cracks alone are a release',
    family({ description: 'Hop (cracked)', year: '1990' }, { description: 'Hop (trained)', year: '1990' }),
    [['1990', '', 'Cracked']],
    'st_flop',
  ],
  [
    'dozens of prototypes of one game are one release',
    family(
      ...['19941011', '19941017-B', '19941018-QTEST, 06.28'].map((build) => ({
        description: `Hop (prototype, ${build})`,
        year: '1994',
      })),
    ),
    [['1994', '', 'Prototype; 06.28; 19941011; 19941017-B; 19941018-QTEST']],
    '32x',
  ],
  [
    'in some lists a release is a catalog number',
    family({ description: 'Hop', year: '1986', info: { release: '19851211' } }),
    [['1986', '', null]],
    'bbc_cass',
  ],
  [
    'regions that are not countries are kept',
    family(
      { description: 'Hop (Scandinavia)', year: '1990' },
      { description: 'Hop (Asia)', year: '1990' },
      { description: 'Hop (World)', year: '1990' },
    ),
    [
      ['1990', 'Asia', null],
      ['1990', 'Scandinavia', null],
      ['1990', 'Worldwide', null],
    ],
  ],
  [
    'two spellings of one note are one release',
    family({ description: 'Hop (Jpn, not for sale)' }, { description: 'Hop (Japan, Not for sale)' }),
    [[null, 'Japan', 'Not for sale']],
  ],
  [
    'without a country the video standard gives the region',
    family(
      { description: 'Hop', year: '1990', sharedfeat: { compatibility: 'NTSC-J,NTSC-U' } },
      { description: 'Hop (set 2)', year: '1991', sharedfeat: { compatibility: 'PAL' } },
    ),
    [
      ['1991', 'Europe', null],
      ['1990', 'Japan+United States', null],
    ],
  ],
];

for (const [name, entries, expected, list] of CASES) {
  test(name, async () => {
    const found = await releases(entries, list);
    const order = (rows: (string | null)[][]) => rows.map((row) => JSON.stringify(row)).toSorted();
    assert.deepEqual(order(found), order(expected));
  });
}

test('the date of a prototype is not the first release date', async () => {
  const { first_release_date } = await onlyPlatform({
    nes: family(
      { description: 'Hop (USA)', info: { release: '19900426' } },
      { description: 'Hop (prototype)', year: '1988' },
    ),
  });
  assert.equal(first_release_date, '1990-04');
});

test('companies have roles, and codes belong to the countries of their notes', async () => {
  const info = {
    developer: 'Studio / 日本 (Nippon)',
    distributor: 'Dro Soft',
    release: '1985 (JPN), 1986 (USA)',
    serial: ['HVC-SM (JPN)', 'NES-SM-USA'],
    barcode: '0 12345 67890 5',
  };
  const { releases: [japan, america] = [] } = await onlyPlatform({
    nes: [{ name: 'x', description: 'Hop', publisher: 'Nintendo', info }],
  });
  assert.deepEqual(
    japan?.companies.map(({ company, role }) => `${role} ${company}`),
    [
      'Published by company:nintendo',
      'Developed by company:studio',
      'Developed by company:nippon',
      'Distributed by company:dro-soft',
    ],
  );
  const codes = (release: ReleaseLine | undefined) =>
    release?.product_codes.map(({ product_code, product_code_type }) => `${product_code} ${product_code_type}`);
  assert.deepEqual(codes(japan), ['012345678905 UPC-A', 'HVC-SM Nintendo Media PN', 'NES-SM-USA Nintendo Media PN']);
  assert.deepEqual(codes(america), ['012345678905 UPC-A', 'NES-SM-USA Nintendo Media PN']);
});

test('licensors are listed, and persons are not', async () => {
  const info = { original_publisher: 'Studio', author: 'Ada L.', programmer: 'Ada L.' };
  const { releases: [release] = [] } = await onlyPlatform({
    nes: [{ name: 'x', description: 'Hop', publisher: 'Acme', info }],
  });
  assert.deepEqual(release?.companies, [
    { company: 'company:acme', role: 'Published by' },
    { company: 'company:studio', role: 'Licensed by' },
  ]);
});

test('attributes list medium, video standard, chips, save methods, controllers and languages', async () => {
  const { attributes } = await onlyPlatform({
    nes: [
      {
        name: 'x',
        description: 'Hop (PAL, English / French)',
        feature: { battery: 'BATT CR2032', peripheral: 'zapper,powerpad', u1: 'U1 PRG', rtc: 'no' },
        info: { language: 'German' },
      },
    ],
  });
  assert.deepEqual(attributes, [
    'attribute:input-devices-supported/dance-pad',
    'attribute:input-devices-supported/light-gun',
    'attribute:language/english',
    'attribute:language/french',
    'attribute:language/german',
    'attribute:media-type/cartridge',
    'attribute:save-methods/battery',
    'attribute:video-standard/pal',
  ]);
});

const GROUPS: [group: string, entry: Omit<SoftwareSketch, 'name'>][] = [
  ['group:prototypes', { description: 'Hop (prototype)' }],
  ['group:unlicensed-games', { description: 'Hop', publisher: '<pirate>' }],
  ['group:homebrew-and-doujin-games', { description: 'Hop', publisher: '<doujin>' }],
  ['group:compilations', { description: 'Hop + Skip (USA)' }],
  ['group:compilations', { description: 'Super 110-in-1' }],
  ['group:light-gun-games', { description: 'Hop', feature: { peripheral: 'zapper' } }],
  ['group:super-game-boy-enhanced-games', { description: 'Hop', feature: { enhancement: 'sgb' } }],
];

test('groups follow from statuses, titles and hardware', async () => {
  for (const [group, entry] of GROUPS) {
    const { games } = await convertLists({ gameboy: [{ name: 'x', ...entry }] }, { include: 'all' });
    assert.deepEqual(games[0]?.groups, [group]);
  }
  const both = family({ description: 'Hop (USA)' }, { description: 'Hop (USA, prototype)' });
  assert.deepEqual((await convertLists({ nes: both })).games[0]?.groups, []);
});
