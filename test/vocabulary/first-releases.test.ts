import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { GamePlatformLine } from '../../src/bundle/lines.ts';
import { plainTitle } from '../../src/folding.ts';
import { listFacts } from '../../src/vocabulary/facts.ts';
import { findFirstRelease } from '../../src/vocabulary/first-releases.ts';
import { isPlatform } from '../../src/vocabulary/platforms.ts';
import { on, release } from '../support/samples/layers.ts';

function find(title: string, platform: string, date: string | null, company: string, others: string[] = []) {
  const line = { ...on(platform, release(date, undefined, company)), first_release_date: date } as GamePlatformLine;
  return findFirstRelease({ title, others, platforms: [line] })?.year;
}

const CASES: [name: string, year: number | undefined, ...Parameters<typeof find>][] = [
  ['a release of another region', 1997, 'Final Fantasy Tactics', 'playstation', '1998', 'sony-computer-entertainment'],
  ['another spelling', 1991, 'METROID II - Return of Samus', 'game-boy', '1992-01', 'nintendo'],
  ['an alternate title', 1991, 'Hop II', 'game-boy', '1992', 'nintendo', ['Metroid II: Return of Samus']],
  ['a company years before', 1990, "Chip 'n Dale: Rescue Rangers", 'nes', '1987', 'capcom'],
  ['another company in another country', 1998, 'Vanguard Bandits', 'playstation', '2000', 'working-designs'],
  ['another company years later', undefined, 'Vanguard Bandits', 'playstation', '2001', 'acme'],
  ['another company years before', undefined, 'Commando', 'arcade', '1983', 'sega'],
  ['an alternate title of another company', undefined, 'Hop', 'arcade', '1983', 'acme', ['Commando']],
  ['the number of a console', 1997, 'Mega Man 64', 'playstation', '1998', 'capcom', ['Mega Man Legends']],
  ['the number of a sequel', undefined, 'Donkey Kong Land 2', 'game-boy', '1996', 'nintendo', ['Donkey Kong Land']],
  ['the end of a numbered title', 1985, 'Anthology Vol. 13: Baraduke', 'arcade', '1985', 'namco', ['Baraduke']],
  ['a remake', undefined, 'Strider', 'arcade', '2014', 'capcom'],
  ['an unknown date', 1989, 'Strider', 'arcade', null, 'capcom'],
  ['an unknown date of another company', undefined, 'Strider', 'arcade', null, 'acme'],
  ['an unknown date and company', 1989, 'Strider', 'arcade', null, ''],
  ['an alternate title, and nothing else', undefined, 'Hop', 'arcade', null, '', ['Strider']],
  ['another platform', undefined, 'Final Fantasy Tactics', 'nes', '1998', 'square'],
];

for (const [name, year, ...game] of CASES) {
  test(`first release: ${name}`, () => assert.equal(find(...game), year));
}

test('first release: an alternate title and the year, with the company on another platform', () => {
  const line = (platform: string, date: string, company: string) =>
    ({ ...on(platform, release(date, undefined, company)), first_release_date: date }) as GamePlatformLine;
  const byOther = line('commodore-64', '1987', 'erbe-software');
  const findWith = (...lines: GamePlatformLine[]) =>
    findFirstRelease({ title: 'Hop', others: ['Nebulus'], platforms: [byOther, ...lines] })?.title;
  assert.equal(findWith(line('amiga', '1988', 'hewson-consultants')), 'Nebulus');
  assert.equal(findWith(line('amiga', '1988', 'acme')), undefined);
});

test('first release: the nearest year of several rows', () => {
  const lines = [on('arcade', release('1987', undefined, 'tecmo')), on('nes', release('1987-04', undefined, 'tecmo'))];
  const platforms = lines.map((line, i) => ({ ...line, first_release_date: ['1987', '1987-04'][i] }));
  const found = findFirstRelease({ title: 'Rygar', others: [], platforms: platforms as GamePlatformLine[] });
  assert.equal(found?.platform, 'platform:nes');
});

test('each row has one title, one platform and one year, and is there once', () => {
  const rows = listFacts('first release');
  for (const { titles, platforms, from, to } of rows)
    assert.ok(titles !== '' && isPlatform(`platform:${platforms}`) && from === to, titles);
  const keys = rows.map(({ titles, platforms }) => `${plainTitle(titles)} ${platforms}`);
  assert.equal(new Set(keys).size, keys.length);
});
