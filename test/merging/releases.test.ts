import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { GamePlatformLine, ReleaseLine } from '../../src/bundle/lines.ts';
import { firstReleaseDate, isRegular } from '../../src/catalog/model/record.ts';
import { mergePlatforms } from '../../src/merging/merge/merge-platforms.ts';
import { mergeReleases } from '../../src/merging/merge/merge-releases.ts';

/** `1990-04 Japan, United States / acme / Prototype / CODE-1 CODE-2`; a question mark is an unknown date. */
function parse(text: string): ReleaseLine {
  const [head = '', publishers = '', description = '', codes = ''] = text.split('/').map((part) => part.trim());
  const [, date = '?', countries = ''] = /^(\S+) ?(.*)$/.exec(head) ?? [];
  return {
    release_date: date === '?' ? null : date,
    countries: list(countries, ', '),
    companies: list(publishers, ' ').map((name) => ({ company: `company:${name}`, role: 'Published by' })),
    description: description || null,
    product_codes: list(codes, ' ').map((product_code) => ({ product_code, product_code_type: 'Publisher code' })),
  };
}

function list(text: string, separator: string): string[] {
  return text.split(separator).filter((part) => part !== '');
}

function format({ release_date, countries, companies, description, product_codes }: ReleaseLine): string {
  return [
    `${release_date ?? '?'} ${countries.join(', ')}`,
    companies.map(({ company }) => company.replace('company:', '')).join(' '),
    description ?? '',
    product_codes.map(({ product_code }) => product_code).join(' '),
  ].join(' / ');
}

interface Case {
  name: string;
  platform?: string;
  /** By source, the most trusted first. */
  sources: string[][];
  merged: string[];
}

