import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ReleaseLine } from '../../../src/bundle/lines.ts';
import { convertLists, type Lists, type SoftwareSketch } from '../../support/samples/mame.ts';
import { assertGames } from '../../support/samples/sources.ts';

test('a cartridge of Mega-Tech that is SMS based is a game of the Master System', async () => {
  const megatech = 'a|Hop; b|Skip (SMS based)|1987|Sega';
  const { games } = await convertLists({ megatech, sms: 'skip|Skip (World)|1988|Sega' });
  const platforms = games.map((game) => game.platforms[0]?.platform);
  assert.deepEqual(platforms, ['platform:genesis', 'platform:sega-master-system']);
  assert.deepEqual([games[1]?.key, games[1]?.platforms[0]?.first_release_date], ['mame:sms/skip', '1988']);
});

const onlyPlatform = async (lists: Lists, flags: Record<string, string> = { profile: 'all' }) => {
  const { games } = await convertLists(lists, { include: 'all', ...flags });
  assert.equal(games.length, 1);
  return games[0]!.platforms[0]!;
};
const brief = ({ release_date, countries, description }: ReleaseLine) =>
  [release_date ?? '', countries.join('+'), description ?? ''].join('|').replace(/\|+$/, '');

/** The first is the parent of the others. */
const family = (...entries: Omit<SoftwareSketch, 'name'>[]): SoftwareSketch[] =>
  entries.map((entry, i) => ({ name: `x${i}`, publisher: 'Acme', ...entry, ...(i > 0 && { cloneof: 'x0' }) }));

/** Entries as `description|year|release|compatibility`, and releases as `date|countries|description`. */
const CASES: [name: string, entries: string[], releases: string[], list?: string][] = [
  [
    'dump variants and revisions are one release',
    ['Hop (USA)|1990', 'Hop (USA, rev. A)|1990', 'Hop (USA, alt)|1990'],
    ['1990|United States'],
  ],
  [
    'a year before that of the platform is no date of a release',
    ['Hop (USA)|1982', 'Hop (Japan)|1983'],
    ['|United States', '1983|Japan'],
  ],
  [
    'revisions are listed only if all dumps are revisions',
    ['Hop (USA, rev. A)|1990', 'Hop (USA, rev. B)|1990'],
    ['1990|United States|rev. A; rev. B'],
  ],
  [
    'countries, prototypes and publishers of a second edition are releases of their own',
    ['Hop (Euro)|1990', 'Hop (Jpn)|1989', 'Hop (Euro, prototype)|1989', 'Hop (Euro, ACME)|1993'],
    ['1989|Europe|Prototype', '1990|Europe', '1993|Europe|Acme release', '1989|Japan'],
  ],
  [
    'a vague date takes the precise date that it allows, and an unknown date the first',
    ['Hop (Japan)|1990|19900426', 'Hop (Japan, alt)|1990', 'Hop (Japan, alt 2)|19??', 'Hop (Japan, alt 3)|1991'],
    ['1990-04-26|Japan', '1991|Japan'],
  ],
  [
    'dates with regions are releases of their regions',
    ['Hop (World)||19851211 (JPN), 198611xx (USA), 1987? (EUR)'],
    ['1987|Europe', '1985-12-11|Japan', '1986-11|United States'],
  ],
  [
    'dates with labels keep them',
    ['Hop||19900426 (MVS), 19910701 (AES)'],
    ['1990-04-26||MVS', '1991-07-01||AES'],
    'neogeo',
  ],
  [
    'the date of a crack is not a release date',
    ['Hop (cleanly cracked)|1984|2016-01-01'],
    ['1984||Cracked'],
    'apple2_flop_clcracked',
  ],
  [
    'all entries of a list that was sold in one country have that country',
    ['Hop||19860221'],
    ['1986-02-21|Japan'],
    'famicom_flop',
  ],
  [
    'a hack is not a release if the game itself is listed',
    ['Hop (hacked)|1990', 'Hop (USA)|1989'],
    ['1989|United States'],
  ],
  [
    'a crack is not a release if the game itself is listed',
    ['Hop (cracked)|1990', 'Hop (UK)|1989'],
    ['1989|United Kingdom'],
    'st_flop',
  ],
  ['cracks alone are a release', ['Hop (cracked)|1990', 'Hop (trained)|1990'], ['1990||Cracked'], 'st_flop'],
  [
    'dozens of prototypes of one game are one release',
    [
      'Hop (prototype, 19941011)|1994',
      'Hop (prototype, 19941017-B)|1994',
      'Hop (prototype, 19941018-QTEST, 06.28)|1994',
    ],
    ['1994||Prototype; 06.28; 19941011; 19941017-B; 19941018-QTEST'],
    '32x',
  ],
  ['in some lists a release is a catalog number', ['Hop|1986|19851211'], ['1986'], 'bbc_cass'],
  [
    'regions that are not countries are kept',
    ['Hop (Scandinavia)|1990', 'Hop (Asia)|1990', 'Hop (World)|1990'],
    ['1990|Asia', '1990|Scandinavia', '1990|Worldwide'],
  ],
  [
    'two spellings of one note are one release',
    ['Hop (Jpn, not for sale)', 'Hop (Japan, Not for sale)'],
    ['|Japan|Not for sale'],
  ],
  [
    'without a country the video standard gives the region',
    ['Hop|1990||NTSC-J,NTSC-U', 'Hop (set 2)|1991||PAL'],
    ['1991|Europe', '1990|Japan+United States'],
  ],
];

for (const [name, entries, expected, list = 'nes'] of CASES) {
  test(name, async () => {
    const sketches = entries.map((line) => {
      const [description = '', year = '', release = '', compatibility = ''] = line.split('|');
      const entry = { description, ...(year && { year }), ...(release && { info: { release } }) };
      return { ...entry, ...(compatibility && { sharedfeat: { compatibility } }) };
    });
    const { releases = [] } = await onlyPlatform({ [list]: family(...sketches) });
    assert.deepEqual(releases.map(brief).toSorted(), expected.toSorted());
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

test('companies have roles, codes belong to the countries of their notes, and the parts of a cartridge are attributes', async () => {
  const info = {
    developer: 'Studio / 日本 (Nippon)',
    distributor: 'Dro Soft',
    original_publisher: 'Licensor',
    author: 'Ada L.',
    release: '1985 (JPN), 1986 (USA)',
    serial: ['HVC-SM (JPN)', 'NES-SM-USA'],
    barcode: '0 12345 67890 5',
    language: 'German',
  };
  const feature = { battery: 'BATT CR2032', peripheral: 'zapper,powerpad', u1: 'U1 PRG', rtc: 'no' };
  const description = 'Hop (PAL, English / French)';
  const { games } = await convertLists({ nes: [{ name: 'x', description, publisher: 'Nintendo', info, feature }] });
  const credits =
    'Published by nintendo, Developed by studio, Developed by nippon, Distributed by dro-soft, Licensed by licensor';
  assertGames(
    games,
    `
mame:nes/x: Hop
  attributes input-devices-supported/dance-pad; input-devices-supported/light-gun; language/english; language/french; language/german; media-type/cartridge; save-methods/battery; video-standard/pal
  release 1985 | Japan | ${credits} | 012345678905 UPC-A,HVC-SM Nintendo Media PN,NES-SM-USA Nintendo Media PN
  release 1986 | United States | ${credits} | 012345678905 UPC-A,NES-SM-USA Nintendo Media PN`,
    ...['attributes', 'release'],
  );
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
