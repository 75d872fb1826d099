import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listExternalIds } from '../../src/store/external-ids.ts';
import { dateNumber, FLAGS, type Flag, filtersOf, hashTerm, kindsExcept } from '../../src/store/game-filters.ts';
import { filteredRecord, filteredRelease as release } from '../support/samples/snapshot.ts';

type FilteredRecord = Parameters<typeof filtersOf>[0];
type FilteredPlatform = FilteredRecord['platforms'][number];

const platform = (own: Partial<FilteredPlatform> = {}) =>
  filteredRecord([{ releases: [], ...own }]).platforms[0] as FilteredPlatform;
const record = (own: Partial<FilteredRecord> = {}): FilteredRecord => ({
  ...filteredRecord([{ releases: [] }]),
  ...own,
});
const kind = (name: string) => ({ attribute_name: name, attribute_category_name: 'Kind' });
const flagsOf = (one: FilteredRecord) =>
  Object.keys(FLAGS).filter((flag) => (filtersOf(one).flags & FLAGS[flag as Flag]) !== 0);

test('companies are listed by role, once each', () => {
  const companies = [
    { company_id: 9, role: 'Published by' },
    { company_id: 7, role: 'Published by' },
    { company_id: 7, role: 'Developed by' },
    { company_id: 5, role: 'Ported by' },
    { company_id: 4, role: 'toString' },
  ];
  const one = record({ platforms: [platform({ releases: [release({ companies }), release({ companies })] })] });
  const { published, developed, credited } = filtersOf(one);
  assert.deepEqual([published, developed, credited], [[7, 9], [7], [4, 5]]);
});

test('countries, codes and external ids are terms, without case and punctuation', () => {
  const own = release({
    countries: ['Japan', 'Türkiye'],
    product_codes: [{ product_code: 'SLPS-007 00' }, { product_code: 'slps00700' }],
  });
  const external_ids = [{ source: 'wikidata', id: 'Q12393' }];
  const { terms } = filtersOf(record({ external_ids, platforms: [platform({ releases: [own] })] }));
  const expected = ['country japan', 'country turkiye', 'code SLPS00700', 'id wikidata:Q12393'];
  assert.deepEqual(terms, [...expected, 'original on 1'].map(hashTerm));
});

test('a platform is the original one if the game came out there in its first year', () => {
  const originals = (...dates: (string | null)[]) => {
    const platforms = dates.map((first_release_date, i) => platform({ platform_id: i, first_release_date }));
    const { terms } = filtersOf(record({ platforms }));
    return dates.flatMap((_, i) => (terms.includes(hashTerm(`original on ${i}`)) ? [i] : []));
  };
  assert.deepEqual(originals('1991-11', '1991', '1992-01', null), [0, 1]);
  assert.deepEqual(originals(null, null), [0, 1], 'without dates, all');
});

test('the largest number of players on any platform is a term for each number up to four', () => {
  const players = (attribute_name: string) => ({
    attribute_name,
    attribute_category_name: 'Number of Players Supported',
  });
  const listed = (...names: string[]) => {
    const { terms } = filtersOf(record({ platforms: names.map((name) => platform({ attributes: [players(name)] })) }));
    return [1, 2, 3, 4].filter((number) => terms.includes(hashTerm(`players ${number}`)));
  };
  assert.deepEqual(listed('1 Player'), [1]);
  assert.deepEqual(listed('2 Players'), [2]);
  assert.deepEqual(listed('1 Player', '1-3 Players'), [2, 3]);
  assert.deepEqual(listed('1-16 Players'), [2, 3, 4]);
  assert.deepEqual(listed('Massively Multiplayer'), [2, 3, 4]);
  assert.deepEqual(listed('Unknown'), []);
});

test('the number of players on each platform is a term, and whether they play together', () => {
  const attribute = (attribute_name: string, attribute_category_name: string) => ({
    attribute_name,
    attribute_category_name,
  });
  const together = [
    attribute('1-2 Players', 'Number of Players Supported'),
    attribute('Cooperative', 'Multiplayer Options'),
  ];
  const { terms } = filtersOf(
    record({
      platforms: [
        platform({ platform_id: 7, attributes: [attribute('1 Player', 'Number of Players Supported')] }),
        platform({ platform_id: 9, attributes: together }),
        platform({ platform_id: 11, attributes: [attribute('Versus', 'Multiplayer Options')] }),
      ],
    }),
  );
  const anywhere = ['players 2', 'players cooperative'];
  const expected = [...anywhere, 'players 1 on 7', 'players 2 on 9', 'players cooperative on 9'];
  const originals = [7, 9, 11].map((id) => `original on ${id}`);
  assert.deepEqual(terms, [...expected, ...originals].map(hashTerm));
});

