import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { openAdmission } from '../../src/server/admission.ts';
import { readCpuMs } from '../../src/server/calls.ts';
import { addPerson, startedSession } from '../support/accounts.ts';
import { temporaryFolder } from '../support/samples/bundle.ts';
import { startServing } from '../support/servers/program.ts';
import { ask, assertFirst, openRawClients, type RawClient, readStatuses } from '../support/servers/raw-clients.ts';
import { startServer } from '../support/servers/server.ts';
import { until } from '../support/until.ts';

const QUEUE = 30;
const { url, key, ...server } = await startServer({ 'site-queue': String(QUEUE) });

let pages = 0;
/** Another page each time, so that none is answered from the cache. */
function page(from: string, headers = ''): string {
  return ask(`/games?title=x${pages++}`, `X-Forwarded-For: ${from}\r\n${headers}`);
}

test('requests with a key, health checks and operators do not wait for the pages of a visitor', async () => {
  const { accountId } = await addPerson(server, 'operator@example.org', 'operator');
  const cookie = `Cookie: ${await startedSession(server, accountId)}\r\n`;
  const visitors = await openRawClients(url, QUEUE);
  const others = await openRawClients(url, 3);
  const [program, monitor, operator] = others as [RawClient, RawClient, RawClient];
  for (const { socket } of visitors) socket.write(page('192.0.2.1'));
  program.socket.write(ask('/v1/games?limit=1', `X-API-Key: ${key}\r\n`));
  monitor.socket.write(ask('/readyz'));
  operator.socket.write(page('192.0.2.1', cookie));
  assert.deepEqual(await readStatuses(others), ['200', '200', '200']);
  assert.deepEqual(new Set(await readStatuses(visitors)), new Set(['200']));
  assertFirst(others, visitors);
});

