import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CatalogWriter } from '../../src/store/catalog/writer.ts';
import { openStore } from '../../src/store/open.ts';
import { inOrder } from '../../src/store/postgres/database.ts';
import { newPlace } from '../support/servers/engines.ts';

/** Its statements end when the test says so. */
function openSlowConnection() {
  const started: string[] = [];
  const ends: PromiseWithResolvers<number>[] = [];
  const ordered = inOrder(async ({ text }) => {
    started.push(text);
    const end = Promise.withResolvers<number>();
    ends.push(end);
    return { rows: [await end.promise] } as never;
  });
  const run = async (text: string) => (await ordered.send({ text })).rows[0];
  return { run, end: ordered.end, started, ends };
}

test('statements run one after another, in the order of the calls', async () => {
  const { run, started, ends } = openSlowConnection();
  const [one, two] = [run('one'), run('two')];
  await Promise.resolve();
  assert.deepEqual(started, ['one']);
  ends[0]?.resolve(1);
  assert.equal(await one, 1);
  assert.deepEqual(started, ['one', 'two']);
  ends[1]?.resolve(2);
  assert.equal(await two, 2);
});

test('after an error, later statements are not sent and fail with it', async () => {
  const { run, started, ends } = openSlowConnection();
  const [one, two] = [run('one'), run('two')];
  await Promise.resolve();
  ends[0]?.reject(new Error('no space left'));
  await assert.rejects(one, /no space left/);
  await assert.rejects(two, /no space left/);
  await assert.rejects(run('three'), /no space left/);
  assert.deepEqual(started, ['one']);
});

test('after the end, only the statement that was running ends', async () => {
  const { run, end, started, ends } = openSlowConnection();
  const [one, two] = [run('one'), run('two')];
  await Promise.resolve();
  const stopped = end();
  ends[0]?.resolve(1);
  await stopped;
  assert.equal(await one, 1);
  await assert.rejects(two, /the transaction has ended/);
  assert.deepEqual(started, ['one']);
});

/** Stores enough for several batches. */
async function putMany(writer: CatalogWriter, first: string): Promise<void> {
  for (let i = 0; i < 30_000; i++) {
    const key = `source:${i}`;
    const layer = { key, source: 'source', gameId: null, hash: key, line: i === 0 ? first : '{}' };
    await writer.putLayer(layer, [`title ${key}`]);
  }
}

test('postgres: an import that fails while a batch is being sent changes nothing', async () => {
  const store = await openStore(await newPlace('postgres'));
  const failed = store.catalog.write(async (writer) => {
    await putMany(writer, '{}');
    throw new Error('stopped here');
  });
  await assert.rejects(failed, /stopped here/);
  assert.deepEqual(await store.catalog.write((writer) => writer.listKeys('source')), []);
  await store.close();
});

test('postgres: an import with a batch that the database refuses fails with its error and changes nothing', async () => {
  const store = await openStore(await newPlace('postgres'));
  await assert.rejects(
    store.catalog.write((writer) => putMany(writer, 'a zero byte: \0')),
    /Unicode escape sequence/,
  );
  assert.deepEqual(await store.catalog.write((writer) => writer.listKeys('source')), []);
  await store.close();
});
