import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ByteCache } from '../../src/catalog/render/byte-cache.ts';
import { findQuantileMs, openTimings } from '../../src/quota/timings.ts';
import { openStore } from '../../src/store/open.ts';
import { ENGINES, newPlace } from '../support/engines.ts';

const HOUR_MS = 3600 * 1000;

for (const engine of ENGINES) {
  test(`${engine}: durations add up by hour, endpoint and bucket, and old hours are removed`, async () => {
    const store = await openStore(await newPlace(engine));
    let now = 1000 * HOUR_MS;
    const timings = openTimings(store, {}, () => now, assert.ifError);
    for (const [status, milliseconds] of [
      [200, 0.4],
      [200, 0.9],
      [404, 3],
      [429, 0.1],
      [500, 60_000],
    ] as const)
      timings.record({ endpoint: '/games', request: 'GET /v1/games', status, milliseconds });
    await timings.flush();
    timings.record({ endpoint: '/games', request: 'GET /v1/games', status: 200, milliseconds: 1 });
    await timings.flush();
    now += HOUR_MS;
    timings.record({ endpoint: '/genres', request: 'GET /v1/genres', status: 200, milliseconds: 1 });
    await timings.close();
    assert.deepEqual(await store.timings.sum(1000), [
      { endpoint: '/games', bucket: 0, requests: 4, errors: 1, limited: 1 },
      { endpoint: '/games', bucket: 2, requests: 1, errors: 1, limited: 0 },
      { endpoint: '/games', bucket: 12, requests: 1, errors: 1, limited: 0 },
      { endpoint: '/genres', bucket: 0, requests: 1, errors: 0, limited: 0 },
    ]);
    assert.equal((await store.timings.sum(1001)).length, 1);
    const month = 31 * 24;
    await store.timings.add(
      [{ hour: 1001 + month, endpoint: '/x', bucket: 0, requests: 1, errors: 0, limited: 0 }],
      1001 + month,
    );
    assert.deepEqual(
      (await store.timings.sum(0)).map(({ endpoint }) => endpoint),
      ['/genres', '/x'],
    );
    await store.close();
  });

  test(`${engine}: the ten slowest requests of an hour are kept, each once, for a month`, async () => {
    const store = await openStore(await newPlace(engine));
    let now = 1000 * HOUR_MS;
    const open = () => openTimings(store, {}, () => now, assert.ifError);
    const [one, other] = [open(), open()];
    const record = (thread: typeof one, path: string, milliseconds: number) =>
      thread.record({ endpoint: '/games', request: `GET ${path}`, status: 200, milliseconds });
    for (let i = 1; i <= 12; i++) record(one, `/a${i}`, i * 100.4);
    record(one, '/a12', 50);
    await one.flush();
    record(other, '/a12', 3000);
    record(other, `/${'b'.repeat(500)}`, 2000);
    await other.flush();
    const list = async (fromHour = 1000) => {
      const found = await store.slowRequests.list(fromHour, 20);
      return found.map(({ request, milliseconds }) => `${request.slice(0, 9)} ${milliseconds}`);
    };
    const slowest = ['GET /a12 3000', 'GET /bbbb 2000', 'GET /a11 1104', 'GET /a10 1004', 'GET /a9 904'];
    assert.deepEqual((await list()).slice(0, 5), slowest);
    assert.equal((await list()).length, 10);
    assert.ok((await store.slowRequests.list(1000, 2)).every(({ request }) => request.length <= 300));
    assert.equal((await list()).at(-1), 'GET /a4 402');
    now += HOUR_MS;
    record(one, '/next', 1);
    await one.close();
    await other.close();
    assert.deepEqual(await list(1001), ['GET /next 1']);
    now += 31 * 24 * HOUR_MS;
    const later = open();
    record(later, '/last', 1);
    await later.close();
    assert.deepEqual((await list(0)).toSorted(), ['GET /last 1', 'GET /next 1']);
    await store.close();
  });

  test(`${engine}: the hits of caches add up by hour`, async () => {
    const store = await openStore(await newPlace(engine));
    let now = 1000 * HOUR_MS;
    const caches = [new ByteCache<Buffer>(1000), new ByteCache<Buffer>(1000)] as const;
    const timings = openTimings(store, { lists: caches, idle: [] }, () => now, assert.ifError);
    const [first] = caches;
    first.set('a', Buffer.alloc(1));
    for (const cache of caches) for (const key of ['a', 'b']) cache.get(key);
    await timings.flush();
    first.get('a');
    await timings.flush();
    now += HOUR_MS;
    first.get('none');
    await timings.close();
    assert.deepEqual(await store.cacheCounts.sum(1000), [{ cache: 'lists', hits: 2, misses: 4 }]);
    assert.deepEqual(await store.cacheCounts.sum(1001), [{ cache: 'lists', hits: 0, misses: 1 }]);
    await store.close();
  });
}

test('a quantile is the bound of the bucket that reaches it', () => {
  const buckets = [
    { bucket: 0, requests: 98 },
    { bucket: 3, requests: 1 },
    { bucket: 12, requests: 1 },
  ];
  assert.deepEqual(
    [0.5, 0.98, 0.99, 1].map((share) => findQuantileMs(buckets, share)),
    [1, 1, 10, undefined],
  );
});
