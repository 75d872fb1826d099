import assert from 'node:assert/strict';
import { test } from 'node:test';
import { removeSource } from '../../src/merging/load/remove-source.ts';
import { undoImport } from '../../src/merging/load/undo.ts';
import type { FileHashes } from '../../src/store/dumps.ts';
import { countRows } from '../../src/store/move.ts';
import { openStore, openTables } from '../../src/store/open.ts';
import type { Store } from '../../src/store/store.ts';
import { copyOf, correct, idOf, load, newStore, on, release } from '../support/samples/layers.ts';
import { newPlace } from '../support/servers/engines.ts';

const sha1 = (digit: string) => digit.repeat(40);
const md5 = (digit: string) => digit.repeat(32);
const crc = (digit: string) => digit.repeat(8);

const HOP = { name: 'Hop (USA).nes', size: 40_976, crc: crc('1'), md5: md5('2'), sha1: sha1('3') };
const CHIP = { name: 'chip.bin', size: 512, crc: crc('4'), sha1: sha1('5') };

const hop = (dumps: object[] = [HOP], more: object = {}) => ({
  key: 'hop',
  title: 'Hop',
  platforms: [on('nes', release('1990', 'United States', 'acme', { dumps }))],
  ...more,
});

/** The dumps of a file as `game: name`. */
async function find(store: Store, file: FileHashes): Promise<string[]> {
  const [found = []] = await store.catalog.findDumps([file]);
  return found.map(({ gameId, dump }) => `${gameId}: ${dump.name}`);
}

test('a dump is found by each of its hashes', async () => {
  const store = await newStore();
  await load(store, 'a', [hop()]);
  const id = await idOf(store, 'a:hop');
  const { name: _name, ...all } = HOP;
  for (const file of [all, { sha1: HOP.sha1 }, { md5: HOP.md5 }, { crc: HOP.crc }, { crc: HOP.crc, size: HOP.size }]) {
    assert.deepEqual(await find(store, file), [`${id}: ${HOP.name}`], JSON.stringify(file));
    assert.deepEqual(await store.catalog.findGamesByHash(file), [id]);
  }
});

test('a layer without dumps is found by the hashes in its ids', async () => {
  const store = await newStore();
  await load(store, 'a', [{ key: 'hop', title: 'Hop', ids: { sha1: [sha1('a')], crc32: [crc('b')] } }]);
  const id = await idOf(store, 'a:hop');
  assert.deepEqual(await find(store, { sha1: sha1('a') }), [`${id}: undefined`]);
  assert.deepEqual(await find(store, { crc: crc('b') }), [`${id}: undefined`]);
  assert.deepEqual(await find(store, { sha1: sha1('b') }), []);
});

test('the same bundle again changes nothing; a changed dump changes the revision but no game', async () => {
  const store = await newStore();
  await load(store, 'a', [hop()]);
  const before = await store.catalog.readRevision();
  await load(store, 'a', [hop()]);
  assert.equal(await store.catalog.readRevision(), before);
  const report = await load(store, 'a', [hop([{ ...HOP, name: 'Hop (Rev 1).nes' }])]);
  assert.deepEqual([report.changed, report.unchanged], [0, 1]);
  assert.ok((await store.catalog.readRevision()) > before);
  assert.deepEqual(await find(store, { crc: HOP.crc }), [`${await idOf(store, 'a:hop')}: Hop (Rev 1).nes`]);
});

test('a replaced dump is not found any more, until the import is undone', async () => {
  const store = await newStore();
  await load(store, 'a', [hop()]);
  const id = await idOf(store, 'a:hop');
  await load(store, 'a', [hop([CHIP])]);
  assert.deepEqual([await find(store, { sha1: HOP.sha1 }), await find(store, CHIP)], [[], [`${id}: chip.bin`]]);
  await undoImport(store, () => 2000);
  assert.deepEqual([await find(store, { sha1: HOP.sha1 }), await find(store, CHIP)], [[`${id}: ${HOP.name}`], []]);
});

test('dumps follow their game through a merge and a split', async () => {
  const store = await newStore();
  await load(store, 'a', [hop()]);
  await load(store, 'b', [{ ...hop([CHIP]), title: 'Something Else' }]);
  const [one, other] = [await idOf(store, 'a:hop'), await idOf(store, 'b:hop')];
  assert.notEqual(one, other);
  await correct(store, { merge: ['a:hop', 'b:hop'] });
  assert.deepEqual(await store.catalog.findGamesByHash({ sha1: CHIP.sha1 }), [one]);
  await correct(store);
  assert.deepEqual(await store.catalog.findGamesByHash({ sha1: CHIP.sha1 }), [other]);
});

test('a waiting layer is found once it has a game', async () => {
  const store = await newStore();
  await load(store, 'b', [hop([CHIP], { enriches: true })]);
  assert.deepEqual(await find(store, { sha1: CHIP.sha1 }), []);
  await load(store, 'a', [hop()]);
  assert.deepEqual(await store.catalog.findGamesByHash({ sha1: CHIP.sha1 }), [await idOf(store, 'a:hop')]);
});

test('a game is found by a file that many waiting layers have, too', async () => {
  const store = await newStore();
  const waiting = Array.from({ length: 9 }, (_, i) =>
    hop([HOP], { key: `w${i}`, title: `Other ${i}`, enriches: true }),
  );
  await load(store, 'a', waiting);
  await load(store, 'b', [
    { key: 'hop', title: 'Hop', platforms: [on('snes', release('1990', 'Japan', 'acme', { dumps: [HOP] }))] },
  ]);
  const [found = []] = await store.catalog.findDumps([{ sha1: HOP.sha1 }]);
  assert.ok(found.some(({ gameId }) => gameId > 0));
});

test('nothing of a removed source stays in the index', async () => {
  const config = await newPlace();
  const store = await openStore(config);
  await load(store, 'a', [hop([HOP, CHIP])]);
  await load(store, 'a', [hop([CHIP])]);
  const countHashes = async () => {
    const tables = await openTables(config.database_url ?? config.data, config, false);
    return tables.read((access) => countRows(access, 'hashes')).finally(tables.close);
  };
  assert.equal(await countHashes(), 2);
  await removeSource(store, 'a', { clock: () => 2000 });
  assert.equal(await countHashes(), 0);
  await store.close();
});

test('an export has the dumps, and its import changes nothing', async () => {
  const store = await newStore();
  const platforms = [{ ...on('nes', release('1990', 'United States', 'acme', { dumps: [HOP] })), dumps: [CHIP] }];
  await load(store, 'a', [{ key: 'hop', title: 'Hop', platforms }]);
  const copy = await copyOf(store);
  for (const file of [HOP, CHIP]) assert.deepEqual(await find(copy, file), await find(store, file));
  const before = await copy.catalog.readRevision();
  await copyOf(store, undefined, copy);
  assert.equal(await copy.catalog.readRevision(), before);
});
