import assert from 'node:assert/strict';
import { type EventEmitter, once } from 'node:events';
import { connect } from 'node:net';
import { after, test } from 'node:test';
import { sendBytes } from '../support/servers/raw.ts';
import { startServer } from '../support/servers/server.ts';
import { until } from '../support/until.ts';

async function openIdle(url: string, count: number) {
  const port = Number(new URL(url).port);
  const sockets = Array.from({ length: count }, () => connect(port, '127.0.0.1'));
  after(() => sockets.forEach((socket) => void socket.destroy()));
  await Promise.all(sockets.map((socket) => once(socket, 'connect')));
  return sockets;
}

const HEALTH = 'GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';

test('an address has at most LUDEX_CONNECTIONS_PER_ADDRESS connections', async () => {
  const { url } = await startServer({ 'connections-per-address': '5', 'trusted-proxies': 'none' });
  const [first] = await openIdle(url, 5);
  assert.match(await sendBytes(url, ''), /^HTTP\/1\.1 503 Service unavailable\r\n[\s\S]*\r\nRetry-After: 10\r\n/);
  first?.destroy();
  await until(async () => (await sendBytes(url, HEALTH).catch(() => '')).startsWith('HTTP/1.1 200'));
});

test('the connections of a trusted proxy are not limited', async () => {
  const { url } = await startServer({ 'connections-per-address': '5' });
  await openIdle(url, 10);
  assert.match(await sendBytes(url, HEALTH), /^HTTP\/1\.1 200/);
});

test('sizes and times are settings', async () => {
  const { url, key } = await startServer({ 'header-kb': '8', 'headers-seconds': '1', 'request-seconds': '2' });
  const large = await sendBytes(url, `GET /healthz HTTP/1.1\r\nHost: x\r\nX-Large: ${'x'.repeat(9000)}\r\n\r\n`);
  assert.match(large, /^HTTP\/1\.1 431 [\s\S]*"The URL and the headers must be at most 8192 bytes\."/);
  assert.match(await sendBytes(url, 'GET /healthz HTTP/1.1\r\nX-A'), /^HTTP\/1\.1 408 /);
  const body = `POST /v1/identify HTTP/1.1\r\nHost: x\r\nX-API-Key: ${key}\r\nContent-Length: 100\r\n\r\n[`;
  assert.match(await sendBytes(url, body), /^HTTP\/1\.1 408 /);
});

test('after LUDEX_STALLED_SECONDS a client without progress is disconnected', async () => {
  const { url } = await startServer({ 'stalled-seconds': '1' });
  const [idle] = await openIdle(url, 1);
  let text = '';
  idle?.on('data', (chunk) => {
    text += chunk;
  });
  await once(idle as EventEmitter, 'close');
  // The time for headers, which is longer, ends with an answer.
  assert.equal(text, '');
});
