import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { after, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { sharedServer } from '../support/servers/server.ts';

const server = await sharedServer();
const { hostname, port } = new URL(server.url);

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
    for (let round = 0; round < ROUNDS; round++) await sendAndReset(bytes, round % MAX_TURNS);
    const { status } = await fetch(server.url);
    assert.equal(status, 200);
    assert.deepEqual(uncaught.splice(0), []);
  });
}

async function sendAndReset(bytes: string, turns: number): Promise<void> {
  const socket = connect(Number(port), hostname);
  const closed = new Promise((resolve) => socket.once('close', resolve));
  // The server may close the connection first.
  socket.on('error', () => {});
  await Promise.race([once(socket, 'connect').catch(() => {}), closed]);
  socket.write(bytes);
  for (let turn = 0; turn < turns; turn++) await nextTurn();
  socket.resetAndDestroy();
  await closed;
}
