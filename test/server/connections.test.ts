import assert from 'node:assert/strict';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { TIMEOUTS, type Timeouts } from '../../src/server/connections.ts';
import { LARGE_BYTES, newLargePlace, startHttp as startInThread } from '../support/http.ts';
import { sendBytes } from '../support/servers/raw.ts';
import { addKey } from '../support/servers/server.ts';
import { until } from '../support/until.ts';

const config = await newLargePlace();
const key = await addKey(config, 'unlimited');
const PATIENT = { ...TIMEOUTS, checkEveryMs: 20 };

/** The URL of the real server with other timeouts. */
async function startHttp(timeouts: Timeouts): Promise<string> {
  return (await startInThread(config, timeouts)).url;
}

/** One for all tests with the usual timeouts. */
const url = await startHttp(PATIENT);

const FORM =
  'POST /signin HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 9\r\n';

const UNFINISHED: [name: string, bytes: string, timeouts: Partial<Timeouts>][] = [
  ['a client that sends nothing', '', { headersMs: 100 }],
  ['half of a request line', 'GET /v1/ga', { headersMs: 100 }],
  ['half of the headers', 'GET /v1/games HTTP/1.1\r\nHost: x\r\nX-A', { headersMs: 100 }],
  ['half of a form', `${FORM}\r\na=b`, { headersMs: 100, requestMs: 100 }],
];

for (const [name, bytes, timeouts] of UNFINISHED) {
  test(`${name} gets 408 as JSON, and the connection closes`, async () => {
    const url = await startHttp({ ...PATIENT, ...timeouts });
    const [head = '', body = ''] = (await sendBytes(url, bytes)).split('\r\n\r\n');
    assert.match(head, /^HTTP\/1\.1 408 Request timeout\r\nContent-Type: application\/json; charset=utf-8\r\n/);
    assert.match(head, /\r\nConnection: close$/);
    assert.deepEqual(JSON.parse(body), {
      code: 408,
      error: 'Request timeout',
      message: 'The request took too long to arrive.',
    });
  });
}

test('a GET with a complete body keeps its connection', async () => {
  const url = await startHttp({ ...PATIENT, lingerMs: 20 });
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk;
  });
  const ask = (connection: string) =>
    `GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: ${connection}\r\nContent-Length: 2\r\n\r\n{}`;
  for (let asked = 1; asked <= 3; asked++) {
    socket.write(ask('keep-alive'));
    await until(() => text.split('HTTP/1.1 200').length > asked);
  }
  socket.write(ask('close'));
  await once(socket, 'close');
  assert.equal(text.split('HTTP/1.1 200').length, 5);
});

const LONG = 'x'.repeat(10_000);
const OVERFLOWING: [name: string, packets: string[]][] = [
  ['a URL in one packet', [`GET /${LONG}${LONG}`]],
  ['a URL in two packets', [`GET /${LONG}`, LONG]],
  ['headers in three packets', ['GET / HT', `TP/1.1\r\nHost: ${LONG}`, LONG]],
  ['a URL and headers that are too long together', [`GET /${LONG} HTTP/1.1\r\nHost: `, LONG]],
  [
    'headers after another request',
    ['GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n', `GET / HTTP/1.1\r\nHost: ${LONG}`, LONG],
  ],
];

