import assert from 'node:assert/strict';
import { test } from 'node:test';
import { watchRevisions } from '../../src/server/watch.ts';
import { allocateMetrics, makeMetrics } from '../../src/telemetry/metrics.ts';
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

test('the operator sees the sums of all threads: requests, errors and durations by route, and the hits of caches', () => {
  const routes = ['/a', '/b', '/unused'];
  const memory = allocateMetrics(routes, 2);
  const [one, other] = [makeMetrics(memory, routes, 0), makeMetrics(memory, routes, 1)];
  one.countRequest('/b', 500, 60);
  for (const [status, seconds] of [
    [200, 0.0004],
    [303, 0.0004],
    [404, 0.003],
    [429, 0.0001],
  ] as const)
    other.countRequest('/a', status, seconds);
  assert.deepEqual(one.listRoutes(), [
    { route: '/a', requests: 4, errors: 2, limited: 1, median: 0.0005, p99: 0.005 },
    { route: '/b', requests: 1, errors: 1, limited: 0, median: undefined, p99: undefined },
  ]);
  const pictures = { bytes: 0, hits: 0, misses: 0 };
  one.setCaches({ pictures, responses: { bytes: 5, hits: 1, misses: 2 } });
  for (const hits of [1, 3]) other.setCaches({ pictures, responses: { bytes: 20, hits, misses: 0 } });
  assert.match(
    one.render({ version: '1', revision: 1, games: 1 }),
    /^ludex_cache_lookups_total\{cache="responses",result="miss"\} 2$/m,
  );
  const text = one.render({ version: '1', revision: 1, games: 1 });
  assert.match(text, /^ludex_cache_bytes 25$/m);
  assert.match(text, /^ludex_cache_lookups_total\{cache="responses",result="hit"\} 4$/m);
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
