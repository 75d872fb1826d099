import assert from 'node:assert/strict';
import { test } from 'node:test';
import { redactUrl } from '../src/log.ts';

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
  ['/v1/games?title=ludex%5F0123abc', '/v1/games?title=[redacted]'],
  ['/v1/games?title=monkey', '/v1/games?title=monkey'],
];
for (const [url, logged] of REDACTED) {
  test(`${url} is logged as ${logged}`, () => assert.equal(redactUrl(url), logged));
}
