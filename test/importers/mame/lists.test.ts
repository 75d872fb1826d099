import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openBundle } from '../../../src/bundle/bundle.ts';
import { loadBundle } from '../../../src/merging/load/load.ts';
import { newStore } from '../../support/samples/layers.ts';
import { convertLists, type Lists } from '../../support/samples/mame.ts';
import { assertGames } from '../../support/samples/sources.ts';

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

test('an unknown list is left out and reported', async () => {
  const { games, unknown } = await convertLists({ nes: 'hop|Hop', acme: 'skip|Skip; jump|Jump' });
  assert.deepEqual(unknown, [{ what: 'list acme', count: 2 }]);
  assert.deepEqual(
    games.map(({ key }) => key),
    ['mame:nes/hop'],
  );
});
