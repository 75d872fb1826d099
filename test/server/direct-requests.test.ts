import assert from 'node:assert/strict';
import { subscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { after, test } from 'node:test';
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { mediaFolder } from '../../src/config.ts';
import { openPictureStore } from '../../src/pictures/picture-store.ts';
import { KEEP_ALIVE_MS, TIMEOUTS } from '../../src/server/connections.ts';
import { LARGE_BYTES, newLargePlace, startHttp } from '../support/http.ts';
import { png } from '../support/samples/pictures.ts';
import { addKey } from '../support/servers/server.ts';
import { until } from '../support/until.ts';

const config = await newLargePlace({ 'commercial-per-hour': '1', 'free-per-second': 'none' });
const [key, counted, usedUp] = [
  await addKey(config, 'unlimited'),
  await addKey(config, 'free'),
  await addKey(config, 'commercial'),
];
const PATIENT = { ...TIMEOUTS, checkEveryMs: 20 };
const first = 1;
const pictures = openPictureStore(mediaFolder(config));
const small = await pictures.add(await png({ width: 60, height: 40 }));
const large = await pictures.add(await png({ width: 600, height: 400, noisy: true }));

/** Requests that Node has parsed. */
let parsed = 0;
subscribe('http.server.request.start', () => parsed++);
/** The server's side of the newest connection. */
let accepted: Socket | undefined;
subscribe('net.server.socket', (message) => {
  accepted = (message as { socket: Socket }).socket;
});

/** Writes packets and reads responses. */
function openClient(port: number) {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  after(() => socket.destroy());
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk.toString('latin1');
  });
  /** The next response, with its headers in order. */
  const read = async () => {
    await until(() => isWhole(text) || socket.closed);
    if (!isWhole(text)) throw new Error('the connection closed before the response was complete');
    const [head = '', ...rest] = text.split('\r\n\r\n');
    const length = lengthOf(head);
    const body = rest.join('\r\n\r\n').slice(0, length);
    text = text.slice(head.length + 4 + length);
    const [line = '', ...headers] = head.split('\r\n');
    return { status: Number(line.split(' ')[1]), line, headers, body };
  };
  const ask = async (path: string, headers = '') => {
    socket.write(requestFor(path, headers));
    return read();
  };
  return { socket, ask, read };
}

/** One that no test stops. */
const { port } = await startHttp(config, PATIENT);

const WITH_KEY = `X-API-Key: ${key}\r\n`;
const WITH_KEY_AND_BROTLI = `${WITH_KEY}Accept-Encoding: br\r\n`;

/** A server, and a client whose first request it has answered: it answers the next ones directly. */
async function startKept(timeouts: Partial<typeof PATIENT> = {}, headers = WITH_KEY) {
  const { port, close } = await startHttp(config, { ...PATIENT, ...timeouts });
  return { ...(await openKept(port, headers)), port, close };
}

async function openKept(at = port, headers = WITH_KEY, path = '/v1/platforms') {
  const client = openClient(at);
  await client.ask(path, headers);
  return client;
}

function isWhole(text: string): boolean {
  const end = text.indexOf('\r\n\r\n');
  return end >= 0 && text.length >= end + 4 + lengthOf(text.slice(0, end));
}

function lengthOf(head: string): number {
  return Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0);
}

function requestFor(path: string, headers = WITH_KEY): string {
  return `GET ${path} HTTP/1.1\r\nHost: x\r\n${headers}\r\n`;
}

/** How many of the requests Node has parsed. */
async function countParsed<T>(run: () => Promise<T>): Promise<{ result: T; nodeParsed: number }> {
  const before = parsed;
  const result = await run();
  return { result, nodeParsed: parsed - before };
}

const VARYING = /^(x-request-id|Date|ratelimit|ratelimit-remaining|ratelimit-reset|retry-after): .*/;

const REPEATED: [name: string, path: string, headers: string, status: number][] = [
  ['one game', `/v1/games/${first}`, WITH_KEY, 200],
  ['a key in the query', `/v1/games/${first}?format=brief&api_key=${key}`, '', 200],
  ['a counted key', `/v1/games/${first}?format=id`, `X-API-Key: ${counted}\r\n`, 200],
  ['a page', '/v1/games?format=brief', `Authorization: Bearer ${key}\r\n`, 200],
  ['a large page', '/v1/games', WITH_KEY, 200],
  ['a compressed page', '/v1/games?limit=10', `X-API-Key: ${key}\r\nAccept-Encoding: gzip\r\n`, 200],
  ['a document', '/v1/openapi.json', '', 200],
  ['304', `/v1/games/${first}`, `X-API-Key: ${key}\r\nIf-None-Match: *\r\n`, 304],
  ['a picture', small.image, '', 200],
  ['a picture that is read from its file', large.image, '', 200],
  ['a picture that the client has', small.image, 'If-None-Match: *\r\n', 304],
  ['a cover', `/covers/${first}-360.png`, '', 200],
  ['no picture', '/media/nothing.png', '', 404],
  ['404', '/v1/games/999999999', WITH_KEY, 404],
  ['400', '/v1/games?limit=x', WITH_KEY, 400],
  ['401 without a key', `/v1/games/${first}`, '', 401],
  ['401 with an unknown key', `/v1/games/${first}`, 'X-API-Key: unknown\r\n', 401],
  ['429', `/v1/games/${first}`, `X-API-Key: ${usedUp}\r\n`, 429],
];

