import assert from 'node:assert/strict';
import { test } from 'node:test';
import { GAME } from '../support/samples/catalog.ts';
import { startServer } from '../support/servers/server.ts';

const server = await startServer();

interface Sent {
  path?: string;
  key?: string | undefined;
  headers?: Record<string, string>;
}

/** Sends a body as it is, as clients of the protocol do. */
async function post(body: string | Uint8Array, { path = '/mcp', key = server.key, headers = {} }: Sent = {}) {
  const answer = await fetch(server.url + path, {
    method: 'POST',
    body: body as string,
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...(key && { 'x-api-key': key }),
      ...headers,
    },
  });
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, text, body: text === '' ? undefined : JSON.parse(text) };
}

let lastId = 0;
const send = (method: string, params?: object, sent: Sent = {}) =>
  post(JSON.stringify({ jsonrpc: '2.0', id: ++lastId, method, params }), sent);

/** A request of the revision without a handshake. */
function sendModern(method: string, params: object = {}, headers: Record<string, string> = {}, meta: object = {}) {
  const version = '2026-07-28';
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': version,
    'io.modelcontextprotocol/clientCapabilities': {},
    ...meta,
  };
  const repeated = { 'mcp-protocol-version': version, 'mcp-method': method, ...headers };
  return send(method, { ...params, _meta }, { headers: repeated });
}

const call = async (name: string, args: object) => {
  const { body } = await send('tools/call', { name, arguments: args });
  const [{ text }] = body.result.content;
  return { text, isError: body.result.isError === true };
};
const read = async (name: string, args: object) => {
  const { text, isError } = await call(name, args);
  assert.ok(!isError, text);
  return JSON.parse(text);
};

test('a client that begins with initialize lists and calls tools', async () => {
  const client = { capabilities: {}, clientInfo: { name: 'test', version: '1' } };
  const begun = await send('initialize', { protocolVersion: '2025-06-18', ...client });
  assert.deepEqual([begun.status, begun.body.result.protocolVersion], [200, '2025-06-18']);
  assert.deepEqual(begun.body.result.capabilities, { tools: {} });
  assert.equal(begun.body.result.serverInfo.name, 'ludex');
  const newest = await send('initialize', { protocolVersion: '1999-01-01', ...client });
  assert.equal(newest.body.result.protocolVersion, '2025-11-25');
  const noted = await post('{"jsonrpc":"2.0","method":"notifications/initialized"}');
  assert.deepEqual([noted.status, noted.text], [202, '']);
  const { body } = await send('tools/list', {}, { headers: { 'mcp-protocol-version': '2025-06-18' } });
  const names = body.result.tools.map(({ name }: { name: string }) => name);
  assert.deepEqual(names, ['search_games', 'get_game', 'list_releases', 'identify_files', 'look_up_ids']);
  for (const { inputSchema, annotations } of body.result.tools)
    assert.deepEqual([inputSchema.type, annotations.readOnlyHint], ['object', true]);
  assert.deepEqual((await send('ping')).body.result, {});
});

test('a client of the revision without a handshake calls tools at once', async () => {
  const { body } = await sendModern('server/discover');
  assert.equal(body.result.supportedVersions[0], '2026-07-28');
  const listed = (await sendModern('tools/list')).body.result;
  assert.deepEqual([listed.resultType, listed.cacheScope, typeof listed.ttlMs], ['complete', 'public', 'number']);
  assert.equal(listed._meta['io.modelcontextprotocol/serverInfo'].name, 'ludex');
  const named = { name: 'get_game', arguments: { game_id: GAME.chess } };
  const { result } = (await sendModern('tools/call', named, { 'mcp-name': 'get_game' })).body;
  assert.equal(JSON.parse(result.content[0].text).game_id, GAME.chess);
});