const CASES: Case[] = [
  {
    name: 'an unknown date is that of the releases which are known in its countries, not that of a later reissue',
    sources: [
      ['1985-09-13 Japan / acme', '1985-10 United States / acme'],
      ['? Japan, United States / / / CODE-1'],
      ['1985-09-13 Japan / acme', '2010 Japan / acme'],
    ],
    merged: [
      '1985-09-13 Japan / acme /  / CODE-1',
      '1985-10 United States / acme /  / CODE-1',
      '2010 Japan / acme /  / ',
    ],
  },
  {
    name: 'a date years before those of two other sources is a mistake',
    sources: [
      ['1995-09 United States / acme', '1996 Europe / acme'],
      ['1995-09 United States / acme', '1995-10-26 Europe / bolt'],
      ['1993-02 United States / bolt', '1993 Europe / bolt / / CODE-1'],
    ],
    merged: ['1995-09 United States / acme /  / ', '1996 Europe / acme /  / ', '1995-10-26 Europe / bolt /  / CODE-1'],
  },
  {
    name: 'a date years before that of one source, or where the date of another is unknown, is kept',
    sources: [
      ['1995 Europe / acme', '? Japan / acme'],
      ['1995 Japan / acme'],
      ['1992 Europe / bolt', '1992 Japan / bolt'],
    ],
    merged: [
      '1995 Europe / acme /  / ',
      '1995 Japan / acme /  / ',
      '1992 Europe / bolt /  / ',
      '1992 Japan / bolt /  / ',
    ],
  },
  {
    name: 'a vaguer date of one source repeats its exact one',
    sources: [['1990-11-21 Japan / nintendo'], ['1990 Japan', '1990-11 Japan / nintendo / / HVC-MW']],
    merged: ['1990-11-21 Japan / nintendo /  / HVC-MW'],
  },
  {
    name: 'what a source repeats is dropped before it is compared with other sources',
    sources: [['1995-08 Japan / square'], ['1995 Japan', '1995-09-27 Japan / square']],
    merged: ['1995-08 Japan / square /  / '],
  },
  {
    name: 'another line of a source repeats a release',
    sources: [['1990-11-21 Japan / nintendo'], ['1990-11 Japan / nintendo'], ['1990-11 Japan / nintendo / / HVC-MW']],
    merged: ['1990-11-21 Japan / nintendo /  / HVC-MW'],
  },
  {
    name: 'the month of the first source stays',
    sources: [['1995-08 United States / square'], ['1995-09-27 United States / square']],
    merged: ['1995-08 United States / square /  / '],
  },
  {
    name: 'a year may be off by one',
    sources: [['1992-04-11 Europe / nintendo'], ['1997 Europe / nintendo', '1991 Europe / nintendo']],
    merged: ['1992-04-11 Europe / nintendo /  / ', '1997 Europe / nintendo /  / '],
  },
  {
    name: 'a release without a country is one of those with a country',
    sources: [['2014 Japan / nintendo', '2014 / nintendo']],
    merged: ['2014 Japan / nintendo /  / '],
  },
  {
    name: 'a release in several countries loses those that have their own',
    sources: [
      ['1991-10-25 Europe / sega', '1991-11 United States / sega', '1992-01 Brazil / bolt'],
      ['1991 Brazil, Europe, United States / sega'],
    ],
    merged: [
      '1991-10-25 Europe / sega /  / ',
      '1991-11 United States / sega /  / ',
      '1992-01 Brazil / bolt /  / ',
      '1991 Brazil / sega /  / ',
    ],
  },
  {
    name: 'a country is part of its region, unless it has a code or an exact date of its own',
    sources: [
      [
        '1992 Europe / us-gold',
        '1992 United Kingdom / us-gold',
        '? France',
        '? Germany / / / 123',
        '1992-03 Spain',
        '1992 Australia / us-gold',
      ],
    ],
    merged: [
      '1992 Europe / us-gold /  / ',
      '? Germany /  /  / 123',
      '1992-03 Spain /  /  / ',
      '1992 Australia / us-gold /  / ',
    ],
  },
  {
    name: 'a vague release worldwide repeats those of two areas, but not of one',
    sources: [['1991-12 Europe / sega', '1991-12-28 Japan / sega', '1991 Worldwide / sega']],
    merged: ['1991-12 Europe / sega /  / ', '1991-12-28 Japan / sega /  / '],
  },
  {
    name: 'one area is not the world',
    sources: [['1991-12-28 Japan / sega', '1991 Worldwide / sega']],
    merged: ['1991-12-28 Japan / sega /  / ', '1991 Worldwide / sega /  / '],
  },
  {
    name: 'versions are not editions',
    sources: [['1991-12-28 Japan / sega'], ['1991-12-28 Japan / sega / v0; v1']],
    merged: ['1991-12-28 Japan / sega /  / '],
  },
  {
    name: 'editions stay apart',
    sources: [
      ['1991 United States / nintendo / Prototype', '1996 United States / nintendo / Rev 1; Player’s Choice'],
      ['1991 United States / nintendo', '1996 United States / nintendo / v1; Player’s Choice'],
    ],
    merged: [
      '1991 United States / nintendo / Prototype / ',
      '1996 United States / nintendo / Rev 1; Player’s Choice / ',
      '1991 United States / nintendo /  / ',
    ],
  },
  {
    name: 'other publishers stay apart, unless the day or the code is the same',
    sources: [
      ['1984 Japan / acme', '1991-02-03 Japan / acme', '1993 Japan / acme / / HVC-A'],
      ['1984 Japan / bolt', '1991-02-03 Japan / bolt', '1993 Japan / bolt / / HVC-A'],
    ],
    merged: [
      '1984 Japan / acme /  / ',
      '1991-02-03 Japan / acme /  / ',
      '1993 Japan / acme /  / HVC-A',
      '1984 Japan / bolt /  / ',
    ],
  },
  {
    name: 'a code moves to the release of its area',
    platform: 'platform:snes',
    sources: [['1991 United States / / / SHVC-MW SNS-MW-USA SNSP-MW-NOE', '1990 Japan', '1992 Germany']],
    merged: ['1991 United States /  /  / SNS-MW-USA', '1990 Japan /  /  / SHVC-MW', '1992 Germany /  /  / SNSP-MW-NOE'],
  },
  {
    name: 'a code without a release in its area is left out; unknown countries and Asia have all codes',
    platform: 'platform:playstation',
    sources: [['1997 Europe / / / SLPS-00700', '1998 / / / SLPS-00701', '1999 South Korea / / / SLUS-00702']],
    merged: ['1997 Europe /  /  / ', '1998  /  /  / SLPS-00701', '1999 South Korea /  /  / SLUS-00702'],
  },
  {
    name: 'a Sega number without letters is not Japanese',
    platform: 'platform:game-gear',
    sources: [['1991 Japan / / / 2408 G-3307', '1991 Europe']],
    merged: ['1991 Japan /  /  / G-3307', '1991 Europe /  /  / 2408'],
  },
  {
    name: 'a Sega number without an addition is American if the game was sold there',
    platform: 'platform:game-gear',
    sources: [['1993 Europe / / / 2510', '1994 United States / / / 2510 2510-50 T-44017', '1995 Japan / / / T-81308']],
    merged: ['1993 Europe /  /  / 2510-50', '1994 United States /  /  / 2510 T-81308', '1995 Japan /  /  / T-44017'],
  },
  {
    name: 'a code appears once: without discs, prints and spellings, with its country',
    platform: 'platform:snes',
    sources: [['1991 United States / / / SNS-MW SNS-MW-USA SNS-MW-USA-1 sns-mw-usa']],
    merged: ['1991 United States /  /  / SNS-MW-USA'],
  },
  {
    name: 'a code that two releases took over from one moves to its area once',
    platform: 'platform:snes',
    sources: [['1991 Worldwide / / / SHVC-MW', '1991-08 United States', '1991-09 Germany', '1990 Japan']],
    merged: ['1991-08 United States /  /  / ', '1991-09 Germany /  /  / ', '1990 Japan /  /  / SHVC-MW'],
  },
];

