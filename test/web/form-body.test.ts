import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { test } from 'node:test';
import { addPerson, signIn } from '../support/accounts.ts';
import { readable } from '../support/browser.ts';
import { sendBytes } from '../support/raw.ts';
import { startServer } from '../support/server.ts';

const server = await startServer();

const FORM =
  'POST /signin HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/x-www-form-urlencoded\r\n';

function whole(body: string): string {
  return `${FORM}Content-Length: ${body.length}\r\n\r\n${body}`;
}

/** As a client sends it that has no mercy: each part in a chunk of its own. */
function chunked(parts: string[]): string {
  const chunks = [...parts, ''].map((part) => `${part.length.toString(16)}\r\n${part}\r\n`);
  return `${FORM}Transfer-Encoding: chunked\r\n\r\n${chunks.join('')}`;
}

/** Whatever is read as a form is one that is not ours: 403. */
const BODIES: [name: string, bytes: string, status: number][] = [
  ['no body', `${FORM}\r\n`, 403],
  ['32 KB', whole('a'.repeat(32 * 1024)), 403],
  ['a byte more than 32 KB', whole('a'.repeat(32 * 1024 + 1)), 413],
  ['32 KB in chunks of a byte', chunked(Array.from({ length: 32 * 1024 }, () => 'a')), 403],
  ['more than 32 KB in chunks', chunked(['a'.repeat(32 * 1024), 'a']), 413],
  ['200 fields', whole('a&'.repeat(199)), 403],
  ['201 fields', whole('a&'.repeat(200)), 400],
];

for (const [name, bytes, status] of BODIES) {
  test(`a form of ${name} gets ${status}`, async () => {
    assert.match(await sendBytes(server.url, bytes), new RegExp(`^HTTP/1\\.1 ${status} `));
  });
}

test('a query takes 200 parameters, and more get a page that says so', async () => {
  const { status } = await fetch(`${server.url}/games?${'a&'.repeat(199)}`);
  assert.equal(status, 200);
  const more = await fetch(`${server.url}/games?${'a&'.repeat(200)}`);
  assert.equal(more.status, 400);
  assert.match(readable(await more.text()), /Send at most 200 parameters or fields\./);
});

test('the longest message passes in the longest encoding', async () => {
  const ada = await addPerson(server, 'ada@example.org');
  const browser = await signIn(server, ada.email);
  const page = await browser.submit('/profile/messages', { message: '🎮'.repeat(2000) });
  assert.equal(page.status, 200);
  assert.ok(page.text.includes('🎮'.repeat(2000)));
});

/** As many unfinished forms as a thread holds. */
const MOST_UNFINISHED = 256;

test('many unfinished forms keep nobody from signing in: the oldest are given up', async () => {
  const grace = await addPerson(server, 'grace@example.org');
  const sockets: Socket[] = [];
  for (let i = 0; i < MOST_UNFINISHED; i++) sockets.push(await sendUnfinished());
  const oldest = readAll(sockets[0] as Socket);
  await signIn(server, grace.email);
  assert.match(await oldest, /^HTTP\/1\.1 408 [\s\S]*The form took too long to arrive\./);
  const closed = sockets.filter((socket) => socket.closed).length;
  assert.ok(closed < MOST_UNFINISHED / 2, `${closed} were closed`);
  for (const socket of sockets) socket.destroy();
});

async function sendUnfinished(): Promise<Socket> {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  // Told to go on, it is known that the form is being read.
  socket.write(`${FORM}Expect: 100-continue\r\nContent-Length: 9\r\n\r\n`);
  const [answer] = await once(socket, 'data');
  assert.match(String(answer), /^HTTP\/1\.1 100 /);
  return socket;
}

async function readAll(socket: Socket): Promise<string> {
  let text = '';
  for await (const chunk of socket) text += chunk;
  return text;
}
