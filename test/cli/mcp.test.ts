import assert from 'node:assert/strict';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { test } from 'node:test';
import { writeBundle } from '../support/samples/bundle.ts';
import { CATALOG, GAME } from '../support/samples/catalog.ts';
import { runHere } from '../support/servers/command.ts';
import { settingsOf } from '../support/servers/engines.ts';
import { startProgram } from '../support/servers/program.ts';
import { startServer } from '../support/servers/server.ts';

const server = await startServer();
const settings = settingsOf(server.config);

/** Sends lines to `ludex mcp` and returns the answers when it has ended. */
async function converse(lines: readonly (object | string)[], flags: readonly string[] = []) {
  const { process, ended } = startProgram(['mcp', ...flags], settings, undefined, { stdin: 'pipe' });
  process.stdin?.end(lines.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join(''));
  const { code, stdout, stderr } = await ended;
  assert.deepEqual([code, stderr], [0, '']);
  return stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}

const request = (id: number, method: string, params: object = {}) => ({ jsonrpc: '2.0', id, method, params });
const call = (id: number, name: string, args: object) => request(id, 'tools/call', { name, arguments: args });

for (const [where, flags] of [
  ['the local catalog', []],
  ['a server', ['--server', server.url, '--key', server.key]],
] as const) {
  test(`an assistant talks to ${where} over standard input and output`, async () => {
    const answers = await converse(
      [
        request(1, 'initialize', { protocolVersion: '2025-11-25', capabilities: {} }),
        { jsonrpc: '2.0', method: 'notifications/initialized' },
        '',
        'no JSON',
        call(2, 'get_game', { game_id: GAME.chess }),
        call(3, 'search_games', { q: 'chess', platform: [], limit: 0 }),
        call(4, 'get_game', { game_id: 999_999 }),
        call(5, 'identify_files', { files: [{ crc: '00000000' }] }),
        request(6, 'tools/call', { name: 'nothing' }),
      ],
      flags,
    );
    assert.deepEqual(
      answers.map(({ id }) => id),
      [1, null, 2, 3, 4, 5, 6],
    );
    const [begun, broken, game, limited, missing, identified, unknown] = answers;
    assert.equal(begun.result.serverInfo.name, 'ludex');
    assert.equal(broken.error.code, -32700);
    assert.equal(JSON.parse(game.result.content[0].text).game_id, GAME.chess);
    assert.match(limited.result.content[0].text, /limit must be from 1 to 100\.$/);
    assert.match(missing.result.content[0].text, /Game not found$/);
    assert.deepEqual(JSON.parse(identified.result.content[0].text), { matches: [null] });
    assert.equal(unknown.error.code, -32602);
  });
}

test('an assistant sees what an import changes while it is connected', async () => {
  const { process, ended } = startProgram(['mcp'], settings, undefined, { stdin: 'pipe' });
  const lines = createInterface({ input: process.stdout as Readable })[Symbol.asyncIterator]();
  const ask = async (id: number) => {
    process.stdin?.write(`${JSON.stringify(call(id, 'search_games', { q: 'brand new', limit: 1 }))}\n`);
    return JSON.parse(String((await lines.next()).value)).result.content[0].text as string;
  };
  assert.ok(!(await ask(1)).includes('Brand New Game'));
  const game = { key: 'test:brand-new', title: 'Brand New Game', platforms: [{ platform: 'platform:nes' }] };
  await server.import(writeBundle({ ...CATALOG, games: [...CATALOG.games, game] } as never));
  assert.ok((await ask(2)).includes('Brand New Game'));
  process.stdin?.end();
  assert.equal((await ended).code, 0);
});

test('a missing data folder and a server without a key are errors that say what to do', async () => {
  const missing = await runHere(['mcp', '--data', '/nothing/here']);
  assert.deepEqual(
    [missing.code, missing.stderr],
    [1, 'ludex: There is no data folder /nothing/here; set LUDEX_DATA or --data\n'],
  );
  const [keyless] = await converse([call(1, 'get_game', { game_id: GAME.chess })], ['--server', server.url]);
  assert.match(keyless.result.content[0].text, /\/v1 needs --key KEY/);
});