test('a URL and headers that are too long together get 431, however they are split into packets', async (t) => {
  for (const [name, packets] of OVERFLOWING) {
    await t.test(name, async () => {
      assert.match(await sendPackets(url, packets), /HTTP\/1\.1 431 [^{]*\{"code":431,.*\}$/);
    });
  }
});

const CLOSE = 'Host: x\r\nConnection: close\r\n\r\n';
const MALFORMED_HEADS: [name: string, bytes: string, status: number][] = [
  ['an invalid URL', `HEAD /\u0001 HTTP/1.1\r\n${CLOSE}`, 400],
  ['headers that are too large', `HEAD / HTTP/1.1\r\nHost: ${LONG}${LONG}\r\n\r\n`, 431],
];

test('a malformed HEAD is answered without a body', async (t) => {
  // Long enough for the bytes to arrive on a busy machine.
  const url = await startHttp({ ...PATIENT, headersMs: 1000 });
  for (const [name, bytes, status] of MALFORMED_HEADS) {
    await t.test(name, async () => {
      const text = await sendBytes(url, bytes);
      assert.match(text, new RegExp(`HTTP/1\\.1 ${status} `));
      assert.match(text, /\r\nContent-Length: [1-9]\d*\r\nConnection: close\r\n\r\n$/);
    });
  }
});

/** What a connection sends in packets, and the statuses of all answers. */
const FOLLOWED: [name: string, packets: () => string[], statuses: string[]][] = [
  // A body that no route reads is not awaited.
  [
    'a body to a GET of the API',
    () => ['GET /v1/games HTTP/1.1\r\nHost: x\r\nContent-Length: 900000\r\n\r\nabc'],
    ['401'],
  ],
  [
    'a body to a POST of the API',
    () => ['POST /v1/games HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n'],
    ['405'],
  ],
  [
    'JSON for a page',
    () => [`${FORM.replace(/Content.*/s, 'Content-Type: application/json\r\nContent-Length: 900000')}\r\n\r\n{"a":1`],
    ['400'],
  ],
  ['a form for a page without a form', () => [`${FORM.replace('/signin', '/games')}\r\na=b`], ['405']],
  ['a form whose Content-Length is too large', () => [`${FORM.replace('Length: 9', 'Length: 32769')}\r\na=b`], ['413']],
  ['garbage after a page', () => ['GET /games HTTP/1.1\r\nHost: x\r\n\r\nGARBAGE\r\n\r\n'], ['200', '400']],
  ['garbage after a refusal', () => ['GET /v1/games HTTP/1.1\r\nHost: x\r\n\r\nGARBAGE\r\n\r\n'], ['401', '400']],
  ['CONNECT', () => ['GET /games HTTP/1.1\r\nHost: x\r\n\r\nCONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n'], ['200', '405']],
  [
    'a broken rest of a body that was refused before it arrived',
    () => ['POST /v1/games HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n', 'ZZZ\r\n\r\n'],
    ['405'],
  ],
  [
    'no body, with a valid key, where none is taken',
    () => [`POST /v1/games?api_key=${key} HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n`],
    ['405'],
  ],
  [
    'a body that looks like an unencoded URL',
    () => [
      `POST /v1/identify?api_key=${key} HTTP/1.1\r\nHost: x\r\nContent-Length: 7\r\n\r\nG`,
      'ET /\u00c3\u00a9',
      `GET /healthz HTTP/1.1\r\n${CLOSE}`,
    ],
    ['400', '200'],
  ],
  [
    'a body in one packet with its head that has unencoded URLs and a request in it',
    () => {
      const body = `A /${'\u00e9'.repeat(19)}\n\nGET /smuggled HTTP/1.1\r\nHost: x\r\n\r\n`;
      const head = `POST /v1/identify?api_key=${key} HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\n\r\n`;
      return [`${head}${body}GET /healthz HTTP/1.1\r\n${CLOSE}`];
    },
    ['400', '200'],
  ],
];

test('each request gets its own answer, whatever follows', async (t) => {
  const url = await startHttp({ ...PATIENT, lingerMs: 100 });
  // The key is known from now on.
  assert.equal((await fetch(`${url}/v1/platforms?api_key=${key}`)).status, 200);
  for (const [name, packets, statuses] of FOLLOWED)
    await t.test(name, async () => {
      const answers = (await sendPackets(url, packets())).matchAll(/HTTP\/1\.1 (\d+)/g);
      assert.deepEqual(
        Array.from(answers, ([, status]) => status),
        statuses,
      );
    });
});

test('unencoded UTF-8 in a URL is read as if it were encoded', async (t) => {
  const raw = Buffer.from(`GET /v1/games?api_key=${key}&title=é HTTP/1.1\r\n${CLOSE}`);
  const CASES: [name: string, bytes: string | Buffer, pattern: RegExp][] = [
    ['in a query', raw, /^HTTP\/1\.1 200 OK\r\n.*\{"games":\[/s],
    ['in a path', `GET /café HTTP/1.1\r\n${CLOSE}`, /^HTTP\/1\.1 404 .*Nothing found at \/caf%C3%A9\./s],
    ['that is not valid UTF-8', Buffer.from(`GET /\u00ff HTTP/1.1\r\n${CLOSE}`, 'latin1'), /^HTTP\/1\.1 404 /],
    ['of a form', FORM.replace('/signin', '/é').concat('Connection: close\r\n\r\nabcdefghi'), /^HTTP\/1\.1 404 /],
    ['in a header, where it stays', Buffer.from(`GET /healthz HTTP/1.1\r\nX-A: é\r\n${CLOSE}`), /^HTTP\/1\.1 200 /],
    [
      'beside other bytes that no URL has',
      `GET /é\u0001 HTTP/1.1\r\n${CLOSE}`,
      /400 .*"The URL must be percent-encoded\."\}$/s,
    ],
  ];
  for (const [name, bytes, pattern] of CASES)
    await t.test(name, async () => assert.match(await sendBytes(url, bytes), pattern));
});

const OK = 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n';
/** What Node's parser accepts, or rejects too late. */
const INVALID: [name: string, bytes: string, statuses: number[]][] = [
  ['without Host', 'GET /healthz HTTP/1.1\r\n\r\n', [400]],
  ['without Host after a valid one', `${OK}GET /healthz HTTP/1.1\r\n\r\n`, [200, 400]],
  ['without Host before a valid one', `GET /healthz HTTP/1.1\r\n\r\n${OK}`, [400]],
  ['with two Hosts', 'GET /healthz HTTP/1.1\r\nHost: x\r\nhost: y\r\n\r\n', [400]],
  ['of HTTP/1.0 without Host', 'GET /healthz HTTP/1.0\r\n\r\n', [200]],
  ['with Transfer-Encoding: gzip', 'GET /healthz HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: gzip\r\n\r\n', [400]],
  [
    'with a body that is not chunked at last',
    'POST /signin HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked, gzip\r\n\r\n',
    [400],
  ],
  [
    'with Transfer-Encoding: gzip after a valid one',
    `${OK}GET /healthz HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: gzip\r\n\r\n`,
    [200, 400],
  ],
  [
    'with a broken chunk after a page',
    `GET /games HTTP/1.1\r\nHost: x\r\n\r\n${FORM.replace(/Content-Length.*/, 'Transfer-Encoding: chunked')}\r\n\r\nzz\r\n`,
    [200, 400],
  ],
];

test('an invalid request is refused once, with JSON, and the connection closes', async (t) => {
  for (const [name, bytes, statuses] of INVALID) {
    await t.test(`a request ${name}`, async () => {
      const text = await sendBytes(url, bytes);
      assert.deepEqual(
        text.match(/HTTP\/1\.1 \d+/g),
        statuses.map((status) => `HTTP/1.1 ${status}`),
      );
      if (statuses.at(-1) === 400) assert.match(text, /\r\nConnection: close\r\n\r\n\{"code":400,.*\}$/);
    });
  }
});

test('a client that stops reading its response is disconnected', async () => {
  const url = await startHttp({ ...PATIENT, stalledMs: 100 });
  const accepted = nextAccepted();
  const client = askLarge(url);
  // The client notices only when it reads again.
  await once(await accepted, 'close');
  assert.ok((await readSteps(client, Number.MAX_SAFE_INTEGER)).length < LARGE_BYTES);
});

test('a client that reads slowly gets the whole response', async () => {
  const stalledMs = 400;
  const url = await startHttp({ ...PATIENT, stalledMs });
  for (let attempt = 0; attempt < 10; attempt++) {
    // Ten steps take longer than twice the timeout.
    const { length, longestStepMs } = await readSteps(askLarge(url), LARGE_BYTES / 10, stalledMs / 4);
    // On a very busy machine the client itself may have stalled: try again.
    if (length < LARGE_BYTES && longestStepMs > stalledMs / 2) continue;
    assert.ok(length > LARGE_BYTES);
    return;
  }
  assert.fail('the machine is too busy for this test');
});

/** Sends each packet after the server has read and answered the previous one. */
async function sendPackets(url: string, packets: readonly string[]): Promise<string> {
  const accepted = nextAccepted();
  const client = connect(Number(new URL(url).port), '127.0.0.1');
  let text = '';
  client.on('data', (chunk) => {
    text += chunk;
  });
  const ended = once(client, 'end');
  const server = await accepted;
  let sent = 0;
  for (const packet of packets) {
    client.write(packet, 'latin1');
    sent += packet.length;
    await until(() => server.bytesRead >= sent && (!packet.endsWith('\r\n\r\n') || text !== ''));
  }
  await ended;
  return text;
}

/** The server's end of the next connection. */
function nextAccepted(): Promise<Socket> {
  const { promise, resolve } = Promise.withResolvers<Socket>();
  const onSocket = (message: unknown) => {
    unsubscribe('net.server.socket', onSocket);
    resolve((message as { socket: Socket }).socket);
  };
  subscribe('net.server.socket', onSocket);
  return promise;
}

function askLarge(url: string): Socket {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.write(`GET /v1/games?api_key=${key} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
  return socket;
}

/** Reads to the end or until the connection is reset, `step` bytes at a time with a pause after each step. */
async function readSteps(socket: Socket, step: number, pauseMs = 0) {
  let [length, longestStepMs, last] = [0, 0, performance.now()];
  try {
    for await (const chunk of socket) {
      const isStep = Math.floor(length / step) < Math.floor((length + chunk.length) / step);
      length += chunk.length;
      if (!isStep) continue;
      await pause(pauseMs);
      longestStepMs = Math.max(longestStepMs, performance.now() - last);
      last = performance.now();
    }
  } catch {
    // The connection was reset: the length so far is the result.
  }
  return { length, longestStepMs };
}
