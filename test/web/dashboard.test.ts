import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addPerson, startWithOperator } from '../support/accounts.ts';
import { readable } from '../support/browser.ts';

// A server of its own: with fewer than ten different requests, even the fastest is among the slowest.
const { server, boss } = await startWithOperator({ 'free-per-second': 'none' });
const ada = await addPerson(server, 'ada@example.org');
const ask = (key: string, path: string) => fetch(`${server.url}/v1${path}&api_key=${key}`);

test('the overview shows the busiest keys, slow requests and errors without keys, and the hits of caches', async () => {
  await ask(ada.key, '/games?title=mario');
  await ask(ada.key, '/games?title=mario');
  await ask(ada.key, '/games?platform=wrong');
  const { text } = await boss.open('/operator');
  assert.ok(!text.includes(ada.key), 'no key');
  const page = readable(text);
  assert.match(page, /\/v1\/games310≤ [\d.]+ ms≤ [\d.]+ ms/);
  assert.match(page, /Busiest keys[\s\S]*first key \(\d+\)ada@example\.org31[\s\S]*Slowest requests/);
  assert.match(page, /GET \/v1\/games\?title=mario&api_key=\[redacted\]\d+ ms2002026-11-15 12:02 UTC/);
  assert.match(page, /POST \/signin[1-9]\d* ms303/, 'pages of the site have a duration, too');
  assert.match(page, /Recent errors[\s\S]*400GET \/v1\/games\?platform=wrong&api_key=\[redacted\][^\n]*platform/);
  assert.match(page, /Cache hits[\s\S]*Responses, pages and lists of games\d+\d+ %/);
  const later = server.now;
  server.now += 25 * 3600 * 1000;
  assert.doesNotMatch(readable((await boss.open('/operator')).text), /first key|title=mario/);
  server.now = later;
});
