import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openUsage } from '../../src/quota/usage.ts';
import { openSqliteStore } from '../../src/store/sqlite/store.ts';
import type { UsageStore } from '../../src/store/usage.ts';
import { temporaryFolder } from '../support/samples/bundle.ts';
import { until } from '../support/until.ts';

const HOUR_MS = 3600 * 1000;
const DAY_MS = 24 * HOUR_MS;
const START = Date.UTC(2026, 10, 15, 23, 30);
const DAY = START / DAY_MS - (START % DAY_MS) / DAY_MS;
const throwing = (error: unknown) => {
  throw error;
};

test('a clock that jumps over the hour, forward or back, changes no count of another hour', async () => {
  const store = await openSqliteStore(temporaryFolder('usage'));
  let now = START;
  const usage = openUsage(store.usage, () => now, throwing);
  const hour = Math.floor(START / HOUR_MS);
  // Each jump with counts that are not yet written.
  for (const [jump, requests] of [
    [0, 3],
    [2, 2],
    [0, 1],
    [30, 4],
    [-1, 5],
  ] as const) {
    now = START + jump * HOUR_MS;
    for (let i = 0; i < requests; i++) usage.count(1, '/games', 200);
  }
  await usage.close();
  const found = await store.usage.sumHours(hour - 1, [1]);
  assert.deepEqual(
    found.map((one) => [one.hour - hour, one.requests]),
    [
      [-1, 5],
      [0, 4],
      [2, 2],
      [30, 4],
    ],
  );
  await store.close();
});

test('counts that could not be written are written the next time', async () => {
  const store = await openSqliteStore(temporaryFolder('usage'));
  const failures: unknown[] = [];
  let isDown = true;
  const flaky = {
    ...store.usage,
    add: async (...args: Parameters<typeof store.usage.add>) => {
      if (isDown) throw new Error('down');
      await store.usage.add(...args);
    },
  };
  const usage = openUsage(
    flaky,
    () => START,
    (error) => failures.push(error),
  );
  usage.count(1, '/games', 200);
  await usage.flush();
  usage.count(1, '/games', 200);
  isDown = false;
  await usage.close();
  assert.equal(failures.length, 1);
  assert.deepEqual(await store.usage.sum('day', DAY), [{ name: DAY, requests: 2, errors: 0 }]);
  await store.close();
});

test('the last write begins when a running one has ended, and closing waits for both', async () => {
  const events: string[] = [];
  const { promise: allowed, resolve: allow } = Promise.withResolvers<void>();
  const slow = {
    add: async () => {
      events.push('begin');
      await allowed;
      events.push('end');
    },
  };
  const usage = openUsage(slow as unknown as UsageStore, () => START, throwing);
  usage.count(1, '/games', 200);
  const running = usage.flush();
  await until(() => events.length === 1);
  usage.count(1, '/games', 200);
  const closed = usage.close().then(() => events.push('closed'));
  allow();
  await Promise.all([running, closed]);
  assert.deepEqual(events, ['begin', 'end', 'begin', 'end', 'closed']);
});
