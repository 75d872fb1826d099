import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  byFirstRelease,
  firstReleaseDate,
  type GameRecord,
  preferPlatforms,
  type RecordPlatform,
} from '../../src/catalog/model/record.ts';
import { detailsOf } from '../../src/catalog/render/render.ts';

const CASES: [name: string, dates: (string | null)[], first: string | null][] = [
  ['no date is known', [null, null], null],
  ['no release', [], null],
  ['a day is cut to its month', ['1985-09-13'], '1985-09'],
  ['the earliest year counts', ['1987-01', '1985'], '1985'],
  ['within a year a known month beats an unknown one', ['1985', '1985-10', '1985-09-13'], '1985-09'],
  ['unknown dates do not count', [null, '1990'], '1990'],
];

for (const [name, dates, first] of CASES) {
  test(`the first release: ${name} (contract gap 26)`, () => assert.equal(firstReleaseDate(dates), first));
}

test('platforms are sorted by first release: imprecise dates after precise ones, unknown dates last', () => {
  const dates = [null, '1991', '1991-06-23', '1991-12', '1992', '1991-12-28', '1990'];
  const ordered = byFirstRelease(dates.map((first_release_date) => ({ first_release_date })));
  assert.deepEqual(
    ordered.map(({ first_release_date }) => first_release_date),
    ['1990', '1991-06-23', '1991-12-28', '1991-12', '1991', '1992', null],
  );
});

test('lists name the chosen platforms first, then an arcade game of the first year, then by date', () => {
  const platforms = [
    { platform_id: 1, platform_name: 'NES', first_release_date: '1985' },
    { platform_id: 2, platform_name: 'Atari 8-bit', first_release_date: '1982-05' },
    { platform_id: 3, platform_name: 'Arcade', first_release_date: '1982' },
  ];
  const namesOf = (list: typeof platforms, ...chosen: number[]) =>
    preferPlatforms(list, chosen)
      .map(({ platform_name }) => platform_name)
      .join();
  assert.equal(namesOf(platforms), 'Arcade,Atari 8-bit,NES');
  assert.equal(namesOf(platforms, 1), 'NES,Arcade,Atari 8-bit');
  const later = platforms.map((one) => ({ ...one, ...(one.platform_id === 3 && { first_release_date: '1983-01' }) }));
  assert.equal(namesOf(later), 'Atari 8-bit,Arcade,NES', 'an arcade version of a later year is a port');
  const inCabinet = [...platforms, { platform_id: 4, platform_name: 'Genesis', first_release_date: '1982-01' }];
  assert.equal(namesOf(inCabinet), 'Genesis,Atari 8-bit,Arcade,NES', 'a console game in a cabinet');
  const undated = platforms.map((one) => ({ ...one, first_release_date: null as unknown as string }));
  assert.equal(namesOf(undated), 'NES,Atari 8-bit,Arcade');
});

const ORDERS: [about: string, before: (string | null)[], after: (string | null)[]][] = [
  ['nothing to move', [null, 'Rev 1'], [null, 'Rev 1']],
  [
    'each kind of irregular release',
    ['Prototype', 'Demo', 'Pirate', 'Hack', 'Cracked', 'Unreleased', 'Bootleg', null],
    [null, 'Prototype', 'Demo', 'Pirate', 'Hack', 'Cracked', 'Unreleased', 'Bootleg'],
  ],
  [
    'a kind among others',
    ['Demo; Prototype; Version 0.9', 'Unlicensed; Pirate', 'Unlicensed'],
    ['Unlicensed', 'Demo; Prototype; Version 0.9', 'Unlicensed; Pirate'],
  ],
  [
    'a kind with more words',
    ['prototype 2', 'pirate (Famicom)', 'Budget'],
    ['Budget', 'prototype 2', 'pirate (Famicom)'],
  ],
  [
    'words that only look like a kind',
    ['Hacker Edition', 'Demolition Pack', 'With demo disc', 'Homebrew'],
    ['Hacker Edition', 'Demolition Pack', 'With demo disc', 'Homebrew'],
  ],
  ['only irregular releases', ['Pirate', 'Hack'], ['Pirate', 'Hack']],
  ['none', [], []],
];

for (const [about, before, after] of ORDERS) {
  test(`regular releases come first: ${about} (contract gap 32)`, () => {
    const releases = before.map((description) => ({
      release_date: null,
      countries: [],
      companies: [],
      description,
      product_codes: [],
    }));
    const details = detailsOf({ game_id: 1 } as GameRecord, { releases } as unknown as RecordPlatform, {
      originalFields: false,
    });
    assert.deepEqual(
      details.releases.map(({ description }) => description),
      after,
    );
  });
}