test('more waiting requests than LUDEX_SITE_QUEUE get 503 with Retry-After: a page for browsers, else JSON', async () => {
  const visitors = await openRawClients(url, QUEUE + 20);
  for (const [i, { socket }] of visitors.entries())
    socket.write(page('192.0.2.3', i % 2 === 0 ? 'Accept: text/html\r\n' : ''));
  const served = (await readStatuses(visitors)).filter((status) => status === '200');
  const refused = visitors.map((visitor) => visitor.text()).filter((text) => text.startsWith('HTTP/1.1 503 '));
  assert.ok(served.length >= QUEUE && refused.length > 1, `${served.length} served, ${refused.length} refused`);
  for (const text of refused) assert.match(text, /\r\nretry-after: 2\r\n/);
  const html = refused.find((text) => text.includes('text/html')) ?? '';
  const json = refused.find((text) => text.includes('application/json')) ?? '';
  assert.match(html, /<h1>The catalog is busy<\/h1>\n<p>Too many requests are waiting\./);
  assert.match(json, /"code":503,"error":"Service unavailable","message":"Too many requests are waiting\./);
  const [later] = await openRawClients(url, 1);
  later?.socket.write(page('192.0.2.3'));
  assert.deepEqual(await readStatuses([later as RawClient]), ['200'], 'the queue is empty again');
});

test('the requests of one connection are handled one after another, and answered in their order', async () => {
  const [client] = (await openRawClients(url, 1)) as [RawClient];
  const count = 2 * QUEUE;
  const requests = Array.from({ length: count }, (_, i) => (i % 2 === 0 ? page('192.0.2.5') : ask(`/v1/games/${i}`)));
  client.socket.write([...requests, 'garbage\r\n\r\n'].join(''));
  await until(() => client.statuses().length === count + 1);
  assert.deepEqual(client.statuses(), [...Array(QUEUE).fill(['200', '401']).flat(), '400']);
});

test('clients that leave while they wait take no place', async () => {
  const leaving = await openRawClients(url, QUEUE);
  for (const { socket } of leaving) socket.write(page('192.0.2.4') + page('192.0.2.4'), () => socket.destroy());
  await until(() => leaving.every(({ socket }) => socket.closed));
  await until(async () => {
    const visitors = await openRawClients(url, QUEUE / 2);
    for (const { socket } of visitors) socket.write(page('192.0.2.4'));
    return (await readStatuses(visitors)).every((status) => status === '200');
  });
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

const IDENTIFY = '{"files":[{"crc":"3337ec46"}]}';
/** Requests without a valid key within its quota, and how they are answered if there are few of them. */
const UNKEYED: [name: string, request: (from: string, freeKey: string) => string, status: string][] = [
  ['calls without a key', (from) => ask('/v1/games/1', from), '401'],
  ['calls with an unknown key', (from) => ask('/v1/games/1', `${from}X-API-Key: unknown\r\n`), '401'],
  ['keys in an encoded parameter', (from) => ask('/v1/games/1?api%5Fkey=unknown', from), '401'],
  [
    'an unknown key by POST',
    (from) =>
      `POST /v1/identify HTTP/1.1\r\nHost: x\r\n${from}X-API-Key: unknown\r\nContent-Length: ${IDENTIFY.length}\r\n\r\n${IDENTIFY}`,
    '401',
  ],
  ['preflights', (from) => `OPTIONS /v1/games HTTP/1.1\r\nHost: x\r\n${from}\r\n`, '204'],
  ['the OpenAPI document', (from) => ask('/v1/openapi.json', from), '200'],
  ['a key over its quota', (from, freeKey) => ask('/v1/games/1', `${from}X-API-Key: ${freeKey}\r\n`), '429'],
  ['health checks', (from) => ask('/readyz', from), '200'],
  ['metrics', (from) => ask('/metrics', from), '200'],
  ['pages whose body never comes', (from) => ask('/games', `${from}Content-Length: 1\r\n`), '200'],
  ['sitemaps that do not exist', (from) => ask('/sitemap/pages-9.xml', from), '404'],
];

describe('while calls come in', async () => {
  const settings = { 'site-queue': '5', 'site-per-second': '10', 'free-per-hour': '1', metrics: 'public' };
  const crowded = await startServer(settings);
  const { key: freeKey } = await addPerson(crowded, 'free@example.org');
  for (const [i, [name, request, status]] of UNKEYED.entries())
    test(`${name} wait in the queue of their network`, async () => {
      const clients = await openRawClients(crowded.url, 154);
      const [program, monitor, first, second, ...visitors] = clients as [
        RawClient,
        RawClient,
        RawClient,
        RawClient,
        ...RawClient[],
      ];
      const from = `X-Forwarded-For: 192.0.2.${i + 10}\r\n`;
      for (const client of [first, second]) {
        client.socket.write(request(from, freeKey));
        await readStatuses([client]);
      }
      const call = () => program.socket.write(ask('/v1/games/1', `X-API-Key: ${crowded.key}\r\n`));
      call();
      await until(() => program.statuses().length === 1);
      // The key is known now.
      call();
      for (const { socket } of visitors) socket.write(request(from, freeKey));
      monitor.socket.write(ask('/readyz', 'X-Forwarded-For: 192.0.2.2\r\n'));
      await until(() => program.statuses().length === 2);
      assert.deepEqual([new Set(program.statuses()), await readStatuses([monitor])], [new Set(['200']), ['200']]);
      assert.deepEqual(new Set(await readStatuses(visitors)), new Set([status, '503']));
      for (const { socket } of clients) socket.destroy();
    });
});

test('visits do not rest for the time that they took while there were no calls', async () => {
  const admission = openAdmission({
    site_queue: 10,
    site_per_second: null,
    threads: 1,
    max_delay_ms: null,
  });
  const visited = Promise.withResolvers<void>();
  const run = () => {
    const endAt = readCpuMs() + 200;
    while (readCpuMs() < endAt);
    visited.resolve();
  };
  admission.visit({ network: 'a', isSmall: false, maxMs: 1000, isGone: () => false, run, refuse: () => {} });
  await visited.promise;
  await nextTurn();
  admission.call(() => 'a call', 'busy');
  assert.equal(admission.isBusy, false);
});

test('a server that stops answers the visits that wait for their pace', async () => {
  const settings = { LUDEX_STARTER: 'false', LUDEX_SITE_PER_SECOND: '1', LUDEX_THREADS: '1' };
  const server = await startServing({ LUDEX_DATA: temporaryFolder('stop'), ...settings });
  const clients = await openRawClients(server.url, 30);
  for (const { socket } of clients) socket.write(ask('/genres', 'X-Forwarded-For: 192.0.2.1\r\n'));
  await until(() => clients.filter((client) => client.statuses().length > 0).length >= 10);
  server.process.kill('SIGTERM');
  assert.deepEqual(new Set(await readStatuses(clients)), new Set(['200']));
  assert.equal((await server.ended).code, 0);
});
