import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { collectExamples } from '../../schema/collect-examples.ts';
import { openapiDocument } from '../../src/api/openapi/document.ts';
import { FORMATS } from '../../src/catalog/catalog.ts';
import { openChecker, type TestResponse } from '../support/openapi.ts';
import { sharedServer, startServer } from '../support/servers/server.ts';

const server = await sharedServer();
const check = openChecker(server.url);
// biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of a document
const document = openapiDocument({ publicUrl: 'https://games.example.org', format: 'any' }) as any;
interface Operation {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  parameters?: { name: string; required?: boolean; example?: string }[];
  requestBody?: { content: object };
  responses: Record<string, { $ref?: string; content?: object; headers?: object }>;
}

const OPERATIONS = Object.entries<Record<string, Operation>>(document.paths).flatMap(([path, item]) =>
  ['get', ...(item.post ? ['post'] : [])].map((method) => [`${method} ${path}`, item[method] as Operation] as const),
);

test('GET has an ETag; POST takes JSON and has none', () => {
  for (const [name, { responses, requestBody }] of OPERATIONS) {
    const [method = ''] = name.split(' ');
    const hasTag = 'ETag' in (responses[200]?.headers ?? {});
    assert.equal(hasTag, method === 'get', name);
    assert.deepEqual(Object.keys(requestBody?.content ?? {}), method === 'post' ? ['application/json'] : [], name);
  }
});

test('requests with the examples of required parameters are answered', async () => {
  for (const [path, { get }] of Object.entries<{ get: Operation }>(document.paths)) {
    // GET /identify needs one of three.
    if (path.includes('{') || path === '/identify') continue;
    const required = (get.parameters ?? []).filter((parameter) => parameter.required);
    const query = new URLSearchParams(required.map(({ name, example }) => [name, example] as [string, string]));
    assert.equal((await server.get(`/v1${path}?${query}`)).status, 200, `${path}?${query}`);
  }
});

test('every operation describes connection errors', () => {
  for (const [name, { responses }] of OPERATIONS)
    for (const status of [400, 408, 414, 431]) assert.ok(responses[status], `${status} of ${name}`);
});

test('published schemas of responses are open: fields may be added within /v1 (contract gap 46)', () => {
  const { FileToIdentify: _file, FilesToIdentify: _files, ...schemas } = document.components.schemas;
  const published = { ...document, components: { ...document.components, schemas } };
  assert.doesNotMatch(JSON.stringify(published), /additionalProperties|unevaluatedProperties/);
});

test('a document of one format has that format as the only choice, required unless it is the default', async () => {
  for (const format of FORMATS) {
    const { body } = await server.fetch(`/v1/openapi.json?format=${format}`);
    for (const [path, isDefault] of [
      ['/games', format === 'normal'],
      ['/games/{game_id}', format === 'normal'],
      ['/games/recent', format === 'id'],
      ['/games/random', format === 'id'],
    ] as const) {
      const { parameters } = body.paths[path].get;
      const parameter = parameters.find(({ name }: { name: string }) => name === 'format');
      assert.deepEqual([parameter.schema.enum, parameter.required], [[format], !isDefault], path);
    }
    assert.equal(body.components.schemas.AnyGame, undefined);
  }
});

test('an unknown format of the document is refused', async () => {
  const { status, body } = await server.fetch('/v1/openapi.json?format=full');
  assert.deepEqual([status, body.message], [422, 'format must be one of any, id, brief, normal.']);
});

test('the ETag of the document changes with its content', async () => {
  const other = await startServer({ 'public-url': server.url, contact: 'games@example.org' }, {});
  const tags = await Promise.all(
    ['', '?format=id'].flatMap((query) =>
      [server, other].map(async ({ fetch }) => (await fetch(`/v1/openapi.json${query}`)).headers.get('etag')),
    ),
  );
  assert.equal(new Set(tags).size, 4);
});

const CONTACTS = [
  [undefined, undefined],
  ['mailto:games@example.org', { name: 'Operator', email: 'games@example.org' }],
  ['https://example.org/contact', { name: 'Operator', url: 'https://example.org/contact' }],
] as const;

for (const [contact, expected] of CONTACTS) {
  test(`contact of the operator: ${contact}`, () => {
    const { info } = openapiDocument({ publicUrl: 'https://games.example.org', format: 'any', contact });
    assert.deepEqual((info as { contact?: object }).contact, expected);
  });
}

test('the examples are responses of the starter catalog: "npm run examples" writes them', async () => {
  const file = new URL('../../schema/openapi-examples.json', import.meta.url);
  assert.deepEqual(JSON.parse(readFileSync(file, 'utf8')), await collectExamples());
});

test('the examples name the server of the document', () => {
  const { examples } = document.paths['/games'].get.responses[200].content['application/json'];
  assert.match(examples.brief.value.games[0].catalog_url, /^https:\/\/games\.example\.org\/games\/\d+\//);
  assert.doesNotMatch(JSON.stringify(document), /localhost/);
});

/** Broken variants of a real response that the response check of the tests must find. */
const MISTAKES: [name: string, path: string, spoil: (answer: TestResponse) => unknown][] = [
  ['an undocumented field', '/v1/genres', ({ body }) => Object.assign(body.genres[0], { extra: 1 })],
  ['an undocumented field of a game', '/v1/games/1', ({ body }) => Object.assign(body, { extra: 1 })],
  ['an undocumented field in a game', '/v1/games', ({ body }) => Object.assign(body.games[0].genres[0], { extra: 1 })],
  ['an undocumented field of an error', '/v1/games/999999', ({ body }) => Object.assign(body, { extra: 1 })],
  ['a missing field', '/v1/games/1', ({ body }) => Object.assign(body, { platforms: undefined })],
  ['a code of another status', '/v1/games/999999', ({ body }) => Object.assign(body, { code: 404 })],
  ['ids where games are the default', '/v1/games', ({ body }) => Object.assign(body, { games: [1, 2] })],
  ['games where ids are asked for', '/v1/games?format=id', ({ body }) => Object.assign(body.games, [{ game_id: 1 }])],
  ['a normal game for a brief one', '/v1/games/1?format=brief', ({ body }) => Object.assign(body, { platforms: [] })],
  ['two formats in one list', '/v1/games/recent', ({ body }) => Object.assign(body.games, [{ game_id: 1 }])],
  ['an undocumented header', '/v1/genres', ({ headers }) => headers.set('x-extra', '1')],
  ['an undocumented status', '/v1/genres', (answer) => Object.assign(answer, { status: 418 })],
];

for (const [name, path, spoil] of MISTAKES) {
  test(`the response check finds ${name} (contract gap 47)`, async () => {
    const { headers, ...answer } = await server.get(path);
    const spoiled = { ...answer, headers: new Headers(headers) };
    await check(path, 'GET', spoiled);
    spoil(spoiled);
    await assert.rejects(check(path, 'GET', spoiled), assert.AssertionError);
  });
}
