import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { nextLimit, openPressure, USUAL_CALLS } from '../../src/server/pressure.ts';
import { addPerson, startedSession } from '../support/accounts.ts';
import { ask, openRawClients, readStatuses } from '../support/raw-clients.ts';
import { startServer } from '../support/server.ts';
import { until } from '../support/until.ts';

const LIMITS: [name: string, seen: Parameters<typeof nextLimit>[0], next: number][] = [
  [
    'calls of 2 ms each may be 50 at the same time, for a delay of 100 ms',
    { limit: 128, most: 128, answered: 10, cpuMs: 20, maxDelayMs: 100 },
    50,
  ],
  ['a few calls are always accepted', { limit: 70, most: 70, answered: 1, cpuMs: 1000, maxDelayMs: 100 }, 16],
  ['cheap calls may be more, step by step', { limit: 200, most: 200, answered: 100, cpuMs: 10, maxDelayMs: 100 }, 250],
  [
    'a few calls beside other work change nothing',
    { limit: 128, most: 3, answered: 3, cpuMs: 1000, maxDelayMs: 100 },
    128,
  ],
  [
    'a quiet thread returns to the usual limit from below',
    { limit: 120, most: 1, answered: 1, cpuMs: 1, maxDelayMs: 100 },
    128,
  ],
  ['and from above', { limit: 130, most: 1, answered: 1, cpuMs: 1, maxDelayMs: 100 }, 128],
];

for (const [name, seen, next] of LIMITS) test(name, () => assert.equal(nextLimit(seen), next));

test('calls of one turn of the event loop count together, also those that ended', async () => {
  const pressure = openPressure({ max_delay_ms: 100, max_memory_mb: null });
  after(() => pressure.close());
  for (let i = 0; i < USUAL_CALLS; i++) {
    assert.equal(pressure.isCrowded, false);
    pressure.beginCall();
    pressure.endCall();
  }
  assert.equal(pressure.isCrowded, true);
  await nextTurn();
  assert.deepEqual([pressure.calls, pressure.isCrowded], [0, false]);
});

test('of many calls at once some are served, the rest get 503 with Retry-After, and then all are served again', async () => {
  const server = await startServer({ 'max-delay-ms': '1' });
  const clients = await openRawClients(server.url, 400);
  for (const { socket } of clients) socket.write(ask('/v1/games?limit=1', `X-API-Key: ${server.key}\r\n`));
  const served = (await readStatuses(clients)).filter((status) => status === '200');
  const refused = clients.map((client) => client.text()).filter((text) => text.startsWith('HTTP/1.1 503 '));
  for (const { socket } of clients) socket.destroy();
  assert.equal(refused.length + served.length, clients.length);
  assert.ok(refused.length > 0 && served.length > 0, `${served.length} served, ${refused.length} refused`);
  assert.match(refused[0] ?? '', /\r\nretry-after: 1\r\n/);
  await until(async () => (await server.get('/v1/games?limit=1')).status === 200);
});

test('many calls without a key are all refused as usual', async () => {
  const server = await startServer({ 'max-delay-ms': '1' });
  const clients = await openRawClients(server.url, 200);
  for (const { socket } of clients) socket.write(ask('/v1/games?limit=1'));
  assert.deepEqual(new Set(await readStatuses(clients)), new Set(['401']));
  for (const { socket } of clients) socket.destroy();
});

test('with too little memory only health checks and operators are served', async () => {
  const server = await startServer({ 'max-memory-mb': '1' });
  const { accountId } = await addPerson(server, 'operator@example.org', 'operator');
  const { accountId: memberId } = await addPerson(server, 'member@example.org');
  for (const path of ['/healthz', '/readyz', '/metrics'])
    assert.equal((await fetch(server.url + path)).status, 200, path);
  const call = await fetch(`${server.url}/v1/games`, { headers: { 'x-api-key': server.key } });
  assert.deepEqual([call.status, call.headers.get('retry-after')], [503, '1']);
  const page = await fetch(`${server.url}/games`, { headers: { accept: 'text/html' } });
  assert.deepEqual([page.status, page.headers.get('retry-after')], [503, '2']);
  assert.match(await page.text(), /<h1>The catalog is busy<\/h1>/);
  const cookies = [await startedSession(server, accountId), await startedSession(server, memberId)];
  const statuses = cookies.map(async (cookie) => (await fetch(`${server.url}/games`, { headers: { cookie } })).status);
  assert.deepEqual(await Promise.all(statuses), [200, 503]);
});
