import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openBundle } from '../../../src/bundle/bundle.ts';
import { loadBundle } from '../../../src/merging/load/load.ts';
import { newStore } from '../../support/samples/layers.ts';
import { convert, convertLists, type Lists, writeLists } from '../../support/samples/mame.ts';
import { assertGames } from '../../support/samples/sources.ts';

/** Games called Great Game 2, 3 … */
const great = (count: number) =>
  Array.from({ length: count }, (_, i) => `g${i}|Great Game ${i + 2}|1990|Acme`).join('\n');

test('games keep their ids when MAME renames a list or joins two', async () => {
  const versions: Lists[] = [
    { mz2500: 'hop|Hop; skip|Skip', segacd: 'jump|Jump', megacdj: 'leap|Leap (Japan)' },
    { mz2500_flop: 'hop|Hop and away; skip|Skip', megacd: 'jump|Jump; leap|Leap! (Japan)' },
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
  const { games } = await convertLists({ segacd: 'hop|Hop', megacd: 'hop|Another (Japan); leap|Leap' });
  assertGames(
    games,
    `
mame:megacd/hop: Another
  members mame:megacd/hop; mame:megacdj/hop
mame:megacd/leap: Leap
  members mame:megacd/leap; mame:megacdj/leap
mame:segacd/hop: Hop
  members mame:segacd/hop`,
    'members',
  );
});

/** Unknown lists: description, number of entries, and what the report says. */
const UNKNOWN: [description: string, count: number, report: string, platform?: string][] = [
  ['Tangerine Oric cassettes', 2, 'list acme, taken for oric', 'platform:oric'],
  ['Acme MZ-2500 disks', 1, 'list acme, taken for sharp-mz-80b-2000-2500', 'platform:sharp-mz-80b-2000-2500'],
  ['Acme cassettes', 6, 'list acme'],
];

test('the platform of an unknown list is guessed by its description', async () => {
  for (const [description, count, report, platform] of UNKNOWN) {
    const folder = writeLists({ msx1_cass: great(8), acme: great(count) }, { acme: description });
    const { games, unknown } = await convert([folder], { profile: 'all' });
    assert.deepEqual(unknown, [{ what: report, count }]);
    const game = games.find(({ members }) => members?.includes('mame:acme/g0'));
    assert.equal(game?.platforms[0]?.platform, platform, report);
  }
});

test('an unknown list of computers is not in the console profile', async () => {
  const folder = writeLists({ acme: great(1), bolt: great(1) }, { acme: 'Acme MSX tapes', bolt: 'Bolt NES carts' });
  const { games } = await convert([folder]);
  assert.equal(games.map(({ key }) => key).join('; '), 'mame:bolt/g0');
});
