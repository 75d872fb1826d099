import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openBundle } from '../../../src/bundle/bundle.ts';
import { loadBundle } from '../../../src/merging/load/load.ts';
import { newStore } from '../../support/samples/layers.ts';
import { convert, convertLists, type Lists, type SoftwareSketch, writeLists } from '../../support/samples/mame.ts';

const entry = (name: string, description: string): SoftwareSketch => ({
  name,
  description,
  year: '1990',
  publisher: 'Acme',
});
const titles = (count: number) => Array.from({ length: count }, (_, i) => entry(`g${i}`, `Great Game ${i + 2}`));

test('games keep their ids when MAME renames a list or joins two', async () => {
  const versions: Lists[] = [
    {
      mz2500: [entry('hop', 'Hop'), entry('skip', 'Skip')],
      segacd: [entry('jump', 'Jump')],
      megacdj: [entry('leap', 'Leap (Japan)')],
    },
    {
      mz2500_flop: [entry('hop', 'Hop and away'), entry('skip', 'Skip')],
      megacd: [entry('jump', 'Jump'), entry('leap', 'Leap! (Japan)')],
    },
  ];
  const store = await newStore();
  const ids: number[][] = [];
  for (const lists of versions) {
    const { folder } = await convertLists(lists, { profile: 'all' });
    const { removed } = await loadBundle(store, await openBundle(folder), { clock: () => 1000 });
    assert.equal(removed, 0);
    ids.push([...(await store.catalog.readIndex()).games.ids]);
  }
  assert.equal(ids[0]?.length, 4);
  assert.deepEqual(ids[1], ids[0]);
});

test('a list that exists under its former name too keeps its own keys', async () => {
  const megacd = [entry('hop', 'Another (Japan)'), entry('leap', 'Leap')];
  const { games } = await convertLists({ segacd: [entry('hop', 'Hop')], megacd });
  assert.deepEqual(
    games.map(({ key, members }) => [key, members]),
    [
      ['mame:megacd/hop', ['mame:megacd/hop', 'mame:megacdj/hop']],
      ['mame:megacd/leap', ['mame:megacd/leap', 'mame:megacdj/leap']],
      ['mame:segacd/hop', ['mame:segacd/hop']],
    ],
  );
});

/** Unknown lists: description, entries, and what the report says. */
const UNKNOWN: [description: string, entries: SoftwareSketch[], report: string, platform: string | undefined][] = [
  ['Tangerine Oric cassettes', titles(2), 'list acme, taken for oric', 'platform:oric'],
  ['Acme MZ-2500 disks', titles(1), 'list acme, taken for sharp-mz-80b-2000-2500', 'platform:sharp-mz-80b-2000-2500'],
  ['Acme cassettes', titles(6), 'list acme', undefined],
];

test('the platform of an unknown list is guessed by its description', async () => {
  for (const [description, entries, report, platform] of UNKNOWN) {
    const folder = writeLists({ msx1_cass: titles(8), acme: entries }, { acme: description });
    const { games, unknown } = await convert([folder], { profile: 'all' });
    assert.deepEqual(unknown, [{ what: report, count: entries.length }], report);
    const members = games.filter((game) => game.members?.includes('mame:acme/g0'));
    assert.deepEqual(
      members.map(({ platforms }) => platforms[0]?.platform),
      platform === undefined ? [] : [platform],
      report,
    );
  }
});

test('an unknown list of computers is not in the console profile', async () => {
  const folder = writeLists({ acme: titles(1), bolt: titles(1) }, { acme: 'Acme MSX tapes', bolt: 'Bolt NES carts' });
  const { games } = await convert([folder]);
  assert.deepEqual(
    games.map(({ key }) => key),
    ['mame:bolt/g0'],
  );
});