for (const { name, platform = 'platform:nes', sources, merged } of CASES)
  test(name, () => {
    const lines = sources.map((releases, i) => ({
      source: `source-${i}`,
      value: { platform, releases: releases.map(parse) },
    }));
    assert.deepEqual(mergeReleases(lines).value.map(format), merged);
  });

interface FirstDate {
  platform?: string;
  /** By source, the most trusted first: its releases. */
  sources: Record<string, string[]>;
  /** A first date that the last source states. */
  stated?: string;
  first: string;
}

const LATER = { gamedatabase: ['1991-08-09 Japan', '1991-05 Europe'] };
const FIRST_DATES: Record<string, FirstDate> = {
  'a release that a more trusted source dates later does not count': {
    sources: { one: ['1987-08-15 United States'], two: ['1986-08 United States'] },
    stated: '1986-08',
    first: '1987-08',
  },
  'a pirate, a demo or a prototype does not count beside a regular release': {
    sources: {
      one: ['1996-02-27 Japan'],
      two: ['1995 Hong Kong / / Pirate', '1995-11 Japan / / Demo', '1994 / / Prototype'],
    },
    first: '1996-02',
  },
  'a prototype counts where nothing else is known': { sources: { one: ['1994 Japan / / Prototype'] }, first: '1994' },
  'a date that none of the releases has counts': {
    sources: { one: ['1990 Europe'], two: ['? Japan'] },
    stated: '1988',
    first: '1988',
  },
  'a stated date does not count beside an earlier regular release': {
    sources: { one: ['1989 Japan', '1990 Europe'] },
    stated: '1990',
    first: '1989',
  },
  'an unlicensed release is a regular one': {
    sources: { one: ['1991-05 Europe / / Unlicensed', '1992 Europe'] },
    first: '1991-05',
  },
  'a stated date counts before a demo': {
    sources: { one: ['1997 Japan / / Demo'], two: [] },
    stated: '1999',
    first: '1999',
  },
  'the earliest of several sources counts': { sources: { one: ['1990 Europe'], two: ['1988 Japan'] }, first: '1988' },
  'the year before that of the starter catalog is that of the copyright': {
    platform: 'arcade',
    sources: { starter: ['1981 / / a'], mame: ['1980 / / b'] },
    first: '1981',
  },
  'a month is not that of a copyright': {
    platform: 'arcade',
    sources: { starter: ['1981 / / a'], mame: ['1980-05 / / b'] },
    first: '1980-05',
  },
  'two years before is not that of a copyright': {
    platform: 'arcade',
    sources: { starter: ['1981 / / a'], mame: ['1979 / / b'] },
    first: '1979',
  },
  'an own bundle is not the starter catalog': {
    platform: 'arcade',
    sources: { own: ['1981 / / a'], mame: ['1980 / / b'] },
    first: '1980',
  },
  'the year before the platform is that of the copyright': { sources: { mame: ['1982'] }, first: '1983' },
  'two years before the platform are a mistake of somebody else': { sources: { mame: ['1981'] }, first: '1981' },
  'the starter catalog knows better than the year of the platform': { sources: { starter: ['1982'] }, first: '1982' },
  'a year alone is that of the copyright, if a trusted source knows months of years later': {
    platform: 'genesis',
    sources: { ...LATER, mame: ['1989 Europe'] },
    first: '1991-05',
  },
  'a year in no country, too': { platform: 'genesis', sources: { ...LATER, mame: ['1989'] }, first: '1991-05' },
  'a year in another country counts': {
    platform: 'genesis',
    sources: { ...LATER, mame: ['1989 Brazil'] },
    first: '1989',
  },
  'a month counts': { platform: 'genesis', sources: { ...LATER, mame: ['1989-05 Europe'] }, first: '1989-05' },
  'a year of the trusted source itself counts': {
    platform: 'genesis',
    sources: { gamedatabase: [...LATER.gamedatabase, '1989 Japan'] },
    first: '1989',
  },
  'a year on a computer counts': { platform: 'msx', sources: { ...LATER, mame: ['1989 Europe'] }, first: '1989' },
};

