import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runSqlDirectly } from '../support/servers/engines.ts';
import { askRaw, sendBytes } from '../support/servers/raw.ts';
import { sharedServer, startServer } from '../support/servers/server.ts';

const server = await sharedServer();

function readError(text: string): { status: number; headers: string; body: { code: number } } {
  const [headers = '', body = ''] = text.split('\r\n\r\n');
  return { status: Number(headers.split(' ')[1]), headers, body: JSON.parse(body) };
}

const RAW: [name: string, bytes: string, status: number][] = [
  ['a URL of 10 KB', `GET /v1/games?title=${'x'.repeat(10_000)} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`, 414],
  ['a method that does not exist', 'BREW /v1/games HTTP/1.1\r\nHost: x\r\n\r\n', 405],
  ['CONNECT', 'CONNECT example.org:443 HTTP/1.1\r\nHost: x\r\n\r\n', 405],
  ['TRACE', 'TRACE /v1/games HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', 405],
  ['bytes that are not HTTP', 'hello there\r\n\r\n', 400],
  ['bytes of TLS', '\u0016\u0003\u0001\u0002\u0000\u0001\u0000', 400],
  ['a header without a colon', 'GET /v1/games HTTP/1.1\r\nHost x\r\n\r\n', 400],
  ['two different lengths', 'GET /v1/games HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n', 400],
  ['an unknown Expect header', 'GET /v1/games HTTP/1.1\r\nHost: x\r\nExpect: cake\r\nConnection: close\r\n\r\n', 401],
  ['a method with a dash', 'FOO-BAR /v1/games HTTP/1.1\r\nHost: x\r\n\r\n', 405],
  ['no host', 'GET /v1/games HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
  [
    'a body of the wrong type',
    'GET /v1/games HTTP/1.1\r\nHost: x\r\nContent-Type: nonsense\r\nContent-Length: 3\r\nConnection: close\r\n\r\nabc',
    401,
  ],
];

test('what is no valid request gets an error as JSON with the three fields (contract gap 21)', async () => {
  for (const [name, bytes, status] of RAW) {
    const { body, headers, ...answer } = readError(await sendBytes(server.url, bytes));
    assert.deepEqual(
      [answer.status, body.code, Object.keys(body)],
      [status, status, ['code', 'error', 'message']],
      name,
    );
    assert.match(headers, /content-type: application\/json/i);
    if (status === 405) assert.match(headers, /allow: GET, HEAD, OPTIONS/i);
  }
});

const PATHS: [path: string, status: number][] = [
  ['/v1/games/%', 400],
  ['/v1/games/%ff', 400],
  ['/v1/games/%00', 400],
  ['/v1/games/__proto__', 400],
  ['/v1/games/constructor/platforms/toString', 400],
  ['/v1/games/1%2Fplatforms', 400],
  ['/v1/../etc/passwd', 404],
  ['/v1/games/..%2f..%2fetc', 400],
  [`/v1/games/${'1'.repeat(5000)}`, 404],
  ['/V1/games', 404],
];

test('a strange path gets an error as JSON, and without a key 401 (contract gap 15, 21)', async () => {
  for (const [path, status] of PATHS) {
    const answer = await askRaw(server.url, `${path}?api_key=${server.key}`);
    const body = JSON.parse(answer.body.toString());
    assert.deepEqual([answer.status, Object.keys(body)], [status, ['code', 'error', 'message']], path);
    if (status === 400) assert.equal(body.code, 6);
    if (path.startsWith('/v1/games')) assert.equal((await askRaw(server.url, path)).status, 401, path);
  }
});

test('raw bytes that are not UTF-8 get 400 (contract gap 9)', async () => {
  const bytes = Buffer.concat([
    Buffer.from('GET /v1/games?title='),
    Buffer.from([0xff, 0xfe]),
    Buffer.from(`&api_key=${server.key} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`),
  ]);
  assert.equal(readError(await sendBytes(server.url, bytes)).status, 400);
});

const MANY: [name: string, query: string, status: number][] = [
  ['500 parameters', `api_key=${server.key}${'&a'.repeat(499)}`, 200],
  ['501 parameters', `api_key=${server.key}${'&a'.repeat(500)}`, 400],
  ['a key behind 500 parameters', `${'a&'.repeat(500)}api_key=${server.key}`, 401],
  ['4,000 broken names without a key', '%&'.repeat(4000), 401],
];

test('a query has at most 500 parameters (contract gap 9)', async () => {
  const message = 'All parameter values must be of valid types: there may be at most 500 parameters.';
  for (const [name, query, status] of MANY) {
    const answer = await server.fetch(`/v1/games?${query}`);
    assert.equal(answer.status, status, name);
    if (status === 400) assert.deepEqual(answer.body, { code: 6, error: 'Error parsing parameters', message });
  }
});

test('an internal error shows no details (contract gap 21)', async () => {
  const other = await startServer();
  await runSqlDirectly(other.config, 'catalog', 'DELETE FROM cards');
  const { status, body } = await other.get('/v1/games?limit=1');
  assert.equal(status, 500);
  assert.deepEqual(body, { code: 500, error: 'Internal error', message: '' });
});
