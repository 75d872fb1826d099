import assert from 'node:assert/strict';
import dns, { type LookupAddress } from 'node:dns';
import { once } from 'node:events';
import { connect } from 'node:net';
import { after, mock, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { startServer } from '../support/servers/server.ts';

/** Fastify opens one server per address of `localhost`; the second shares few of the options and listeners of the first. */
const ADDRESSES = ['127.0.0.1', '127.0.0.2'].map((address) => ({ address, family: 4 }));
resolveLocalhost();
const server = await startServer({ host: 'localhost', 'log-level': 'silent' });

/** A reset on a socket without an error listener raises this; outside of tests it ends the process. */
const uncaught: unknown[] = [];
const onUncaught = (error: unknown) => void uncaught.push(error);
process.on('uncaughtException', onUncaught);
after(() => process.off('uncaughtException', onUncaught));

/** Each way in which Node passes a socket or a request to the server. */
const REQUESTS: [name: string, bytes: string][] = [
  ['CONNECT', 'CONNECT a:1 HTTP/1.1\r\nHost: a:1\r\n\r\n'],
  ['CONNECT with bytes for the tunnel', `CONNECT a:1 HTTP/1.1\r\nHost: a:1\r\n\r\n${'x'.repeat(50_000)}`],
  ['an upgrade', 'GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'],
  ['an upgrade of a POST', 'POST /signin HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n'],
  ['bytes that are not HTTP', 'hello there\r\n\r\n'],
  ['headers that are too large', `GET / HTTP/1.1\r\nX-Long: ${'x'.repeat(100_000)}\r\n\r\n`],
  ['a method that does not exist', 'BREW / HTTP/1.1\r\nHost: x\r\n\r\n'],
  ['Expect: 100-continue', 'POST /signin HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\nExpect: 100-continue\r\n\r\n'],
  ['an unknown expectation', 'GET /healthz HTTP/1.1\r\nHost: x\r\nExpect: cake\r\n\r\n'],
  [
    'an unfinished form',
    'POST /signin HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 9\r\n\r\na=b',
  ],
  ['an unfinished body of a GET', 'GET /v1/games HTTP/1.1\r\nHost: x\r\nContent-Length: 9000\r\n\r\nabc'],
  ['several requests at once', 'GET /v1/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(10)],
];

/** The reset must arrive between the request and the end of the response; the number of event loop turns until then varies. */
const ROUNDS = 32;
const MAX_TURNS = 8;

for (const [name, bytes] of REQUESTS) {
  test(`the server survives ${name} followed by a reset`, async () => {
    for (const { address } of ADDRESSES) {
      for (let round = 0; round < ROUNDS; round++) await sendAndReset(address, bytes, round % MAX_TURNS);
    }
    const { status } = await fetch(server.url.replace('localhost', '127.0.0.1'));
    assert.equal(status, 200);
    assert.deepEqual(uncaught.splice(0), []);
  });
}

async function sendAndReset(host: string, bytes: string, turns: number): Promise<void> {
  const socket = connect(Number(new URL(server.url).port), host);
  const closed = new Promise((resolve) => socket.once('close', resolve));
  // The server may close the connection first, and some systems have no second loopback address.
  socket.on('error', () => {});
  await Promise.race([once(socket, 'connect').catch(() => {}), closed]);
  socket.write(bytes);
  for (let turn = 0; turn < turns; turn++) await nextTurn();
  socket.resetAndDestroy();
  await closed;
}

/** Makes `localhost` resolve to two addresses, as on most machines; IPv6 may be missing where tests run. */
function resolveLocalhost(): void {
  const { lookup } = dns;
  type Callback = (error: null, address: string | LookupAddress[], family?: number) => void;
  const resolve = (name: string, options: { all?: boolean }, callback: Callback) => {
    if (name !== 'localhost') return lookup(name, options, callback as never);
    if (options.all) return process.nextTick(callback, null, ADDRESSES);
    return process.nextTick(callback, null, '127.0.0.1', 4);
  };
  mock.method(dns, 'lookup', resolve as never);
  after(() => mock.restoreAll());
}
