import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addPerson, signIn } from '../support/accounts.ts';
import { readable } from '../support/browser.ts';
import { startServer } from '../support/server.ts';

// A server of its own: with fewer than ten different requests, even the fastest is among the slowest.
const server = await startServer({ 'free-per-second': 'none' });
const ada = await addPerson(server, 'ada@example.org');
await addPerson(server, 'boss@example.org', 'operator');
const boss = await signIn(server, 'boss@example.org');
const ask = (key: string, path: string) => fetch(`${server.url}/v1${path}&api_key=${key}`);

test('the overview shows the busiest keys, the slowest requests without keys, and the hits of caches', async () => {
  await ask(ada.key, '/games?title=mario');
  await ask(ada.key, '/games?title=mario');
  for (const since of ['hour', 'day', 'month']) {
    const { text } = await boss.open(`/operator?since=${since}`);
    assert.ok(!text.includes(ada.key), 'no key');
    const page = readable(text);
    assert.match(page, /Busiest keys[\s\S]*first key \(\d+\)ada@example\.org\d+0[\s\S]*Slowest requests/, since);
    assert.match(page, /GET \/v1\/games\?title=mario&api_key=\[redacted\]\d+ ms2002026-11-15 12:02 UTC/, since);
    assert.match(page, /POST \/signin[1-9]\d* ms303/, 'pages of the site have a duration, too');
    assert.match(page, /\/games\d+00≤ \d+ ms≤ \d+ ms/, since);
    assert.match(page, /Cache hits[\s\S]*Lists and searches\d+\d+ %/, since);
  }
  const later = server.now;
  server.now += 2 * 3600 * 1000;
  const page = readable((await boss.open('/operator?since=hour')).text);
  assert.doesNotMatch(page, /first key|title=mario|Lists and searches/);
  server.now = later;
});
