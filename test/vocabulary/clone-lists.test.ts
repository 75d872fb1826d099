import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { comparableTitles } from '../../src/matching/known-titles.ts';
import { temporaryFolder } from '../support/samples/bundle.ts';

const titles = (...names: string[]) => names.map((searchTerm) => ({ searchTerm }));

const LISTS = {
  'Nintendo - Game Boy (No-Intro)': [
    { group: 'Hop', titles: titles('Hoppu', 'Hop') },
    { group: 'Skip, The', titles: titles('Skip, The', 'The Skip', 'Skip (Demo)') },
    // One title of two games.
    { group: 'Jump', titles: titles('Jump', 'Jumper', 'Leap') },
    { group: 'Jump 2', titles: titles('Jump 2', 'Jumper') },
    { group: 'Run', titles: [...titles('Run'), { searchTerm: 'Runner', filters: [{ results: { group: 'Runner' } }] }] },
    { group: 'Walk', titles: [...titles('Walk'), { searchTerm: 'Walk Away', nameType: 'regionFree' }] },
    { group: 'Swim (Disc 1)', titles: titles('Swim (Disc 1)', 'Dive (Disc 1)', 'A Disc') },
    { group: 'Swim (Disc 2)', titles: titles('Dive (Disc 2) (Sea)', 'Swim (Disc 2)') },
    { group: 'Two Games', compilations: titles('Hop & Jump') },
  ],
  'Nintendo - Nintendo Entertainment System (No-Intro)': [{ group: 'Hop', titles: titles('Hop', 'Hoppu') }],
  'Sony - PlayStation - BIOS Images (DoM Version) (Redump)': [{ group: 'ps', titles: titles('ps-1', 'ps-2') }],
  'Nobody - Box (No-Intro)': [{ group: 'Hop', titles: titles('Hop', 'Hopp') }],
};

test('titles of one game are pairs with their platforms, without what is ambiguous', () => {
  const folder = temporaryFolder('clone-lists');
  mkdirSync(join(folder, 'clonelists'));
  for (const [name, variants] of Object.entries(LISTS))
    writeFileSync(join(folder, 'clonelists', `${name}.json`), JSON.stringify({ variants }));
  const text = execFileSync(process.execPath, ['vocabulary/write-clone-lists.ts', folder], { encoding: 'utf8' });
  assert.deepEqual(text.trim().split('\n'), [
    'title\tother\tplatforms',
    'Hop\tHoppu\tgame-boy nes',
    'Jump\tLeap\tgame-boy',
    'Swim\tDive\tgame-boy',
  ]);
});

test('titles are those of one game on the platforms of the lists only', () => {
  const other = comparableTitles('Atomic Punk', ['platform:game-boy']);
  assert.ok(comparableTitles('Dynablaster', ['platform:game-boy']).some((title) => other.includes(title)));
  assert.ok(!comparableTitles('Dynablaster', ['platform:amiga']).some((title) => other.includes(title)));
});