test('tools return what /v1 returns', async () => {
  const { get } = server;
  const searched = await read('search_games', { q: 'chess', limit: 1 });
  assert.deepEqual(searched, (await get('/v1/games/search?q=chess&limit=1')).body);
  const listed = await read('search_games', { platform: [22], year_from: 1980 });
  assert.deepEqual(listed, (await get('/v1/games?platform=22&year_from=1980&sort=-notability&limit=10')).body);
  assert.deepEqual(await read('search_games', { q: null, platform: [22], year_from: 1980, sort: null }), listed);
  assert.deepEqual(await read('search_games', {}), (await get('/v1/games?sort=-notability&limit=10')).body);
  const game = `/v1/games/${GAME.everything}`;
  const whole = await read('get_game', { game_id: GAME.everything });
  assert.deepEqual(whole, (await get(`${game}?include=groups,companies,ids`)).body);
  assert.deepEqual(
    await read('get_game', { game_id: GAME.everything, include: ['files'] }),
    (await get(`${game}?include=files`)).body,
  );
  assert.deepEqual(
    await read('list_releases', { game_id: GAME.everything }),
    (await get(`${game}?include=details`)).body,
  );
  assert.deepEqual(
    await read('list_releases', { game_id: GAME.everything, platform_id: 22 }),
    (await get(`${game}/platforms/22`)).body,
  );
  assert.deepEqual(await read('look_up_ids', { q: 'nes' }), (await get('/v1/suggest?q=nes')).body);
  assert.deepEqual(await read('identify_files', { files: [{ crc: '00000000' }] }), { matches: [null] });
});

const MISTAKES: [tool: string, args: object, message: RegExp][] = [
  ['search_games', { limit: 'many' }, /limit must be an integer\.$/],
  ['search_games', { limit: 1000 }, /^limit must be from 1 to 100\.$/],
  ['search_games', { q: {} }, /^q must be a text, a number, or a list of them\.$/],
  ['search_games', { colour: 'red' }, /^search_games has no argument "colour"; there are q, platform/],
  ['get_game', {}, /^game_id is required\.$/],
  ['get_game', { game_id: 'x' }, /game_id must be an integer\.$/],
  ['get_game', { game_id: 999_999 }, /^Game not found$/],
  ['identify_files', { files: 'x' }, /the body must be an object with a list "files"\.$/],
  ['identify_files', { files: [{}] }, /^files\[0\] must have at least one of sha1, md5 and crc\.$/],
];

test('a mistake in the arguments is a result that says what is wrong', async () => {
  for (const [tool, args, message] of MISTAKES) {
    const { text, isError } = await call(tool, args);
    assert.ok(isError, text);
    assert.match(text, message);
  }
});

const meta = (fields: object) => JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping', params: { _meta: fields } });
const CAPABLE = { 'io.modelcontextprotocol/clientCapabilities': {} };
const VERSION = 'io.modelcontextprotocol/protocolVersion';

const WRONG: [body: string | Uint8Array, status: number, code: number, message: RegExp][] = [
  ['{', 400, -32700, /^A message must be JSON in UTF-8\.$/],
  ['', 400, -32700, /JSON/],
  [Uint8Array.of(0x22, 0xff, 0x22), 400, -32700, /UTF-8/],
  ['[{"jsonrpc":"2.0","id":1,"method":"ping"}]', 400, -32600, /^Send one message at a time, not a batch\.$/],
  ['1', 400, -32600, /"jsonrpc": "2\.0"/],
  ['{"id":1,"method":"ping"}', 400, -32600, /"jsonrpc": "2\.0"/],
  ['{"jsonrpc":"2.0","id":1,"result":{}}', 400, -32600, /a method/],
  [
    '{"jsonrpc":"2.0","id":null,"method":"ping"}',
    400,
    -32600,
    /^The id of a request must be a string or an integer\.$/,
  ],
  ['{"jsonrpc":"2.0","id":1,"method":"ping","params":[]}', 400, -32600, /params are an object/],
  [
    '{"jsonrpc":"2.0","id":1,"method":"resources/list"}',
    200,
    -32601,
    /^There is no method "resources\/list"; this server has tools only\.$/,
  ],
  [
    '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"x"}}',
    200,
    -32602,
    /^There is no tool "x"; tools\/list/,
  ],
  ['{"jsonrpc":"2.0","id":1,"method":"tools/call"}', 200, -32602, /^There is no tool undefined/],
  [
    '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_game","arguments":[1]}}',
    200,
    -32602,
    /arguments of a tool must be an object/,
  ],
  [meta({ [VERSION]: '2030-01-01' }), 400, -32022, /^This server speaks the versions 2026-07-28, 2025-11-25/],
  [meta({ [VERSION]: '2026-07-28' }), 400, -32602, /_meta must have/],
  [
    meta({ ...CAPABLE, [VERSION]: '2026-07-28' }),
    400,
    -32020,
    /^The header mcp-protocol-version must be as in the message\.$/,
  ],
];

