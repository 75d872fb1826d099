import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runCases } from '../support/cases.ts';
import { sharedServer } from '../support/server.ts';

const server = await sharedServer();

interface Platform {
  platform_id: number;
  platform_name: string;
}

test('platforms are ordered by name, by code point (contract gap 22)', async () => {
  const { body } = await server.get('/v1/platforms');
  const names = body.platforms.map((platform: Platform) => platform.platform_name);
  assert.deepEqual(names, ['Arcade', 'NES', 'New machine', 'SNES']);
});

test('ids of the shipped vocabulary are fixed, and new platforms get higher ids', async () => {
  const { body } = await server.get('/v1/platforms');
  const ids = new Map<string, number>(body.platforms.map((one: Platform) => [one.platform_name, one.platform_id]));
  assert.equal(ids.get('NES'), 22);
  assert.equal(ids.get('Arcade'), 143);
  assert.ok((ids.get('New machine') ?? 0) > 100_000);
});

runCases(server, {
  200: [{ name: 'a trailing slash is accepted (contract gap 13)', path: '/v1/platforms/' }],
  400: [
    { name: 'a query that cannot be decoded (contract gap 9)', path: '/v1/platforms?x=%ff', says: /percent-encoded/ },
  ],
});
