import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { GameLine } from '../../../src/bundle/lines.ts';
import { type ClaimSketch, convertGame, convertItems, game, type ItemSketch } from '../../support/samples/wikidata.ts';

const [NES, FAMICOM, SNES, WII, WINDOWS, PS4] = ['Q172742', 'Q491640', 'Q183259', 'Q8079', 'Q1406', 'Q5014725'];
const [JAPAN, NORTH_AMERICA, EUROPE] = ['Q17', 'Q49', 'Q46'];
const [ACME, BLAM] = ['Q900000002', 'Q900000003'];
const NAMES: ItemSketch[] = [
  { id: ACME, label: 'Acme', claims: { P31: ['Q4830453'] } },
  { id: BLAM, label: 'Blam', claims: { P31: ['Q4830453'] } },
];

/** `platform date countries: companies`, in the order of the bundle. */
function describe({ platforms }: GameLine): string[] {
  return platforms.flatMap(({ platform, releases = [] }) =>
    releases.map(({ release_date, countries, companies }) => {
      const names = companies.map(({ company, role }) => `${role === 'Published by' ? '' : 'by '}${company.slice(8)}`);
      return `${platform.slice(9)} ${release_date} ${countries}: ${names}`;
    }),
  );
}

async function releases(claims: Record<string, ClaimSketch[]>): Promise<string[]> {
  return describe(await convertGame({ claims }, ...NAMES));
}

const at = (value: string, ...places: string[]) => ({ value, qualifiers: { P291: places } });
const on = (value: string, ...platforms: string[]) => ({ value, qualifiers: { P400: platforms } });

const DATES: [name: string, dates: ClaimSketch[], expected: string[]][] = [
  ['a day', ['1990-04-26'], ['nes 1990-04-26 : ']],
  ['a month', ['1990-04'], ['nes 1990-04 : ']],
  ['a year', ['1990'], ['nes 1990 : ']],
  ['a day with the precision of a year', ['1990-04-26 9'], ['nes 1990 : ']],
  ['a day with the precision of a month', ['1990-04-26 10'], ['nes 1990-04 : ']],
  ['a precision beyond days', ['1990-04-26 14'], ['nes 1990-04-26 : ']],
  ['a decade is ignored', ['1990-00-00 8'], []],
  ['a day that does not exist', ['1990-02-31'], ['nes 1990-02 : ']],
  ['a month that does not exist', ['1990-13-01'], ['nes 1990 : ']],
  ['only the year of a Julian date', ['1990-04-26 11 Q1985786'], ['nes 1990 : ']],
  ['an impossible year', ['0190-01-01', '1949-04-26', '2100-04-26'], []],
  ['an unknown date', [{ snaktype: 'somevalue' }, { snaktype: 'novalue' }], []],
  ['a deprecated date', [{ value: '1989', rank: 'deprecated' }, '1990'], ['nes 1990 : ']],
  [
    'a preferred date does not replace others',
    [{ value: '1990-04-26', rank: 'preferred' }, at('1991-01-02', NORTH_AMERICA)],
    ['nes 1990-04-26 : ', 'nes 1991-01-02 North America: '],
  ],
  ['countries', [at('1990-04-26', EUROPE, JAPAN)], ['nes 1990-04-26 Europe,Japan: ']],
  ['a precise date replaces vague ones', ['1990', '1990-04', '1990-04-26'], ['nes 1990-04-26 : ']],
  [
    'a date with a country replaces the same without one',
    ['1990', at('1990-04-26', JAPAN), at('1990', JAPAN), at('1990', EUROPE)],
    ['nes 1990 Europe: ', 'nes 1990-04-26 Japan: '],
  ],
];

test('dates are as precise as stated, and impossible ones are ignored', async () => {
  for (const [name, dates, expected] of DATES) assert.deepEqual(await releases({ P577: dates }), expected, name);
});

test('a date belongs to the platforms that it names, which are platforms of the game', async () => {
  const P577 = [on('1990', NES, SNES), on('2008', WII)];
  assert.deepEqual(await releases({ P400: [NES, SNES], P577 }), ['nes 1990 : ', 'snes 1990 : ', 'wii 2008 : ']);
});

test('a platform may have a date as a qualifier', async () => {
  const P400 = [{ value: NES, qualifiers: { P577: ['1990-04-26'], P291: [JAPAN] } }, SNES];
  assert.deepEqual(await releases({ P400 }), ['nes 1990-04-26 Japan: ']);
});

test('a date without a platform belongs to the only one on sale by then, else it is skipped', async () => {
  const { games, counts } = await convertItems(game({ claims: { P400: [WII, NES, WINDOWS], P577: ['1988', '1999'] } }));
  assert.deepEqual(games.flatMap(describe), []);
  assert.equal(counts['dates skipped'], 2);
  assert.deepEqual(await releases({ P400: [WII, NES], P577: ['1990', '2008'] }), ['nes 1990 : ']);
  assert.deepEqual(await releases({ P400: [NES, FAMICOM], P577: ['1990'] }), ['nes 1990 : ']);
});

test('the number of dates is limited', async () => {
  const P577 = Array.from({ length: 20_000 }, (_, i) => `${1985 + (i % 30)}-0${1 + (i % 9)}-${10 + (i % 17)}`);
  assert.equal((await releases({ P577 })).length, 500);
});