test('a message that breaks the protocol gets its error with one sentence', async () => {
  for (const [body, status, code, message] of WRONG) {
    const answer = await post(body);
    assert.deepEqual([answer.status, answer.body.error.code], [status, code], String(body));
    assert.match(answer.body.error.message, message);
  }
});

test('headers of a modern request that differ from it are refused, and unknown methods are 404', async () => {
  const named = { name: 'get_game', arguments: { game_id: 1 } };
  for (const headers of [{ 'mcp-name': 'search_games' }, { 'mcp-method': 'tools/list', 'mcp-name': 'get_game' }, {}]) {
    const { status, body } = await sendModern('tools/call', named, headers);
    assert.deepEqual([status, body.error.code], [400, -32020]);
  }
  const { status, body } = await sendModern('resources/list');
  assert.deepEqual([status, body.error.code], [404, -32601]);
  const unknown = await send('ping', {}, { headers: { 'mcp-protocol-version': '2030-01-01' } });
  assert.deepEqual([unknown.status, unknown.body.error.data.requested], [400, '2030-01-01']);
});

test('only POST is allowed, with a key in any way, and no more than 64 KB', async () => {
  for (const method of ['GET', 'DELETE', 'PUT']) {
    const answer = await fetch(`${server.url}/mcp`, { method, headers: { 'x-api-key': server.key } });
    assert.deepEqual([answer.status, answer.headers.get('allow')], [405, 'OPTIONS, POST'], method);
  }
  assert.equal((await send('ping', {}, { key: undefined, path: `/k/${server.key}/mcp` })).status, 200);
  assert.equal(
    (await send('ping', {}, { key: undefined, headers: { authorization: `Bearer ${server.key}` } })).status,
    200,
  );
  const { status, headers } = await post('{}', { key: 'wrong' });
  assert.deepEqual([status, headers.get('www-authenticate')], [401, 'Bearer realm="Ludex"']);
  assert.equal((await post(' '.repeat(70_000))).status, 413);
  const problem = await post('{', { headers: { accept: 'application/problem+json' } });
  assert.deepEqual([problem.status, problem.body.error.code], [400, -32700]);
});

test('messages count as requests; a client may send some at once, and keeps to its rate after that', async () => {
  const key = await server.addKey('free');
  const statuses = [];
  for (let i = 0; i < 12; i++) statuses.push((await send('ping', {}, { key })).status);
  assert.deepEqual(statuses, [...Array.from({ length: 9 }, () => 200), 429, 429, 429]);
  const other = await server.fetch('/v1/platforms', { headers: { 'x-api-key': key } });
  assert.deepEqual([other.headers.get('retry-after'), other.headers.get('ratelimit')], ['9', '"second";r=0;t=9']);
  server.now += 10_000;
  const { headers } = await send('ping', {}, { key });
  assert.equal(headers.get('ratelimit-remaining'), '350');
});
