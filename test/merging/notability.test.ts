import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readSnapshot } from '../../src/catalog/snapshot/load-snapshot.ts';
import { undoImport } from '../../src/merging/load/undo.ts';
import type { Store } from '../../src/store/store.ts';
import { followed, load, newStore, on, release } from '../support/samples/layers.ts';

const read = async (store: Store) => [...(await readSnapshot(store.catalog)).notability];

test('an import counts notability, another source adds to it, and undo restores it', async () => {
  const store = await newStore();
  const hop = { key: 'hop', title: 'Hop', platforms: [on('nes', release('1985', 'Japan', 'acme'))] };
  await load(store, 'mame', [hop, { key: 'skip', title: 'Skip', platforms: [on('nes')] }]);
  const onlyTitle = Math.floor((80 + 50) / 4);
  assert.deepEqual(await read(store), [80 + 50 + 30 + 40, onlyTitle]);
  await load(store, 'libretro', [{ ...hop, description: 'Hops.', groups: ['group:hop'], enriches: true }]);
  assert.deepEqual(await read(store), [2 * 80 + 50 + 30 + 40 + 60, onlyTitle]);
  await followed(store, () => undoImport(store, () => 9000));
  assert.deepEqual(await read(store), [80 + 50 + 30 + 40, onlyTitle]);
});
