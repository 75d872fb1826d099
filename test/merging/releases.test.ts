import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { GamePlatformLine, ReleaseLine } from '../../src/bundle/lines.ts';
import { firstReleaseDate, isRegular } from '../../src/catalog/model/record.ts';
import { mergePlatforms } from '../../src/merging/merge/merge-platforms.ts';
import { mergeReleases } from '../../src/merging/merge/merge-releases.ts';

/** `1990-04 Japan, United States / acme +developer / Prototype / CODE-1 CODE-2`; a question mark is an unknown date. */
function parse(text: string): ReleaseLine {
  const [head = '', publishers = '', description = '', codes = ''] = text.split('/').map((part) => part.trim());
  const [, date = '?', countries = ''] = /^(\S+) ?(.*)$/.exec(head) ?? [];
  return {
    release_date: date === '?' ? null : date,
    countries: list(countries, ', '),
    companies: list(publishers, ' ').map((name) => ({
      company: `company:${name.replace('+', '')}`,
      role: name.startsWith('+') ? 'Developed by' : 'Published by',
    })),
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
    companies.map(({ company, role }) => company.replace('company:', role === 'Developed by' ? '+' : '')).join(' '),
    description ?? '',
    product_codes.map(({ product_code }) => product_code).join(' '),
  ].join(' / ');
}

