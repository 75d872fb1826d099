import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { GameLine } from '../../../src/bundle/lines.ts';
import { type ClaimSketch, convertGame, convertItems, game, type ItemSketch } from '../../support/wikidata.ts';

const [NES, FAMICOM, SNES, WII, WINDOWS, PS4] = ['Q172742', 'Q491640', 'Q183259', 'Q8079', 'Q1406', 'Q5014725'];
const [JAPAN, NORTH_AMERICA, EUROPE] = ['Q17', 'Q49', 'Q46'];
const [ACME, BLAM] = ['Q900000002', 'Q900000003'];
const NAMES: ItemSketch[] = [
  { id: ACME, label: 'Acme', claims: { P31: ['Q4830453'] } },
  { id: BLAM, label: 'Blam', claims: { P31: ['Q4830453'] } },
];

/** `platform date countries: companies`, in the order of the bundle. */
function tell({ platforms }: GameLine): string[] {
  return platforms.flatMap(({ platform, releases = [] }) =>
    releases.map(({ release_date, countries, companies }) => {
      const told = companies.map(({ company, role }) => `${role === 'Published by' ? '' : 'by '}${company.slice(8)}`);
      return `${platform.slice(9)} ${release_date} ${countries}: ${told}`;
    }),
  );
}

async function releases(claims: Record<string, ClaimSketch[]>): Promise<string[]> {
  return tell(await convertGame({ claims }, ...NAMES));
}

const at = (value: string, ...places: string[]) => ({ value, qualifiers: { P291: places } });
const on = (value: string, ...platforms: string[]) => ({ value, qualifiers: { P400: platforms } });

const DATES: [name: string, dates: ClaimSketch[], expected: string[]][] = [
  ['a day', ['1990-04-26'], ['nes 1990-04-26 : ']],
  ['a month', ['1990-04'], ['nes 1990-04 : ']],
  ['a year', ['1990'], ['nes 1990 : ']],
  ['a day of which only the year is sure', ['1990-04-26 9'], ['nes 1990 : ']],
  ['a day that is more precise than days', ['1990-04-26 14'], ['nes 1990-04-26 : ']],
  ['a decade says too little', ['1990-00-00 8'], []],
  ['a day that no calendar has', ['1990-02-31'], ['nes 1990-02 : ']],
  ['a month that no calendar has', ['1990-13-01'], ['nes 1990 : ']],
  ['the old calendar is good for a year', ['1990-04-26 11 Q1985786'], ['nes 1990 : ']],
  ['a year that cannot be', ['0190-01-01', '2190-01-01'], []],
  ['an unknown date', [{ snaktype: 'somevalue' }, { snaktype: 'novalue' }], []],
  ['a date that is known to be wrong', [{ value: '1989', rank: 'deprecated' }, '1990'], ['nes 1990 : ']],
  [
    'a preferred date drops no other',
    [{ value: '1990-04-26', rank: 'preferred' }, at('1991-01-02', NORTH_AMERICA)],
    ['nes 1990-04-26 : ', 'nes 1991-01-02 North America: '],
  ],
  ['countries', [at('1990-04-26', EUROPE, JAPAN)], ['nes 1990-04-26 Europe,Japan: ']],
  ['a vague date that a precise one explains', ['1990', '1990-04', '1990-04-26'], ['nes 1990-04-26 : ']],
  [
    'a date that is said again with its country',
    ['1990', at('1990-04-26', JAPAN), at('1990', JAPAN), at('1990', EUROPE)],
    ['nes 1990 Europe: ', 'nes 1990-04-26 Japan: '],
  ],
];

for (const [name, dates, expected] of DATES) {
  test(`dates: ${name}`, async () => {
    assert.deepEqual(await releases({ P577: dates }), expected);
  });
}

test('a date belongs to the platforms that it names, and these are platforms of the game', async () => {
  const P577 = [on('1990', NES, SNES), on('2008', WII)];
  assert.deepEqual(await releases({ P400: [NES, SNES], P577 }), ['nes 1990 : ', 'snes 1990 : ', 'wii 2008 : ']);
});

test('a platform may have its date with it', async () => {
  const P400 = [{ value: NES, qualifiers: { P577: ['1990-04-26'], P291: [JAPAN] } }, SNES];
  assert.deepEqual(await releases({ P400 }), ['nes 1990-04-26 Japan: ']);
});

test('a date without a platform is that of the only one on sale by then, else of nobody knows which', async () => {
  const { games, counts } = await convertItems(game({ claims: { P400: [WII, NES, WINDOWS], P577: ['1988', '1999'] } }));
  assert.deepEqual(games.flatMap(tell), []);
  assert.equal(counts['dates left out'], 2);
  assert.deepEqual(await releases({ P400: [WII, NES], P577: ['1990', '2008'] }), ['nes 1990 : ']);
  assert.deepEqual(await releases({ P400: [NES, FAMICOM], P577: ['1990'] }), ['nes 1990 : ']);
});

test('of an absurd number of dates some are enough', async () => {
  const P577 = Array.from({ length: 20_000 }, (_, i) => `${1985 + (i % 30)}-0${1 + (i % 9)}-${10 + (i % 17)}`);
  assert.equal((await releases({ P577 })).length, 500);
});

test('before a platform was sold nothing came out for it', async () => {
  assert.deepEqual(await releases({ P400: [WII], P577: ['1985'] }), []);
});

