import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { GamePlatformLine } from '../../src/bundle/lines.ts';
import { withOriginalDevelopers } from '../../src/merging/merge/original-developers.ts';
import { on, release } from '../support/samples/layers.ts';

/** `gamedatabase: 1993 acme, 2019 acme bolt / Pirate`: a date, developers, and maybe a description and a publisher. */
function parseLine(text: string) {
  const [source = '', list = ''] = text.split(': ');
  const releases = list.split(', ').map((one) => {
    const [head = '', description = '', publisher = 'shop'] = one.split(' / ');
    const [date = '', ...developers] = head.split(' ');
    const credits = [...developers.map((name) => `Developed ${name}`), publisher].join(', ');
    return release(date === '?' ? null : date, '', credits, { description: description || null });
  });
  return { source, value: on('genesis', ...releases) as GamePlatformLine };
}

/** The developers of each release, in the order of the lines. */
function developersOf(lines: string): string {
  const merged = withOriginalDevelopers(lines.split('; ').map(parseLine));
  const releases = merged.flatMap(({ value }) => value.releases ?? []);
  const developers = releases.map(({ companies }) => companies.filter(({ role }) => role === 'Developed by'));
  return developers
    .map((own) => own.map(({ company }) => company.slice('company:'.length)).join(' ') || '-')
    .join(', ');
}

const CASES: [name: string, lines: string, developers: string][] = [
  ['another country soon after', 'gamedatabase: 1993 acme, 1995 bolt', 'acme, bolt'],
  ['a reissue years later', 'gamedatabase: 1993 acme, 2019 bolt', 'acme, -'],
  ['a reissue with both', 'gamedatabase: 1993 acme, 2019 acme bolt', 'acme, acme'],
  ['nothing but a reissue', 'gamedatabase: 1993, 2019 bolt', '-, bolt'],
  ['a pirate', 'gamedatabase: 1993 acme, ? acme bolt / Pirate', 'acme, acme'],
  ['nothing but a pirate', 'gamedatabase: 1993 bolt / Pirate', 'bolt'],
  ['a less trusted source', 'gamedatabase: 1993 acme; libretro: 1993 bolt', 'acme, -'],
  ['a trusted source without one', 'gamedatabase: 1993; libretro: 1993 bolt', '-, bolt'],
  ['a trusted source that has a reissue alone', 'gamedatabase: 2019 acme; libretro: 1993 bolt', '-, bolt'],
  ['what people chose, whenever', 'starter: 1993 acme; libretro: 1980 bolt', 'acme, -'],
  ['another spelling', 'gamedatabase: 1993 acme; libretro: 1993 acme-studios', 'acme, acme'],
  ['a chain of shops', 'libretro: 1980 sears', '-'],
  ['a distributor that published its own game', 'mame: 1985 erbe /  / erbe', 'erbe'],
];

for (const [name, lines, developers] of CASES)
  test(`original developers: ${name}`, () => assert.equal(developersOf(lines), developers));