/** Each case: its name, maybe a platform, the releases of each source, the most trusted first, and those of the game. */
const CASES = `
# an unknown date is that of the releases which are known in its countries, not that of a later reissue
1985-09-13 Japan / acme | 1985-10 United States / acme
? Japan, United States / / / CODE-1
1985-09-13 Japan / acme | 2010 Japan / acme
= 1985-09-13 Japan / acme / / CODE-1 | 1985-10 United States / acme / / CODE-1 | 2010 Japan / acme

# an unknown date is that of the release whose date is known more exactly
1990 Japan / bolt | 1990-05 Japan / acme | ? Japan / / / CODE-1
= 1990 Japan / bolt | 1990-05 Japan / acme / / CODE-1

# a date years before those of two other sources is a mistake
1995-09 United States / acme | 1996 Europe / acme
1995-09 United States / acme | 1995-10-26 Europe / bolt
1993-02 United States / bolt | 1993 Europe / bolt / / CODE-1
= 1995-09 United States / acme | 1996 Europe / acme | 1995-10-26 Europe / bolt / / CODE-1

# a date years before that of one source, or where the date of another is unknown, is kept
1995 Europe / acme | ? Japan / acme
1995 Japan / acme
1992 Europe / bolt | 1992 Japan / bolt
= 1995 Europe / acme | 1995 Japan / acme | 1992 Europe / bolt | 1992 Japan / bolt

# the same release of two sources is combined: the exact date, missing roles and all codes
1990 Japan / acme / / A
1990-04-26 Japan / acme +bolt / / A B | 1990 Japan / bolt | 1990 Japan / acme / Prototype | 1995 Japan / acme
= 1990-04-26 Japan / acme +bolt / / A B | 1990 Japan / bolt | 1990 Japan / acme / Prototype | 1995 Japan / acme

# two releases of one source stay separate, even if both resemble one of another source
1990 Japan
1990-01 Japan | 1990-05 Japan
= 1990-01 Japan | 1990-05 Japan

# a branch of a company counts as the company
1990 United States / acme-of-america
1990-10 United States / acme
= 1990-10 United States / acme-of-america

# a vaguer date of one source repeats its exact one
1990-11-21 Japan / nintendo
1990 Japan | 1990-11 Japan / nintendo / / HVC-MW
= 1990-11-21 Japan / nintendo / / HVC-MW

# what a source repeats is dropped before it is compared with other sources
1995-08 Japan / square
1995 Japan | 1995-09-27 Japan / square
= 1995-08 Japan / square

# another line of a source repeats a release
1990-11-21 Japan / nintendo
1990-11 Japan / nintendo
1990-11 Japan / nintendo / / HVC-MW
= 1990-11-21 Japan / nintendo / / HVC-MW

# the month of the first source stays
1995-08 United States / square
1995-09-27 United States / square
= 1995-08 United States / square

# a year may be off by one
1992-04-11 Europe / nintendo
1997 Europe / nintendo | 1991 Europe / nintendo
= 1992-04-11 Europe / nintendo | 1997 Europe / nintendo

# a release without a country is one of those with a country
2014 Japan / nintendo | 2014 / nintendo
= 2014 Japan / nintendo

# a release in several countries loses those that have their own
1991-10-25 Europe / sega | 1991-11 United States / sega | 1992-01 Brazil / bolt
1991 Brazil, Europe, United States / sega
= 1991-10-25 Europe / sega | 1991-11 United States / sega | 1992-01 Brazil / bolt | 1991 Brazil / sega

# a country is part of its region, unless it has a code or an exact date of its own
1992 Europe / a | 1992 United Kingdom / a | ? France | ? Germany / / / 123 | 1992-03 Spain | 1992 Australia / a
= 1992 Europe / a | ? Germany / / / 123 | 1992-03 Spain | 1992 Australia / a

# a vague release worldwide repeats those of two areas, but not of one
1991-12 Europe / sega | 1991-12-28 Japan / sega | 1991 Worldwide / sega
= 1991-12 Europe / sega | 1991-12-28 Japan / sega

# one area is not the world
1991-12-28 Japan / sega | 1991 Worldwide / sega
= 1991-12-28 Japan / sega | 1991 Worldwide / sega

# versions are not editions
1991-12-28 Japan / sega
1991-12-28 Japan / sega / v0; v1
= 1991-12-28 Japan / sega

# editions stay apart
1991 United States / a / Prototype | 1996 United States / a / Rev 1; Player’s Choice
1991 United States / a | 1996 United States / a / v1; Player’s Choice
= 1991 United States / a / Prototype | 1996 United States / a / Rev 1; Player’s Choice | 1991 United States / a

# other publishers stay apart, unless the day or the code is the same
1984 Japan / acme | 1991-02-03 Japan / acme | 1993 Japan / acme / / HVC-A
1984 Japan / bolt | 1991-02-03 Japan / bolt | 1993 Japan / bolt / / HVC-A
= 1984 Japan / acme | 1991-02-03 Japan / acme | 1993 Japan / acme / / HVC-A | 1984 Japan / bolt

# snes: a code moves to the release of its area
1991 United States / / / SHVC-MW SNS-MW-USA SNSP-MW-NOE | 1990 Japan | 1992 Germany
= 1991 United States / / / SNS-MW-USA | 1990 Japan / / / SHVC-MW | 1992 Germany / / / SNSP-MW-NOE

# playstation: a code without a release in its area is left out; unknown countries and Asia have all codes
1997 Europe / / / SLPS-00700 | 1998 / / / SLPS-00701 | 1999 South Korea / / / SLUS-00702
= 1997 Europe | 1998 / / / SLPS-00701 | 1999 South Korea / / / SLUS-00702

# game-gear: a Sega number without letters is not Japanese
1991 Japan / / / 2408 G-3307 | 1991 Europe
= 1991 Japan / / / G-3307 | 1991 Europe / / / 2408

# game-gear: a Sega number without an addition is American if the game was sold there
1993 Europe / / / 2510 | 1994 United States / / / 2510 2510-50 T-44017 | 1995 Japan / / / T-81308
= 1993 Europe / / / 2510-50 | 1994 United States / / / 2510 T-81308 | 1995 Japan / / / T-44017

# snes: a code appears once: without discs, prints and spellings, with its country
1991 United States / / / SNS-MW SNS-MW-USA SNS-MW-USA-1 sns-mw-usa
= 1991 United States / / / SNS-MW-USA

# snes: a code that two releases took over from one moves to its area once
1991 Worldwide / / / SHVC-MW | 1991-08 United States | 1991-09 Germany | 1990 Japan
= 1991-08 United States | 1991-09 Germany | 1990 Japan / / / SHVC-MW
`;