test('a date before the first sale of a platform is skipped', async () => {
  assert.deepEqual(await releases({ P400: [WII], P577: ['1985'] }), []);
});

test('an unknown platform makes a date without a platform ambiguous', async () => {
  const { games, unknown } = await convertItems(game({ claims: { P400: [NES, 'Q900000099'], P577: ['1990'] } }));
  assert.deepEqual(games.flatMap(describe), []);
  assert.deepEqual(unknown, [{ what: 'platform Q900000099', count: 1 }]);
});

test('an unknown place is counted, and its date is kept', async () => {
  const { games, unknown } = await convertItems(game({ claims: { P577: [at('1990', 'Q900000098')] } }), {
    id: 'Q900000098',
    label: 'Nowhere',
  });
  assert.deepEqual(games.flatMap(describe), ['nes 1990 : ']);
  assert.deepEqual(unknown, [{ what: 'place Nowhere (Q900000098)', count: 1 }]);
});

test('developers belong to all releases unless they name a platform', async () => {
  const claims = { P400: [NES, SNES], P577: [on('1990', NES), on('1992', SNES)], P178: [ACME, on(BLAM, SNES)] };
  assert.deepEqual(await releases(claims), ['nes 1990 : by acme', 'snes 1992 : by acme,by blam']);
});

test('a platform without a date has a release if its companies are known', async () => {
  assert.deepEqual(await releases({ P178: [ACME], P123: [BLAM] }), ['nes null : blam,by acme']);
  assert.deepEqual(await releases({}), []);
});

const TWO_PLATFORMS = { P400: [NES, SNES], P577: [on('1990', NES), on('1992', SNES)] };
const TWO_COUNTRIES = { P577: [at('1990', JAPAN), at('1991', EUROPE)] };
const ONE_DATE = { P577: ['1990'] };
const inPlace = (value: string, property: string, place: string) => ({ value, qualifiers: { [property]: [place] } });

const PUBLISHERS: [name: string, dates: object, publishers: ClaimSketch[], expected: string[], skipped: number][] = [
  ['a single one belongs to all releases', TWO_PLATFORMS, [ACME], ['nes 1990 : acme', 'snes 1992 : acme'], 0],
  ['several of a single release', ONE_DATE, [ACME, BLAM], ['nes 1990 : acme,blam'], 0],
  [
    'several of several releases are ambiguous',
    TWO_COUNTRIES,
    [ACME, BLAM],
    ['nes 1990 Japan: ', 'nes 1991 Europe: '],
    2,
  ],
  ['those that name a platform', TWO_PLATFORMS, [ACME, on(BLAM, SNES)], ['nes 1990 : acme', 'snes 1992 : blam'], 0],
  [
    'those that name a country',
    TWO_COUNTRIES,
    [at(ACME, JAPAN), at(BLAM, EUROPE)],
    ['nes 1990 Japan: acme', 'nes 1991 Europe: blam'],
    0,
  ],
  [
    'valid in place and applies to jurisdiction',
    TWO_COUNTRIES,
    [inPlace(ACME, 'P3005', JAPAN), inPlace(BLAM, 'P1001', EUROPE)],
    ['nes 1990 Japan: acme', 'nes 1991 Europe: blam'],
    0,
  ],
  ['one on an unknown platform is skipped', ONE_DATE, [on(ACME, 'Q900000099')], ['nes 1990 : '], 1],
  ['a deprecated one', ONE_DATE, [{ value: ACME, rank: 'deprecated' }], ['nes 1990 : '], 0],
  ['an unknown one', ONE_DATE, [{ snaktype: 'somevalue' }, BLAM], ['nes 1990 : blam'], 0],
];

for (const [name, dates, P123, expected, skipped] of PUBLISHERS) {
  test(`publishers: ${name}`, async () => {
    const { games, counts } = await convertItems(game({ claims: { ...dates, P123 } }), ...NAMES);
    assert.deepEqual(games.flatMap(describe), expected);
    assert.equal(counts['publishers skipped'], skipped);
  });
}

test('a company with two items is one company with the name of the catalog', async () => {
  const claims = { P577: ['1990'], P123: [ACME, 'Q900000004'], P178: ['Q900000005'] };
  const names = [...NAMES, { id: 'Q900000004', label: 'Acme, Inc.' }, { id: 'Q900000005', label: 'Hudson' }];
  assert.deepEqual(describe(await convertGame({ claims }, ...names)), ['nes 1990 : acme,by hudson-soft']);
});

test('a company without a name in the input is counted and skipped', async () => {
  const { games, unknown } = await convertItems(game({ claims: { P577: ['1990'], P123: [ACME], P178: [ACME] } }));
  assert.deepEqual(games.flatMap(describe), ['nes 1990 : ']);
  assert.deepEqual(unknown, [{ what: `company ${ACME}`, count: 2 }]);
});

test('games without a known platform are counted and skipped', async () => {
  const { games, counts } = await convertItems(
    { id: 'Q900000010', label: 'Nowhere', claims: { P31: ['Q7889'] } },
    game({ id: 'Q900000011', claims: { P400: [{ value: NES, rank: 'deprecated' }] } }),
    game({ id: 'Q900000012', claims: { P400: ['Q900000099'] } }),
    game({ id: 'Q900000013', claims: { P400: [PS4] } }),
  );
  assert.equal(games.map(({ key }) => key).join('; '), 'wikidata:Q900000013');
  assert.equal(counts['games without platform'], 3);
});
