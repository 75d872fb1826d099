import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { addWork, limitFor, openPressure, USUAL_CALLS, usualWork } from '../../src/server/pressure.ts';
import { addPerson, startedSession } from '../support/accounts.ts';
import { ask, openRawClients, type RawClient, readStatuses } from '../support/raw-clients.ts';
import { startServer } from '../support/server.ts';
import { until } from '../support/until.ts';

const TICK = { most: 128, answered: 10, cpuMs: 20, ms: 20 };
const LIMITS: [name: string, ticks: number, tick: typeof TICK, limit: (limit: number) => boolean][] = [
  ['calls of 2 ms may be 50 at the same time, for a delay of 100 ms', 100, TICK, (limit) => limit === 50],
  ['one slow tick changes little', 1, { ...TICK, answered: 1 }, (limit) => limit > 96],
  [
    'connections of one program are always accepted',
    100,
    { ...TICK, answered: 1, cpuMs: 1000 },
    (limit) => limit === 32,
  ],
  ['cheap calls may be more', 100, { ...TICK, answered: 100, cpuMs: 10 }, (limit) => limit === 1000],
  [
    'a few calls beside other work change nothing',
    100,
    { ...TICK, most: 3, answered: 3, cpuMs: 1000 },
    (limit) => limit === 128,
  ],
];

for (const [name, ticks, tick, isRight] of LIMITS)
  test(name, () => {
    let recent = usualWork(100);
    for (let i = 0; i < ticks; i++) recent = addWork(recent, tick, 100);
    assert.ok(isRight(limitFor(recent, 100)), `${limitFor(recent, 100)} calls`);
    for (let i = 0; i < 100; i++) recent = addWork(recent, { most: 0, answered: 0, cpuMs: 0, ms: 20 }, 100);
    assert.equal(limitFor(recent, 100), USUAL_CALLS, 'a quiet thread returns to the usual limit');
  });

test('expensive calls after cheap ones reduce the limit within a second, also if each tick is late', () => {
  let recent = usualWork(100);
  for (let i = 0; i < 100; i++) recent = addWork(recent, { most: 1000, answered: 300, cpuMs: 20, ms: 20 }, 100);
  for (let ms = 0; ms < 1000; ms += 200)
    recent = addWork(recent, { most: 128, answered: 66, cpuMs: 200, ms: 200 }, 100);
  assert.ok(limitFor(recent, 100) < 50, `${limitFor(recent, 100)} calls`);
});

test('calls of one turn of the event loop count together, also those that ended', async () => {
  const pressure = openPressure({ max_delay_ms: 100, max_memory_mb: null, threads: 1 });
  after(() => pressure.close());
  for (let i = 0; i < USUAL_CALLS; i++) {
    assert.equal(pressure.isCrowded, false);
    pressure.endCall(pressure.beginCall());
  }
  assert.equal(pressure.isCrowded, true);
  await nextTurn();
  assert.deepEqual([pressure.calls, pressure.isCrowded], [0, false]);
});

test('a call of an earlier turn counts until it is answered, and no longer', async () => {
  const pressure = openPressure({ max_delay_ms: 100, max_memory_mb: null, threads: 1 });
  after(() => pressure.close());
  const turn = pressure.beginCall();
  await nextTurn();
  assert.equal(pressure.calls, 1);
  pressure.endCall(turn);
  assert.equal(pressure.calls, 0);
});

test('a call has waited too long after the delay of the setting, but only while others are refused', () => {
  const pressure = openPressure({ max_delay_ms: 100, max_memory_mb: null, threads: 1 });
  assert.equal(pressure.isTooLate(1000), false);
  pressure.noteRefusal();
  assert.deepEqual([100, 101].map(pressure.isTooLate), [false, true]);
  pressure.close();
  const unlimited = openPressure({ max_delay_ms: null, max_memory_mb: null, threads: 1 });
  unlimited.noteRefusal();
  assert.equal(unlimited.isTooLate(1000), false);
  unlimited.close();
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

test('calls with unknown keys leave room for a known key', async () => {
  // So long that no call has waited too long, however busy the machine is.
  const server = await startServer({ 'max-delay-ms': '60000' });
  assert.equal((await server.get('/v1/games/1')).status, 200);
  const [known, ...others] = (await openRawClients(server.url, 301)) as [RawClient, ...RawClient[]];
  for (let times = 1; times <= 10; times++) {
    for (const { socket } of others) socket.write(ask('/v1/games/1', `X-API-Key: unknown-${times}\r\n`));
    known.socket.write(ask('/v1/games/1', `X-API-Key: ${server.key}\r\n`));
    await until(() => [known, ...others].every((client) => client.statuses().length === times));
  }
  assert.deepEqual(new Set(known.statuses()), new Set(['200']));
  assert.deepEqual(new Set(others.flatMap((client) => client.statuses())), new Set(['401', '503']));
});

test('a client with 32 connections is not refused, however slow the server still is', async () => {
  const server = await startServer({ 'max-delay-ms': '1' });
  const clients = await openRawClients(server.url, 32);
  const work = clients.map(async ({ socket, statuses }, i) => {
    for (let times = 1; times <= 20; times++) {
      socket.write(ask(`/v1/games?limit=100&offset=${times * i}`, `X-API-Key: ${server.key}\r\n`));
      await until(() => statuses().length === times);
    }
  });
  await Promise.all(work);
  assert.deepEqual(new Set(clients.flatMap((client) => client.statuses())), new Set(['200']));
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