test('the later requests of a connection get what Node would send, without its parser', async (t) => {
  await openClient(port).ask(`/v1/games/${first}`, `X-API-Key: ${usedUp}\r\n`);
  for (const [name, path, headers, status] of REPEATED) {
    await t.test(name, async () => {
      const { ask } = openClient(port);
      const expected = constantsOf(await ask(path, headers));
      assert.equal(expected.status, status);
      const { result, nodeParsed } = await countParsed(async () => [
        await ask(path, headers),
        await ask(path, headers),
      ]);
      assert.deepEqual(result.map(constantsOf), [expected, expected]);
      assert.equal(nodeParsed, 0);
      assert.equal(new Set(result.map(requestIdOf)).size, 2);
    });
  }
});

test('another URL with the same headers needs no parser, and other headers do', async () => {
  const { ask } = await openKept();
  const other = await countParsed(() => ask(`/v1/games/${first}?format=id`, WITH_KEY));
  assert.deepEqual([other.nodeParsed, other.result.status], [0, 200]);
  const without = await countParsed(() => ask('/v1/platforms', 'X-API-Key: unknown\r\n'));
  assert.deepEqual([without.nodeParsed, without.result.status], [1, 401]);
  const again = await countParsed(() => ask('/v1/platforms', WITH_KEY));
  assert.deepEqual([again.nodeParsed, again.result.status], [1, 200]);
});

const LEFT_TO_NODE: [name: string, packet: string, statuses: number[]][] = [
  ['a page of the site', requestFor('/healthz'), [200]],
  ['a preflight', requestFor('/v1/platforms').replace('GET', 'OPTIONS'), [204]],
  ['two requests', requestFor('/v1/platforms') + requestFor('/v1/nothing'), [200, 404]],
  ['a request with a body', requestFor('/v1/platforms').replace('\r\n\r\n', '\r\nContent-Length: 2\r\n\r\n{}'), [200]],
  ['an unencoded URL', requestFor('/v1/games?title=\u00c3\u00a9'), [200]],
  ['a space in the URL', requestFor('/v1/games ?'), [400]],
  ['an older version', requestFor('/v1/platforms').replace('1.1', '1.0'), [200]],
  ['garbage', 'GARBAGE\r\n\r\n', [400]],
];

test('what is more than a repeated request is left to Node', async (t) => {
  for (const [name, packet, statuses] of LEFT_TO_NODE) {
    await t.test(name, async () => {
      const { socket, ask, read } = openClient(port);
      await ask('/v1/platforms', WITH_KEY);
      socket.write(packet, 'latin1');
      for (const status of statuses) assert.equal((await read()).status, status);
    });
  }
});

test('a request in two packets is answered, and those after it', async () => {
  const { socket, ask, read } = await openKept();
  const whole = requestFor('/v1/genres');
  socket.write(whole.slice(0, 30));
  await pause(20);
  socket.write(whole.slice(30));
  assert.equal((await read()).status, 200);
  assert.equal((await ask('/v1/platforms', WITH_KEY)).status, 200);
});

test('an empty line before a request does not become part of its headers', async () => {
  const { socket, read } = openClient(port);
  const withEmptyLine = `\r\n${requestFor('/v1/platforms')}`;
  socket.write(withEmptyLine);
  assert.equal((await read()).status, 200);
  socket.write(`GET /v1/genres HTTP/1.1${withEmptyLine}`);
  assert.equal((await read()).status, 400);
});

test('Connection: close closes the connection, also if earlier requests kept it', async () => {
  const { socket, ask } = await openKept();
  for (let i = 0; i < 2; i++) await ask('/v1/platforms', WITH_KEY);
  const closed = once(socket, 'close');
  const { headers } = await ask('/v1/platforms', `X-API-Key: ${key}\r\nConnection: close\r\n`);
  assert.ok(headers.includes('Connection: close'));
  await closed;
});

test('requests that come before the answer to an earlier one are answered after it, in their order', async () => {
  const headers = WITH_KEY_AND_BROTLI;
  for (let limit = 40; limit < 43; limit++) {
    const { socket, ask, read } = openClient(port);
    await ask('/v1/platforms', headers);
    // Compressed in another thread.
    socket.write(requestFor(`/v1/games?limit=${limit}`, headers));
    await pause(1);
    for (const path of ['/v1/nothing', '/v1/platforms']) {
      socket.write(requestFor(path, headers));
      await pause(1);
    }
    assert.deepEqual([(await read()).status, (await read()).status, (await read()).status], [200, 404, 200]);
    assert.equal((await ask('/v1/genres', headers)).status, 200);
  }
});