for (const text of CASES.trim().split('\n\n')) {
  const [head = '', ...lines] = text.split('\n');
  const [, slug = 'nes', name = ''] = /^# (?:([\w-]+): (?=a code|a Sega))?(.*)$/.exec(head) ?? [];
  const platform = `platform:${slug}`;
  test(name, () => {
    const all = lines.map((line) => list(line.replace('= ', ''), ' | ').map(parse));
    const sources = all.slice(0, -1).map((releases, i) => ({ source: `source-${i}`, value: { platform, releases } }));
    assert.deepEqual(mergeReleases(sources).value.map(format), all.at(-1)?.map(format));
  });
}

const LATER = 'gamedatabase: 1991-08-09 Japan | 1991-05 Europe';
/** A platform, the releases of each source, the most trusted first, maybe a first date that the last one states, and that of the game. */
const FIRST_DATES: Record<string, [platform: string, sources: string[], first: string, stated?: string]> = {
  'a release that a more trusted source dates later does not count': [
    'nes',
    ['one: 1987-08-15 United States', 'two: 1986-08 United States'],
    '1987-08',
    '1986-08',
  ],
  'a pirate, a demo or a prototype does not count beside a regular release': [
    'nes',
    ['one: 1996-02-27 Japan', 'two: 1995 Hong Kong / / Pirate | 1995-11 Japan / / Demo | 1994 / / Prototype'],
    '1996-02',
  ],
  'a prototype counts where nothing else is known': ['nes', ['one: 1994 Japan / / Prototype'], '1994'],
  'a date that none of the releases has counts': ['nes', ['one: 1990 Europe', 'two: ? Japan'], '1988', '1988'],
  'a stated date does not count beside an earlier regular release': [
    'nes',
    ['one: 1989 Japan | 1990 Europe'],
    '1989',
    '1990',
  ],
  'an unlicensed release is a regular one': ['nes', ['one: 1991-05 Europe / / Unlicensed | 1992 Europe'], '1991-05'],
  'a stated date counts before a demo': ['nes', ['one: 1997 Japan / / Demo', 'two: '], '1999', '1999'],
  'the earliest of several sources counts': ['nes', ['one: 1990 Europe', 'two: 1988 Japan'], '1988'],
  'the year before the starter catalog is that of the copyright': [
    'arcade',
    ['starter: 1981 / / a', 'mame: 1980 / / b'],
    '1981',
  ],
  'a month is not that of a copyright': ['arcade', ['starter: 1981 / / a', 'mame: 1980-05 / / b'], '1980-05'],
  'two years before is not that of a copyright': ['arcade', ['starter: 1981 / / a', 'mame: 1979 / / b'], '1979'],
  'an own bundle is not the starter catalog': ['arcade', ['own: 1981 / / a', 'mame: 1980 / / b'], '1980'],
  'the year before the platform is that of the copyright': ['nes', ['mame: 1982'], '1983'],
  'two years before the platform are a mistake of somebody else': ['nes', ['mame: 1981'], '1981'],
  'the starter catalog knows better than the year of the platform': ['nes', ['starter: 1982'], '1982'],
  'a year alone is that of the copyright, if a trusted source knows months of years later': [
    'genesis',
    [LATER, 'mame: 1989 Europe'],
    '1991-05',
  ],
  'a year in no country, too': ['genesis', [LATER, 'mame: 1989'], '1991-05'],
  'a year in another country counts': ['genesis', [LATER, 'mame: 1989 Brazil'], '1989'],
  'a month counts': ['genesis', [LATER, 'mame: 1989-05 Europe'], '1989-05'],
  'a year of the trusted source itself counts': ['genesis', [`${LATER} | 1989 Japan`], '1989'],
  'a year on a computer counts': ['msx', [LATER, 'mame: 1989 Europe'], '1989'],
};

for (const [name, [platform, sources, first, stated]] of Object.entries(FIRST_DATES)) {
  test(`first date: ${name}`, () => {
    const layers = sources.map((text, i) => {
      const [source = '', releases = ''] = text.split(': ');
      const own = { platform: `platform:${platform}`, releases: list(releases, ' | ').map(parse) };
      const platforms = [i === sources.length - 1 && stated ? { ...own, first_release_date: stated } : own];
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
