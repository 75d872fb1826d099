import assert from 'node:assert/strict';
import { once } from 'node:events';
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