test('a client that ends its side before the answer gets it', async () => {
  const { socket, read } = await openKept(port, WITH_KEY_AND_BROTLI);
  socket.end(requestFor('/v1/games?limit=50', WITH_KEY_AND_BROTLI));
  assert.equal((await read()).status, 200);
  // Not as late as an idle connection.
  await until(() => socket.closed, KEEP_ALIVE_MS / 2);
});

/** Less than an idle connection has, and longer than a busy machine may stop this process: tests let the rest of it pass. */
const STALLED_MS = 60_000;

/** As if the client had not read for so long that only a moment is left. */
const letTimePass = () => accepted?.setTimeout(100);

const isWriting = () => (accepted?.writableLength ?? 0) > 0;

test('a client that stops reading a direct answer is disconnected, and one that reads gets all of it', async () => {
  const { ask, port } = await startKept({ stalledMs: STALLED_MS });
  const idleMs = accepted?.timeout ?? 0;
  assert.ok(idleMs > STALLED_MS, 'an idle connection has more time');
  assert.equal((await ask('/v1/games', WITH_KEY)).body.length > LARGE_BYTES, true);
  await until(() => accepted?.timeout === idleMs);
  // The receive buffer of a connection that has read much may hold a whole answer.
  const { socket, read } = await openKept(port);
  socket.pause();
  socket.write(requestFor('/v1/games'));
  await until(() => accepted?.timeout === STALLED_MS);
  letTimePass();
  await until(() => accepted?.closed === true);
  socket.resume();
  await until(() => socket.closed);
  await assert.rejects(read, /closed before/);
});

test('what follows a direct answer to a slow reader is answered after it', async () => {
  const { socket, read } = await startKept({ lingerMs: 100 });
  socket.pause();
  socket.write(requestFor('/v1/games'));
  await until(isWriting);
  socket.write('GARBAGE\r\n\r\n');
  // Longer than a connection is kept open after an error.
  await pause(2500);
  socket.resume();
  assert.equal((await read()).body.length > LARGE_BYTES, true);
  assert.equal((await read()).status, 400);
});

test('a client that stops reading an answer after a direct one is disconnected', async () => {
  const { socket } = await startKept({ stalledMs: STALLED_MS });
  const stopAt = socket.bytesRead + LARGE_BYTES * 1.1;
  socket.on('data', () => {
    if (socket.bytesRead > stopAt) socket.pause();
  });
  socket.write(requestFor('/v1/games'));
  await pause(20);
  // Together more than buffers ever hold, however much was read before.
  socket.write(requestFor('/v1/games', `X-API-Key: ${key}\r\nX-Other: 1\r\n`).repeat(5));
  await until(() => socket.isPaused());
  assert.equal(accepted?.timeout, STALLED_MS);
  letTimePass();
  await until(() => accepted?.destroyed === true, KEEP_ALIVE_MS / 2);
});

test('an idle connection does not keep its last answer in memory', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
  const before = process.memoryUsage().arrayBuffers;
  for (let limit = 97; limit < 100; limit++) await openClient(port).ask(`/v1/games?limit=${limit}`, WITH_KEY);
  await until(() => {
    collect();
    return process.memoryUsage().arrayBuffers - before < LARGE_BYTES * 2;
  }, KEEP_ALIVE_MS / 2);
});

test('a server that stops sends a direct answer to its end, and then closes the connection', async () => {
  const { socket, read, close } = await startKept();
  socket.pause();
  socket.write(requestFor('/v1/games'));
  await until(isWriting);
  const closing = close();
  await pause(100);
  socket.resume();
  assert.equal((await read()).body.length > LARGE_BYTES, true);
  await closing;
  await until(() => socket.closed);
});

test('an answer that a stopping server makes says that the connection is closed', async () => {
  const { socket, read, close } = await startKept({}, WITH_KEY_AND_BROTLI);
  const { nodeParsed } = await countParsed(async () => {
    // Compressed in another thread, meanwhile the server is told to stop.
    const received = accepted?.bytesRead;
    socket.write(requestFor('/v1/games?limit=49', WITH_KEY_AND_BROTLI));
    while (accepted?.bytesRead === received) await nextTurn();
    const closing = close();
    const answer = await read();
    assert.equal(answer.status, 200);
    assert.deepEqual(
      answer.headers.filter((header) => /^(connection|keep-alive):/i.test(header)),
      ['connection: close'],
    );
    await closing;
  });
  assert.equal(nodeParsed, 0);
  await until(() => socket.closed);
});

/** A response without what differs in each. */
function constantsOf({ status, line, headers, body }: Awaited<ReturnType<ReturnType<typeof openClient>['read']>>) {
  return { status, line, headers: headers.map((header) => header.replace(VARYING, '$1')), body };
}

function requestIdOf({ headers }: { headers: readonly string[] }): string | undefined {
  return headers.find((header) => header.startsWith('x-request-id: '));
}
