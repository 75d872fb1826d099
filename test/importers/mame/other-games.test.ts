import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openBundle } from '../../../src/bundle/bundle.ts';
import { loadBundle } from '../../../src/merging/load/load.ts';
import { idOf, newStore } from '../../support/samples/layers.ts';
import { convert, convertLists, writeLists } from '../../support/samples/mame.ts';

const LISTS = {
  a2600: [
    { name: 'missile', description: 'Missile Command', year: '1981', publisher: 'Atari' },
    { name: 'missile1', description: 'Missile Command (alt)', year: '1981', publisher: 'Atari', cloneof: 'missile' },
    {
      name: 'missileevg',
      description: 'Missile Control (PAL) (Video Gems)',
      year: '1983',
      publisher: 'Video Gems',
      cloneof: 'missile',
    },
  ],
  cpc_cass: [
    { name: 'gauntlet', description: 'Gauntlet (UK)', year: '1985', publisher: 'U.S. Gold' },
    {
      name: 'gauntletmp',
      description: 'Gauntlet (UK, Micro Power)',
      year: '1985',
      publisher: 'Micro Power',
      cloneof: 'gauntlet',
    },
    ...['gauntldd', 'gauntldd1'].map((name) => ({
      name,
      description: 'Gauntlet - The Deeper Dungeons (UK)',
      year: '1987',
      publisher: 'U.S. Gold',
      cloneof: 'gauntlet',
    })),
  ],
};

test('a clone that is another game has a line of its own, with its own title', async () => {
  const { games } = await convertLists(LISTS, { profile: 'all' });
  assert.deepEqual(
    games.map(({ key, title, alternate_titles, members }) => [key, title, alternate_titles, members?.length]),
    [
      ['mame:a2600/missile', 'Missile Command', [], 2],
      ['mame:a2600/missileevg', 'Missile Control', [], 1],
      [
        'mame:cpc_cass/gauntldd',
        'Gauntlet: The Deeper Dungeons',
        [{ title: 'Gauntlet - The Deeper Dungeons', description: 'MAME spelling' }],
        2,
      ],
      ['mame:cpc_cass/gauntlet', 'Gauntlet', [], 1],
      ['mame:cpc_cass/gauntletmp', 'Gauntlet', [], 1],
    ],
  );
});

test('the game keeps its id when the other game leaves its line, though title, year and platform are equal', async () => {
  const [game, other] = ['mame:cpc_cass/gauntlet', 'mame:cpc_cass/gauntletmp'];
  const [paths, flags] = [[writeLists(LISTS)], { profile: 'all' }];
  const joined = await convert(paths, flags, { splits: [], merges: [[game, other]] });
  const apart = await convert(paths, flags);
  const store = await newStore();
  const ids = async ({ folder }: { folder: string }) => {
    await loadBundle(store, await openBundle(folder), { clock: () => 1000 });
    return [await idOf(store, game), await idOf(store, other)];
  };
  const [before] = await ids(joined);
  const [after, own] = await ids(apart);
  assert.equal(after, before);
  assert.notEqual(own, after);
});