for (const [name, { platform = 'nes', sources, stated, first }] of Object.entries(FIRST_DATES)) {
  test(`first date: ${name}`, () => {
    const last = Object.keys(sources).at(-1);
    const layers = Object.entries(sources).map(([source, releases]) => {
      const own = { platform: `platform:${platform}`, releases: releases.map(parse) };
      const platforms = [source === last && stated ? { ...own, first_release_date: stated } : own];
      return { source, value: { key: source, title: 'Hop', platforms } };
    });
    assert.equal(firstDate(mergePlatforms(layers, () => '').platforms[0]), first);
  });
}

test('first date: nothing is older than the game in the starter catalog, where that has no date', () => {
  const on = (platform: string, date: string) => ({ platform: `platform:${platform}`, releases: [parse(date)] });
  const first = (known: ReturnType<typeof on>[], date = '1978') => {
    const layers = [
      { source: 'starter', value: { key: 'starter:hop', title: 'Hop', platforms: known } },
      { source: 'mame', value: { key: 'mame:hop', title: 'Hop', platforms: [on('apple-ii', date)] } },
    ];
    const { platforms } = mergePlatforms(layers, () => '');
    return firstDate(platforms.find(({ platform }) => platform === 'platform:apple-ii'));
  };
  assert.equal(first([on('commodore-64', '1987-05')]), '1987');
  assert.equal(first([on('commodore-64', '1987-05'), on('apple-ii', '?')]), '1987');
  assert.equal(first([on('commodore-64', '1977')]), '1978');
  assert.equal(first([on('commodore-64', '1987-05')], '1986-07'), '1986-07', 'a month is no copyright');
});

/** The first date of a platform, which must be that of its first regular release, or else of its first release. */
function firstDate({ first_release_date: date, releases = [] }: Partial<GamePlatformLine> = {}) {
  const dated = releases.filter(({ release_date }) => release_date !== null);
  const regular = dated.filter(isRegular);
  const expected = firstReleaseDate((regular.length > 0 ? regular : dated).map(({ release_date }) => release_date));
  if (expected !== null) assert.equal(date, expected, JSON.stringify(releases));
  return date;
}
