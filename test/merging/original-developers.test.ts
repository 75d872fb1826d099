import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { GamePlatformLine } from '../../src/bundle/lines.ts';
import { withOriginalDevelopers } from '../../src/merging/merge/original-developers.ts';
import { on, release } from '../support/samples/layers.ts';

/** `developers` are separated by spaces. */
type Release = [date: string | null, developers: string, more?: { description?: string; publisher?: string }];

function line(source: string, ...releases: Release[]) {
  const own = releases.map(([date, developers, { description = null, publisher = 'shop' } = {}]) => {
    const credits = developers.split(' ').filter(Boolean);
    const companies = credits.map((name) => ({ company: `company:${name}`, role: 'Developed by' }));
    return release(date, undefined, undefined, {
      description,
      companies: [...companies, { company: `company:${publisher}`, role: 'Published by' }],
    });
  });
  return { source, value: on('genesis', ...own) as GamePlatformLine };
}

/** The developers of each release, in the order of the lines. */
function developersOf(...lines: ReturnType<typeof line>[]): string[] {
  return withOriginalDevelopers(lines).flatMap(({ value: { releases = [] } }) =>
    releases.map(({ companies }) =>
      companies
        .flatMap(({ company, role }) => (role === 'Developed by' ? company.slice('company:'.length) : []))
        .join(' '),
    ),
  );
}

const CASES: [name: string, lines: ReturnType<typeof line>[], developers: string[]][] = [
  ['another country soon after', [line('gamedatabase', ['1993', 'acme'], ['1995', 'bolt'])], ['acme', 'bolt']],
  ['a reissue years later', [line('gamedatabase', ['1993', 'acme'], ['2019', 'bolt'])], ['acme', '']],
  ['a reissue with both', [line('gamedatabase', ['1993', 'acme'], ['2019', 'acme bolt'])], ['acme', 'acme']],
  ['nothing but a reissue', [line('gamedatabase', ['1993', ''], ['2019', 'bolt'])], ['', 'bolt']],
  [
    'a pirate',
    [line('gamedatabase', ['1993', 'acme'], [null, 'acme bolt', { description: 'Pirate' }])],
    ['acme', 'acme'],
  ],
  ['nothing but a pirate', [line('gamedatabase', ['1993', 'bolt', { description: 'Pirate' }])], ['bolt']],
  ['a less trusted source', [line('gamedatabase', ['1993', 'acme']), line('libretro', ['1993', 'bolt'])], ['acme', '']],
  [
    'a trusted source without one',
    [line('gamedatabase', ['1993', '']), line('libretro', ['1993', 'bolt'])],
    ['', 'bolt'],
  ],
  [
    'a trusted source that has a reissue alone',
    [line('gamedatabase', ['2019', 'acme']), line('libretro', ['1993', 'bolt'])],
    ['', 'bolt'],
  ],
  [
    'what people chose, whenever',
    [line('starter', ['1993', 'acme']), line('libretro', ['1980', 'bolt'])],
    ['acme', ''],
  ],
  [
    'another spelling',
    [line('gamedatabase', ['1993', 'acme']), line('libretro', ['1993', 'acme-studios'])],
    ['acme', 'acme'],
  ],
  ['a chain of shops', [line('libretro', ['1980', 'sears'])], ['']],
  ['a distributor that published its own game', [line('mame', ['1985', 'erbe', { publisher: 'erbe' }])], ['erbe']],
];

for (const [name, lines, developers] of CASES) {
  test(`original developers: ${name}`, () => assert.deepEqual(developersOf(...lines), developers));
}