test('a platform that no table knows may have been the first', async () => {
  const { games, unknown } = await convertItems(game({ claims: { P400: [NES, 'Q900000099'], P577: ['1990'] } }));
  assert.deepEqual(games.flatMap(tell), []);
  assert.deepEqual(unknown, [{ what: 'platform Q900000099', count: 1 }]);
});

test('a place that no table knows is counted, and its date stays', async () => {
  const { games, unknown } = await convertItems(game({ claims: { P577: [at('1990', 'Q900000098')] } }), {
    id: 'Q900000098',
    label: 'Nowhere',
  });
  assert.deepEqual(games.flatMap(tell), ['nes 1990 : ']);
  assert.deepEqual(unknown, [{ what: 'place Nowhere (Q900000098)', count: 1 }]);
});

test('developers are of the game, and of all its releases unless they name a platform', async () => {
  const claims = { P400: [NES, SNES], P577: [on('1990', NES), on('1992', SNES)], P178: [ACME, on(BLAM, SNES)] };
  assert.deepEqual(await releases(claims), ['nes 1990 : by acme', 'snes 1992 : by acme,by blam']);
});

test('a platform without a date has a release if its companies are known', async () => {
  assert.deepEqual(await releases({ P178: [ACME], P123: [BLAM] }), ['nes null : blam,by acme']);
  assert.deepEqual(await releases({}), []);
});

const PUBLISHERS: [name: string, claims: Record<string, ClaimSketch[]>, expected: string[], left: number][] = [
  [
    'the only one has published all',
    { P400: [NES, SNES], P577: [on('1990', NES), on('1992', SNES)], P123: [ACME] },
    ['nes 1990 : acme', 'snes 1992 : acme'],
    0,
  ],
  ['several have published a single release', { P577: ['1990'], P123: [ACME, BLAM] }, ['nes 1990 : acme,blam'], 0],
  [
    'of several releases nobody knows who published which',
    { P577: [at('1990', JAPAN), at('1991', EUROPE)], P123: [ACME, BLAM] },
    ['nes 1990 Japan: ', 'nes 1991 Europe: '],
    2,
  ],
  [
    'those who are named for a platform have published there',
    { P400: [NES, SNES], P577: [on('1990', NES), on('1992', SNES)], P123: [ACME, on(BLAM, SNES)] },
    ['nes 1990 : acme', 'snes 1992 : blam'],
    0,
  ],
  [
    'those who are named for a country have published there',
    { P577: [at('1990', JAPAN), at('1991', EUROPE)], P123: [at(ACME, JAPAN), at(BLAM, EUROPE)] },
    ['nes 1990 Japan: acme', 'nes 1991 Europe: blam'],
    0,
  ],
  [
    'places of validity and of law count as well',
    {
      P577: [at('1990', JAPAN), at('1991', EUROPE)],
      P123: [
        { value: ACME, qualifiers: { P3005: [JAPAN] } },
        { value: BLAM, qualifiers: { P1001: [EUROPE] } },
      ],
    },
    ['nes 1990 Japan: acme', 'nes 1991 Europe: blam'],
    0,
  ],
  [
    'who is named for a platform that we do not know has published none of ours',
    { P400: [NES], P577: ['1990'], P123: [on(ACME, 'Q900000099')] },
    ['nes 1990 : '],
    1,
  ],
  [
    'who is known to be wrong has not',
    { P577: ['1990'], P123: [{ value: ACME, rank: 'deprecated' }] },
    ['nes 1990 : '],
    0,
  ],
  ['an unknown one is none', { P577: ['1990'], P123: [{ snaktype: 'somevalue' }, BLAM] }, ['nes 1990 : blam'], 0],
];

for (const [name, claims, expected, left] of PUBLISHERS) {
  test(`publishers: ${name}`, async () => {
    const { games, counts } = await convertItems(game({ claims }), ...NAMES);
    assert.deepEqual(games.flatMap(tell), expected);
    assert.equal(counts['publishers left out'], left);
  });
}

test('the same company under two items is one, under the name that the catalog knows', async () => {
  const items = [
    { id: 'Q900000004', label: 'Acme, Inc.' },
    { id: 'Q900000005', label: 'Hudson' },
  ];
  const line = await convertGame(
    { claims: { P577: ['1990'], P123: [ACME, 'Q900000004'], P178: ['Q900000005'] } },
    ...NAMES,
    ...items,
  );
  assert.deepEqual(tell(line), ['nes 1990 : acme,by hudson-soft']);
});

test('a company whose name is not in the input is counted and left out', async () => {
  const { games, unknown } = await convertItems(game({ claims: { P577: ['1990'], P123: [ACME], P178: [ACME] } }));
  assert.deepEqual(games.flatMap(tell), ['nes 1990 : ']);
  assert.deepEqual(unknown, [{ what: `company ${ACME}`, count: 2 }]);
});

test('games without a platform that we know are counted and left out', async () => {
  const { games, counts } = await convertItems(
    { id: 'Q900000010', label: 'Nowhere', claims: { P31: ['Q7889'] } },
    game({ id: 'Q900000011', claims: { P400: [{ value: NES, rank: 'deprecated' }] } }),
    game({ id: 'Q900000012', claims: { P400: ['Q900000099'] } }),
    game({ id: 'Q900000013', claims: { P400: [PS4] } }),
  );
  assert.deepEqual(
    games.map(({ key }) => key),
    ['wikidata:Q900000013'],
  );
  assert.equal(counts['games without platform'], 3);
});
