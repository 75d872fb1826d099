import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addPerson, startWithOperator } from '../support/accounts.ts';
import { readable } from '../support/browser.ts';

const { server, boss } = await startWithOperator({ 'free-per-second': 'none' });
const ada = await addPerson(server, 'ada@example.org');
const ask = (key: string, path: string) => fetch(`${server.url}/v1${path}&api_key=${key}`);

test('the overview shows requests by route and the busiest keys', async () => {
  await ask(ada.key, '/games?title=mario');
  await ask(ada.key, '/games?title=mario');
  await ask(ada.key, '/games?platform=wrong');
  const { text } = await boss.open('/operator');
  assert.ok(!text.includes(ada.key), 'no key');
  const page = readable(text);
  assert.match(page, /\/v1\/games310≤ [\d.]+ ms≤ [\d.]+ ms/);
  assert.match(page, /Busiest keys[\s\S]*first key \(\d+\)ada@example\.org31/);
  const later = server.now;
  server.now += 25 * 3600 * 1000;
  assert.doesNotMatch(readable((await boss.open('/operator')).text), /first key/);
  server.now = later;
});
