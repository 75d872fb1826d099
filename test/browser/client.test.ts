import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { test } from 'node:test';
import { openPage } from '../support/chromium.ts';
import { GAME } from '../support/samples/catalog.ts';
import { listen } from '../support/servers/free-port.ts';
import { sharedServer } from '../support/servers/server.ts';

const server = await sharedServer();
const site = createServer((_request, response) => {
  response.setHeader('content-type', 'text/html').end(PAGE);
});
const url = `http://127.0.0.1:${await listen(site)}`;

const PAGE = '<!doctype html><html lang="en"><title>Test</title><link rel="icon" href="data:,"><h1>Client</h1></html>';

test('a page of another origin imports the client of a server', async (t) => {
  const page = await openPage(t, url, { expected: /^a request to http:\/\/localhost|status of 404/ });
  await page.goto('/');
  const result = await page.evaluate<{ ids: number[]; again: number[]; total: number; status: number }>(`(async () => {
    const { Ludex } = await import('${server.url}/client.js');
    const ludex = new Ludex('${server.url}', { key: '${server.key}' });
    const read = async () => {
      const ids = [];
      for await (const id of ludex.games({ format: 'id', limit: 100 })) ids.push(id);
      return ids;
    };
    const [ids, again] = [await read(), await read()];
    const { total } = await ludex.games({ limit: 1 }).first();
    const { status } = await ludex.game(${GAME.none}).catch((error) => error);
    return { ids, again, total, status };
  })()`);
  assert.equal(result.ids.length, GAME.last);
  assert.deepEqual(result.again, result.ids, 'a 304 has the same');
  assert.deepEqual([result.total, result.status], [GAME.last, 404]);
});
