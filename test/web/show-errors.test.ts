import assert from 'node:assert/strict';
import { test } from 'node:test';
import { GAME } from '../support/samples/catalog.ts';
import { runSqlDirectly } from '../support/servers/engines.ts';
import { startServer } from '../support/servers/server.ts';

test('an internal error hides its stack trace', async () => {
  const { url, config } = await startServer();
  await runSqlDirectly(config, 'catalog', `UPDATE records SET record = '<broken>' WHERE game_id = ${GAME.everything}`);
  const response = await fetch(`${url}/games/${GAME.everything}`);
  const page = await response.text();
  assert.equal(response.status, 500);
  assert.doesNotMatch(page, /SyntaxError|broken/);
});
