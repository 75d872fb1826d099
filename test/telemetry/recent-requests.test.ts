import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ERRORS_KEPT, openRecentRequests, type RecentRequests } from '../../src/telemetry/recent-requests.ts';
import { until } from '../support/until.ts';

const DAY_MS = 24 * 3600 * 1000;
const failed = (recent: RecentRequests, keyId: number, request: string, at: number) =>
  recent.recordError({ keyId, at, status: 404, request, message: 'no such game' });
const slow = (recent: RecentRequests, request: string, milliseconds: number, at: number) =>
  recent.recordTime({ request, milliseconds, at, status: 200 });

test('each key keeps its newest errors, and repeated ones are counted', () => {
  const recent = openRecentRequests('errors');
  failed(recent, 1, 'GET /v1/first', 1);
  for (const at of [2, 3, 4]) failed(recent, 1, 'GET /v1/again', at);
  failed(recent, 1, `GET /v1/${'x'.repeat(5000)}`, 5);
  for (let i = 0; i < ERRORS_KEPT + 20; i++) failed(recent, 2, `GET /v1/${i}`, 10 + i);
  assert.deepEqual(
    recent.listErrors([1]).map(({ request, times, at }) => [request.slice(0, 14), times, at]),
    [
      ['GET /v1/xxxxxx', 1, 5],
      ['GET /v1/again', 3, 4],
      ['GET /v1/first', 1, 1],
    ],
  );
  assert.ok(recent.listErrors([1]).every(({ request }) => request.length <= 500));
  const ofTwo = recent.listErrors([2]).map(({ request }) => request);
  assert.deepEqual([ofTwo.length, ofTwo[0], ofTwo.at(-1)], [ERRORS_KEPT, 'GET /v1/69', 'GET /v1/20']);
  assert.deepEqual(recent.listErrors()[0]?.keyId, 2);
  assert.equal(recent.listErrors().length, ERRORS_KEPT + 3);
  assert.deepEqual(recent.listErrors([3]), []);
  recent.close();
});

test('the errors of many keys do not grow without bounds', () => {
  const recent = openRecentRequests('keys');
  for (let keyId = 1; keyId <= 1000; keyId++) failed(recent, keyId, 'GET /v1/none', keyId);
  assert.equal(recent.listErrors().length, 200);
  assert.equal(recent.listErrors([1000]).length, 1);
  recent.close();
});

test('the ten slowest requests of a day are kept, each once', () => {
  const recent = openRecentRequests('slow');
  for (let i = 1; i <= 12; i++) slow(recent, `GET /a${i}`, i * 100, i);
  slow(recent, 'GET /a12', 50, 20);
  slow(recent, 'GET /a11', 3000, 21);
  const list = (now: number) =>
    recent.listSlowest(now).map(({ request, milliseconds }) => `${request} ${milliseconds}`);
  assert.deepEqual(list(30).slice(0, 3), ['GET /a11 3000', 'GET /a12 1200', 'GET /a10 1000']);
  assert.deepEqual([list(30).length, list(30).at(-1)], [10, 'GET /a3 300']);
  slow(recent, 'GET /next', 1, DAY_MS + 15);
  assert.deepEqual(list(DAY_MS + 15), ['GET /a11 3000', 'GET /next 1']);
  assert.deepEqual(list(3 * DAY_MS), []);
  recent.close();
});

test('the threads of a process tell each other, and those of another process hear nothing', async () => {
  const [one, other, apart] = ['a', 'a', 'b'].map(openRecentRequests) as [
    RecentRequests,
    RecentRequests,
    RecentRequests,
  ];
  failed(one, 1, 'GET /v1/none', 1);
  slow(one, 'GET /slow', 900, 1);
  await until(() => other.listErrors().length === 1 && other.listSlowest(2).length === 1);
  assert.deepEqual(other.listErrors(), one.listErrors());
  assert.deepEqual(apart.listErrors(), []);
  for (const recent of [one, other, apart]) recent.close();
});
