import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addPerson, startedSession } from '../support/accounts.ts';
import { ask, assertFirst, openRawClients, type RawClient, readStatuses } from '../support/raw-clients.ts';
import { startServer } from '../support/server.ts';
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

test('a visitor does not wait for all pages of another one', async () => {
  const greedy = await openRawClients(url, QUEUE);
  const others = await openRawClients(url, 1);
  for (const [i, { socket }] of greedy.entries()) socket.write(page(`2001:db8::${i}`));
  for (const { socket } of others) socket.write(page('2001:db8:0:1::1'));
  assert.deepEqual(new Set(await readStatuses([...greedy, ...others])), new Set(['200']));
  assertFirst(others, greedy);
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

test('after a burst of ten seconds, LUDEX_SITE_PER_SECOND is the pace of an address', async () => {
  const paced = await startServer({ 'site-per-second': '1' });
  const clients = await openRawClients(paced.url, 13);
  const startedAt = performance.now();
  for (const { socket } of clients) socket.write(page('192.0.2.5'));
  assert.deepEqual(new Set(await readStatuses(clients)), new Set(['200']));
  const seconds = (performance.now() - startedAt) / 1000;
  assert.ok(seconds > 1, `13 pages in ${seconds} s`);
});
