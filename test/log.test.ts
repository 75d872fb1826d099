import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { pino } from 'pino';
import { openRequestLog, redactUrl } from '../src/log.ts';

/** Keys in every form that a server would understand, and what the log shows. */
const REDACTED: [url: string, logged: string][] = [
  ['/v1/games?api_key=abc&limit=5', '/v1/games?api_key=[redacted]&limit=5'],
  ['/v1/games?a%70i_k%65y=abc', '/v1/games?a%70i_k%65y=[redacted]'],
  ['/v1/games?API%5FKEY=abc', '/v1/games?API%5FKEY=[redacted]'],
  ['/v1/games?key%=abc', '/v1/games?key%=[redacted]'],
  ['/v1/games&api_key=abc', '/v1/games&api_key=[redacted]'],
  ['/v1/games;api_key=abc', '/v1/games;api_key=[redacted]'],
  ['/reset?token=abc', '/reset?token=[redacted]'],
  ['/invite/ludex_0123abc', '/invite/[redacted]'],
  ['/v1/games?title=ludex%5F0123abc', '/v1/games?[redacted]'],
  ['/v1/games?q=%6cudex_0123abc', '/v1/games?[redacted]'],
  ['/v1/games?q=%6CUDEX%5f0123abc&limit=5', '/v1/games?[redacted]&limit=5'],
  ['/v1/games?q=ludex_01%323abc', '/v1/games?[redacted]'],
  ['/v1/games?q=ludex_%30123abc', '/v1/games?[redacted]'],
  ['/v1/games?q=%256cudex_0123abc', '/v1/games?[redacted]'],
  ['/v1/games?q=%25%32%35%36cudex_0123abc', '/v1/games?[redacted]'],
  ['/v1/games?q=%2525252525252525256cudex_0123abc', '/v1/games?[redacted]'],
  ['/v1/games?q=%ff%6cudex_0123abc', '/v1/games?[redacted]'],
  ['/v1/games?%6cudex_0123abc', '/v1/games?[redacted]'],
  ['/v1/games?%6cudex_0123abc=1', '/v1/games?[redacted]'],
  ['/v1/games?ludex_0123abc=1', '/v1/games?[redacted]=1'],
  ['/v1/games?a%2570i_k%65y=abc', '/v1/games?a%2570i_k%65y=[redacted]'],
  ['/v1/games?api_key%3Dabc&limit=5', '/v1/games?[redacted]&limit=5'],
  ['/v1/games%3Fapi_key=abc', '/v1/games%3Fapi_key=[redacted]'],
  ['/v1/games%3Fapi_key%3Dabc', '[redacted]'],
  ['/invite/%6cudex_0123abc/accept', '[redacted]'],
  ['/games/x%2F%6cudex_0123abc/covers', '[redacted]'],
  ['/k/abc/v1/games?limit=5', '/k/[redacted]/v1/games?limit=5'],
  ['/k/a%2Bb&c;d/v1/games?limit=5', '/k/[redacted]/v1/games?limit=5'],
  ['/k/abc?limit=5', '/k/[redacted]?limit=5'],
  ['/k/abc/k/def/v1/games', '/k/[redacted]/k/[redacted]/v1/games'],
  ['/%6b/abc/v1/games?limit=5', '[redacted]?limit=5'],
  ['/signin?next=/k%2Fabc', '/signin?[redacted]'],
  ['/signin?next=%2Fv1%2Fgames%3Flimit%3D1%26api_key%3Dabc', '/signin?next=[redacted]'],
  ['/signin?next=/v1/games%3Fapi%255Fkey%3Dabc/def&x=1', '/signin?next=[redacted]&x=1'],
  ['/v1/games?title=monkey', '/v1/games?title=monkey'],
  ['/v1/games?title=Pok%C3%A9mon%20100%25', '/v1/games?title=Pok%C3%A9mon%20100%25'],
  ['/v1/games?title=a%2Fb%3Fc', '/v1/games?title=a%2Fb%3Fc'],
];
for (const [url, logged] of REDACTED) {
  test(`${url} is logged as ${logged}`, () => assert.equal(redactUrl(url), logged));
}

/** Writes to a list. */
function openTestLog(level: string, lines: string[]) {
  const destination = { write: (line: string) => void lines.push(line) };
  const options = { level, base: null, timestamp: pino.stdTimeFunctions.isoTime };
  return Object.assign(pino(options, destination), { destination });
}

test('the line of a request is the one that pino would write', async () => {
  const lines: string[] = [];
  const log = openTestLog('info', lines);
  const write = openRequestLog(log);
  const line = { method: 'GET', status: 200, durationMs: 0.125, bytes: 12, address: '::ffff:127.0.0.1' };
  for (const url of ['/v1/games?limit=5', '/v1/"\\\u2028\u0001é']) {
    for (const keyId of [7, undefined]) {
      const { reqId, ...rest } = { reqId: 'abc-1', ...line, url, keyId };
      const { method, status, durationMs, bytes, address } = rest;
      write({ reqId, method, url, status, durationMs, bytes, keyId, address });
      await nextTurn();
      log.info({ reqId, method, url, status, durationMs, bytes, keyId, address });
      const [own, expected] = lines.splice(0).map((text) => text.replace(/"time":"[^"]{24}"/, '"time":""'));
      assert.equal(own, expected);
    }
  }
});

test('the lines of requests in one turn are written together', async () => {
  const written: string[] = [];
  const write = openRequestLog(openTestLog('info', written));
  const line = { method: 'GET', url: '/', status: 200, durationMs: 0, bytes: 0, keyId: undefined, address: '' };
  for (const reqId of ['a', 'b']) write({ reqId, ...line });
  await nextTurn();
  write({ reqId: 'c', ...line });
  await nextTurn();
  const ids = written.map((text) =>
    text
      .trim()
      .split('\n')
      .map((one) => JSON.parse(one).reqId),
  );
  assert.deepEqual(ids, [['a', 'b'], ['c']]);
});

test('requests are not logged when the level is above info', async () => {
  const lines: string[] = [];
  const line = { reqId: 'a', method: 'GET', url: '/', status: 200, durationMs: 0, bytes: 0, address: '' };
  openRequestLog(openTestLog('warn', lines))({ ...line, keyId: undefined });
  await nextTurn();
  assert.deepEqual(lines, []);
});
