import assert from 'node:assert/strict';
import type { IncomingHttpHeaders } from 'node:http';
import { test } from 'node:test';
import { askRaw } from '../support/servers/raw.ts';
import { sharedServer } from '../support/servers/server.ts';

const server = await sharedServer();
const PATHS = [
  `/v1/games?limit=20&api_key=${server.key}`,
  '/v1/openapi.json',
  '/',
  '/games',
  '/games/1/super-example-bros',
  '/companies',
  '/sitemap.xml',
  '/sitemap/games-1.xml',
  '/static/style.css',
  '/covers/1.png',
];

/** What a client may send if the content of the ETag is `x`, and the status of the answer. */
const HELD: [header: string, status: number][] = [
  ['"x"', 304],
  ['W/"x"', 304],
  ['"other", W/"x"', 304],
  ['"a,b",W/"x" , "c"', 304],
  ['*', 304],
  // As a proxy names what it has compressed.
  ['"x-gzip"', 304],
  ['W/"x-gzip"', 304],
  ['W/"x-br"', 304],
  ['"x-deflate"', 200],
  ['"x-"', 200],
  ['"xx"', 200],
  ['"y x"', 200],
  ['"ax"', 200],
  ['x', 200],
  ['W/x', 200],
  ['"y*"', 200],
];

for (const [i, path] of PATHS.entries()) {
  // Each encoding is compared on each page; all spellings in one encoding, another one on the next page.
  for (const [j, encoding] of ['identity', 'gzip', 'br', 'zstd'].entries()) {
    test(`${path.split('?', 1)} in ${encoding} is sent whole or not at all, with the same headers each time`, async () => {
      const ask = (headers: Record<string, string> = {}) =>
        askRaw(server.url, path, { 'accept-encoding': encoding, ...headers });
      const version = await readVersion(path);
      // Nothing is cached in this encoding at the first one.
      const answers = [];
      for (const [held, status] of (i + j) % 4 === 0 ? HELD : [...HELD.slice(0, 2), ...HELD.slice(-2)]) {
        const answer = await ask({ 'if-none-match': held.replaceAll('x', version) });
        assert.equal(answer.status, status, held);
        answers.push(answer);
      }
      const whole = await ask();
      assert.ok(whole.body.length > 0);
      for (const { status, body, headers } of answers) {
        assert.deepEqual(body, status === 200 ? whole.body : Buffer.alloc(0));
        if (status === 304) assert.equal(headers['content-encoding'], undefined);
        if (status === 200) assert.deepEqual(lasting(headers), lasting(whole.headers));
      }
    });
  }

  test(`HEAD of ${path.split('?', 1)} has the status of GET`, async () => {
    const version = await readVersion(path);
    for (const [held, status] of HELD) {
      const headers = { 'if-none-match': held.replaceAll('x', version) };
      assert.equal((await fetch(server.url + path, { method: 'HEAD', headers })).status, status, held);
    }
  });
}

function lasting({ date: _date, 'x-request-id': _id, ...others }: IncomingHttpHeaders): IncomingHttpHeaders {
  return others;
}

/** The content of the ETag of the uncompressed body. */
async function readVersion(path: string): Promise<string> {
  const { headers } = await askRaw(server.url, path, { 'accept-encoding': 'identity' });
  return /^(?:W\/)?"(.*)"$/.exec(headers.etag ?? '')?.[1] as string;
}
