import assert from 'node:assert/strict';
import { existsSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { loadSnapshot, readSnapshot } from '../../src/catalog/snapshot/load-snapshot.ts';
import type { TitleMatch } from '../../src/catalog/snapshot/snapshot.ts';
import { identifyBuild, readSnapshotFile, writeSnapshotFile } from '../../src/catalog/snapshot/snapshot-file.ts';
import { openStore } from '../../src/store/open.ts';
import { temporaryFolder, writeBundle } from '../support/samples/bundle.ts';
import { CATALOG } from '../support/samples/catalog.ts';
import { ENGINES, newPlace } from '../support/servers/engines.ts';
import { fillWithCatalog, importInto } from '../support/servers/server.ts';

async function openFilled(engine: 'sqlite' | 'postgres' = 'sqlite') {
  const config = await newPlace(engine, {}, fillWithCatalog);
  const store = await openStore(config);
  const asked: (number | undefined)[] = [];
  const counted = {
    ...store.catalog,
    readIndex: (since?: number) => {
      asked.push(since);
      return store.catalog.readIndex(since);
    },
  };
  return { config, store, counted, asked, path: join(temporaryFolder('snapshot'), 'snapshot.bin') };
}

async function loadAndKeep(
  store: Parameters<typeof loadSnapshot>[0],
  path: string,
  titleMatch: TitleMatch = 'contract',
) {
  const { snapshot, keep } = await loadSnapshot(store, { path, titleMatch });
  keep();
  return snapshot;
}

for (const titleMatch of ['contract', 'wide'] as const) {
  test(`a snapshot is the same after writing and reading it (${titleMatch})`, async () => {
    const { store, path } = await openFilled();
    const snapshot = await readSnapshot(store.catalog, undefined, titleMatch);
    writeSnapshotFile(path, snapshot, 'this');
    const read = readSnapshotFile(path, 'this');
    assert.deepEqual({ ...read, wideTitleIndex: read?.wideTitleIndex }, snapshot);
    assert.ok(read?.titleIndex.trigrams.positions.buffer instanceof SharedArrayBuffer);
    assert.equal(readSnapshotFile(path, 'another'), undefined);
    await store.close();
  });
}

test('a damaged file is not used', async () => {
  const { store, path } = await openFilled();
  writeSnapshotFile(path, await readSnapshot(store.catalog), 'this');
  const whole = readFileSync(path);
  const places = [0, 9, 14, 40, Math.floor(whole.length / 2), whole.length - 1];
  for (const at of places) {
    const damaged = Buffer.from(whole);
    damaged[at] = (damaged[at] as number) ^ 1;
    writeFileSync(path, damaged);
    assert.equal(readSnapshotFile(path, 'this'), undefined, `byte ${at}`);
  }
  for (const length of [0, 5, 30, whole.length - 1]) {
    writeFileSync(path, whole);
    truncateSync(path, length);
    assert.equal(readSnapshotFile(path, 'this'), undefined, `length ${length}`);
  }
  await store.close();
});

for (const engine of ENGINES) {
  test(`a start reads the file, and from the store only what changed since (${engine})`, async () => {
    const { config, store, counted, asked, path } = await openFilled(engine);
    const first = await loadAndKeep(counted, path);
    assert.deepEqual(asked, [undefined]);
    assert.deepEqual({ ...(await loadAndKeep(counted, path)), wideTitleIndex: undefined }, first);
    assert.deepEqual(asked, [undefined], 'nothing changed');
    const [game, ...others] = CATALOG.games;
    await importInto(
      config,
      writeBundle({ ...CATALOG, games: [{ ...game, title: 'Another title' }, ...others] }),
      Date.now,
    );
    const before = readFileSync(path);
    const served = await loadSnapshot(counted, { path, titleMatch: 'contract', previous: first });
    served.keep();
    assert.deepEqual(readFileSync(path), before, 'a running server does not write it again');
    const changed = await loadAndKeep(counted, path);
    assert.deepEqual(asked, [undefined, first.revision, first.revision]);
    assert.deepEqual(changed, await readSnapshot(store.catalog));
    await loadAndKeep(counted, path);
    assert.deepEqual(asked, [undefined, first.revision, first.revision], 'the start before has written it');
    await store.close();
  });
}

test('the file of another catalog, another setting or an unwritable place only costs time', async () => {
  const [one, other] = [await openFilled(), await openFilled()];
  await loadAndKeep(one.counted, one.path);
  assert.deepEqual(await loadAndKeep(other.counted, one.path), await readSnapshot(other.store.catalog));
  const wide = await loadAndKeep(one.counted, one.path, 'wide');
  assert.ok(wide.wideTitleIndex);
  const nowhere = join(one.path, 'snapshot.bin');
  assert.equal((await loadAndKeep(one.counted, nowhere)).revision, wide.revision);
  assert.ok(!existsSync(nowhere));
  await Promise.all([one.store.close(), other.store.close()]);
});

test('the build depends on the setting', () => {
  assert.notEqual(identifyBuild('contract'), identifyBuild('wide'));
  assert.equal(identifyBuild('wide'), identifyBuild('wide'));
});