test('a compilation is a multicart by its title, or by fewer games and an unlicensed release', () => {
  const isMulticart = (title: string, name = 'Compilation', description: string | null = null) =>
    flagsOf(
      record({ title, platforms: [platform({ attributes: [kind(name)], releases: [release({ description })] })] }),
    ).includes('multicart');
  for (const title of ['10 in 1', 'Super 42-in-1', '5 Games in One', 'My Multicart'])
    assert.ok(isMulticart(title), title);
  for (const title of ['4 in 1 Fun Pak', '2 Games in 1: Hop + Skip', 'All-Stars', 'Skin 1'])
    assert.ok(!isMulticart(title), title);
  assert.ok(isMulticart('4 in 1', 'Compilation', 'Unlicensed; 4B-001'));
  assert.ok(!isMulticart('10 in 1', 'Homebrew'), 'only compilations');
});

const FRONT = { covers: [{ scan_of: 'Front Cover' }] };
const UNRELEASED = release({ description: 'Prototype; Unreleased' });
const PROTOTYPE = release({ description: 'Prototype; v2' });

const FLAG_CASES: [string, FilteredRecord, Flag[]][] = [
  ['nothing', record(), []],
  ['a front cover', record({ platforms: [platform({ cover_groups: [FRONT] })] }), ['cover']],
  ['a manual only', record({ platforms: [platform({ cover_groups: [{ covers: [{ scan_of: 'Manual' }] }] })] }), []],
  ['a screenshot', record({ platforms: [platform(), platform({ screenshots: [{}] })] }), ['screenshot']],
  ['a description and a score', record({ description: 'x', catalog_score: 0 }), ['description', 'score']],
  ['a pirate', record({ platforms: [platform({ attributes: [kind('Pirate')] })] }), ['pirate']],
  ['an unknown disk', record({ platforms: [platform({ attributes: [kind('Unknown disk')] })] }), ['unknown-disk']],
  ['a pirate port', record({ platforms: [platform({ attributes: [kind('Pirate')] }), platform()] }), []],
  [
    'a pirate and a prototype',
    record({ platforms: [platform({ attributes: [kind('Pirate')] }), platform({ attributes: [kind('Prototype')] })] }),
    ['prototype', 'pirate'],
  ],
  ['only unreleased', record({ platforms: [platform({ releases: [UNRELEASED] })] }), ['unreleased']],
  ['a prototype beside', record({ platforms: [platform({ releases: [UNRELEASED, PROTOTYPE] })] }), ['unreleased']],
  ['only a prototype', record({ platforms: [platform({ releases: [PROTOTYPE] })] }), []],
  ['also released', record({ platforms: [platform({ releases: [UNRELEASED, release()] })] }), []],
];
for (const [name, one, expected] of FLAG_CASES)
  test(`flags of a game with ${name}`, () => assert.deepEqual(flagsOf(one), expected));

test('every kind has a flag of its own, and all but some can be asked for', async () => {
  const { GAME_KINDS } = await import('../../src/vocabulary/kinds.ts');
  for (const name of GAME_KINDS) assert.ok(name in FLAGS, name);
  const hidden = kindsExcept('compilation', 'homebrew');
  const shown = Object.entries(FLAGS).filter(([, flag]) => (hidden & flag) === 0);
  const others = ['cover', 'screenshot', 'description', 'score', 'compilation', 'homebrew', 'unreleased', 'multicart'];
  assert.deepEqual(
    shown.map(([name]) => name),
    others,
  );
});

const DATE_CASES: [string, FilteredPlatform[], string | undefined][] = [
  ['no date', [platform()], undefined],
  ['a year', [platform({ first_release_date: '1987' })], '1987'],
  [
    'the earlier platform',
    [platform({ first_release_date: '1987' }), platform({ first_release_date: '1986-02' })],
    '1986-02',
  ],
  [
    'a month before its year',
    [platform({ first_release_date: '1986' }), platform({ first_release_date: '1986-11' })],
    '1986-11',
  ],
  [
    'the day of a release in that month',
    [
      platform({
        first_release_date: '1986-02',
        releases: [release({ release_date: '1986-02-21' }), release({ release_date: '1986-01-01' })],
      }),
    ],
    '1986-02-21',
  ],
];
for (const [name, platforms, expected] of DATE_CASES)
  test(`the first release is ${name}`, () =>
    assert.equal(filtersOf(record({ platforms })).release, dateNumber(expected)));

test('dates sort by time, and vague ones after precise ones', () => {
  const dates = ['1985-09-13', '1985-09-14', '1985-09', '1985-12-31', '1985-12', '1985', '1986-01-01'];
  assert.deepEqual(
    dates.toSorted((a, b) => dateNumber(a) - dateNumber(b)),
    dates,
  );
});

test('external ids are ids of databases and names in MAME, sorted, once each', () => {
  const lines = [
    { key: 'mame:nes/smb', members: ['mame:nes/smb', 'mame:nes/smb1'], ids: { sha1: ['x'], crc32: ['y'], md5: ['z'] } },
    { key: 'wikidata:Q11168', ids: { wikidata: ['Q11168'], key: ['mame:nes/other'] } },
    { key: 'wikipedia:Q11168', ids: { wikidata: ['Q11168'] } },
    { key: 'libretro:nes/smb' },
  ];
  assert.deepEqual(listExternalIds(lines), [
    { source: 'mame', id: 'nes/smb' },
    { source: 'mame', id: 'nes/smb1' },
    { source: 'wikidata', id: 'Q11168' },
  ]);
});
