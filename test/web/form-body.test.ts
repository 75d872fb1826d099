import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addSignedIn } from '../support/accounts.ts';
import { sendBytes } from '../support/servers/raw.ts';
import { startServer } from '../support/servers/server.ts';

const server = await startServer();

const FORM =
  'POST /signin HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/x-www-form-urlencoded\r\n';

function whole(body: string): string {
  return `${FORM}Content-Length: ${body.length}\r\n\r\n${body}`;
}

/** Sends each part in its own chunk. */
function chunked(parts: string[]): string {
  const chunks = [...parts, ''].map((part) => `${part.length.toString(16)}\r\n${part}\r\n`);
  return `${FORM}Transfer-Encoding: chunked\r\n\r\n${chunks.join('')}`;
}

/** A form that was read gets 403, because it has no CSRF token. */
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
  test(`a form with ${name} gets ${status}`, async () => {
    assert.match(await sendBytes(server.url, bytes), new RegExp(`^HTTP/1\\.1 ${status} `));
  });
}

test('a message of maximum length fits, even if every character takes 12 bytes', async () => {
  const { browser } = await addSignedIn(server, 'ada@example.org');
  const page = await browser.submit('/profile/messages', { message: '🎮'.repeat(2000) });
  assert.equal(page.status, 200);
  assert.ok(page.text.includes('🎮'.repeat(2000)));
});
