import assert from 'node:assert/strict';
import { test } from 'node:test';
import { GAME } from '../support/samples/catalog.ts';
import { runSqlDirectly } from '../support/servers/engines.ts';
import { startServer } from '../support/servers/server.ts';

const CASES: [settings: Record<string, string>, isShown: boolean][] = [
  [{}, false],
  [{ 'show-errors': 'true' }, true],
];

for (const [settings, isShown] of CASES) {
  test(`an internal error ${isShown ? 'shows' : 'hides'} its stack trace with ${JSON.stringify(settings)}`, async () => {
    const { url, config } = await startServer(settings);
    await runSqlDirectly(
      config,
      'catalog',
      `UPDATE records SET record = '<broken>' WHERE game_id = ${GAME.everything}`,
    );
    const response = await fetch(`${url}/games/${GAME.everything}`);
    const page = await response.text();
    assert.equal(response.status, 500);
    assert.equal(/<pre>SyntaxError: .*&#60;broken&#62;.*\n {4}at /.test(page), isShown, page);
    assert.equal(/SyntaxError|broken/.test(page), isShown);
  });
}
