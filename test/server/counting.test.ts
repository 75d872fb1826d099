import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allocateMetrics, makeMetrics } from '../../src/server/metrics.ts';
import { watchRevisions } from '../../src/server/watch.ts';
import { until } from '../support/until.ts';

test('histogram buckets are cumulative and sum all threads', () => {
  const routes = ['/a'];
  const memory = allocateMetrics(routes, 2);
  const [one, other] = [makeMetrics(memory, routes, 0), makeMetrics(memory, routes, 1)];
  for (const seconds of [0.0005, 0.001, 2]) one.countRequest('/a', 200, seconds);
  other.countRequest('/a', 418, 0.0006);
  other.countRequest('/elsewhere', 404, 0.5);
  const lines = one.render({ version: '1', revision: 1, games: 1 }).split('\n');
  const countOf = (name: string) => lines.find((line) => line.startsWith(`${name} `))?.slice(name.length + 1);
  const bucket = (le: string) => countOf(`ludex_request_duration_seconds_bucket{route="/a",le="${le}"}`);
  assert.deepEqual(['0.0005', '0.001', '0.002', '1', '+Inf'].map(bucket), ['1', '3', '3', '3', '4']);
  assert.equal(countOf('ludex_request_duration_seconds_count{route="/a"}'), '4');
  assert.equal(countOf('ludex_requests_total{route="/a",status="200"}'), '3');
  assert.equal(countOf('ludex_requests_total{route="/a",status="other"}'), '1');
  assert.equal(countOf('ludex_requests_total{route="other",status="404"}'), '1');
});

test('every changed revision is loaded, also a lower one, and never two at a time', async (t) => {
  const seen = { catalog: 5, accounts: 1 };
  const followed: number[] = [];
  let forgotten = 0;
  const held = Promise.withResolvers<void>();
  const stopWatch = watchRevisions({
    from: { ...seen },
    read: async () => ({ ...seen }),
    everyMs: 1,
    onCatalog: async () => {
      const { catalog } = seen;
      followed.push(catalog);
      await held.promise;
      return catalog;
    },
    onAccounts: () => forgotten++,
    onError: assert.ifError,
  });
  t.after(stopWatch);
  seen.catalog = 3;
  await until(() => followed.length > 0);
  seen.accounts = 0;
  await until(() => forgotten === 1);
  assert.deepEqual(followed, [3], 'keys are watched while the next snapshot is built');
  held.resolve();
  seen.catalog = 4;
  await until(() => followed.length === 2);
  assert.deepEqual([followed, forgotten], [[3, 4], 1]);
});
