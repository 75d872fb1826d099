import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startServer } from '../support/server.ts';

const server = await startServer();

const REDIRECTS: [guessed: string, location: string][] = [
  ['/login', '/signin'],
  ['/login?next=%2Fprofile', '/signin?next=%2Fprofile'],
  ['/register', '/signup'],
  ['/series', '/groups'],
  ['/series?name=zelda', '/groups?name=zelda'],
  ['/api', '/docs'],
  ['/search', '/games'],
  ['/search?q=super+example&platform=22', '/games?platform=22&title=super+example'],
  ['/search?title=hop&q=other', '/games?title=hop'],
  ['/search?query=%0D%0Ax%3A+y', '/games?title=%0D%0Ax%3A+y'],
];

for (const [guessed, location] of REDIRECTS) {
  test(`${guessed} leads to ${location}`, async () => {
    const response = await fetch(server.url + guessed, { redirect: 'manual' });
    assert.deepEqual([response.status, response.headers.get('location')], [301, location]);
    assert.equal((await fetch(server.url + guessed)).status, 200);
  });
}

test('other addresses below them are not found', async () => {
  for (const path of ['/login/x', '/search/zelda', '/api/v1', '/series/1'])
    assert.equal((await fetch(server.url + path)).status, 404, path);
});
