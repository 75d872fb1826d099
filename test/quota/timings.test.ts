import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findQuantileMs, openTimings } from '../../src/quota/timings.ts';
import { openStore } from '../../src/store/open.ts';
import { ENGINES, newPlace } from '../support/engines.ts';

const HOUR_MS = 3600 * 1000;

for (const engine of ENGINES) {
  test(`${engine}: durations add up by hour, endpoint and bucket, and old hours are removed`, async () => {
    const store = await openStore(await newPlace(engine));
    let now = 1000 * HOUR_MS;
    const timings = openTimings(store.timings, () => now, assert.ifError);
    for (const [status, milliseconds] of [
      [200, 0.4],
      [200, 0.9],
      [404, 3],
      [429, 0.1],
      [500, 60_000],
    ] as const)
      timings.record('/games', status, milliseconds);
    await timings.flush();
    timings.record('/games', 200, 1);
    await timings.flush();
    now += HOUR_MS;
    timings.record('/genres', 200, 1);
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
