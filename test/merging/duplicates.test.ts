import assert from 'node:assert/strict';
import { test } from 'node:test';
import { explainDuplicate, sortDuplicates } from '../../src/merging/duplicates/duplicate.ts';
import { findDuplicates } from '../../src/merging/duplicates/find-duplicates.ts';
import { saveEdit } from '../../src/merging/edits/save-edit.ts';
import type { Store } from '../../src/store/store.ts';
import { correct, load, newStore, on, release } from '../support/samples/layers.ts';

/** On other platforms and by other companies, so that an import keeps them apart. */
const hop = { key: 'hop', title: 'Hop Quest', platforms: [on('nes', release('1990', 'Japan', 'acme'))] };
const other = { key: 'hop', title: 'Hop Quest', platforms: [on('snes', release('1993', 'Japan', 'bolt'))] };
const skip = { key: 'skip', title: 'Skip' };

async function twins(): Promise<Store> {
  const store = await newStore();
  await load(store, 'mame', [hop, skip]);
  await load(store, 'starter', [other]);
  return store;
}

const open = ({ pairs }: Awaited<ReturnType<typeof findDuplicates>>) =>
  pairs.filter(({ isDecided }) => !isDecided).map(({ gameIds }) => gameIds.join(' '));

test('two games of one title are a likely duplicate, with the evidence in words', async () => {
  const store = await twins();
  const list = await findDuplicates(store.catalog);
  assert.deepEqual(open(list), ['1 3']);
  const [pair] = list.pairs;
  assert.ok(pair && pair.notability > 0);
  assert.deepEqual(explainDuplicate(pair), {
    same: ['The same title', 'The title is long, so this is hardly chance', 'Released at most three years apart'],
    different: ['Different companies'],
  });
});

test('what an operator called different, merged or split does not come back until that is reverted', async () => {
  const store = await twins();
  const edit = { by: 1, now: 5000, why: '', seen: [] };
  for (const action of ['different', 'merge'] as const) {
    const first = await findDuplicates(store.catalog);
    const change = action === 'merge' ? { change: {} } : {};
    const saved = await saveEdit(store, { ...edit, action, gameIds: [1, 3], ...change } as never);
    assert.equal(saved.status, 'saved');
    const second = await findDuplicates(store.catalog, first);
    assert.deepEqual(open(second), [], action);
    await load(store, 'mame', [{ ...hop, description: 'New.' }, skip]);
    assert.deepEqual(open(await findDuplicates(store.catalog, second)), [], `${action}, after an import`);
    const key = saved.status === 'saved' ? (saved.keys[0] as string) : '';
    await saveEdit(store, { ...edit, action: 'revert', key });
    assert.deepEqual(open(await findDuplicates(store.catalog, second)), ['1 3'], `${action} reverted`);
  }
  await correct(store, { split: 'starter:hop' });
  assert.deepEqual(open(await findDuplicates(store.catalog)), []);
});

test('a list is updated by what changed, as if all games were compared', async () => {
  const store = await twins();
  const first = await findDuplicates(store.catalog);
  await load(store, 'mame', [hop, skip, { key: 'skip2', title: 'Skip It Again', platforms: hop.platforms }]);
  await load(store, 'gametdb', [{ key: 'skip2', title: 'Skip It Again', platforms: other.platforms }]);
  const second = await findDuplicates(store.catalog, first);
  assert.deepEqual(open(second).toSorted(), ['1 3', '4 5']);
  assert.deepEqual(second, await findDuplicates(store.catalog));
  await load(store, 'gametdb', []);
  assert.deepEqual(open(await findDuplicates(store.catalog, second)), ['1 3']);
  const foreign = { ...second, lineage: 'of another catalog', pairs: [] };
  assert.deepEqual(open(await findDuplicates(store.catalog, foreign)), ['1 3']);
  const old = { ...second, version: '0.0.0', pairs: [] };
  assert.deepEqual(open(await findDuplicates(store.catalog, old)), ['1 3']);
});

test('the most likely and the best known come first', () => {
  const pair = (id: number, score: number, notability: number) => ({
    gameIds: [id, id + 1] as const,
    score,
    notability,
    reasons: [],
    isDecided: false,
  });
  const sorted = sortDuplicates([pair(1, 4, 150), pair(3, 4, 600), pair(5, 12, 150), pair(7, 5, 900), pair(9, 4, 150)]);
  assert.deepEqual(
    sorted.map(({ gameIds }) => gameIds[0]),
    [7, 5, 3, 1, 9],
  );
});
