import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getPage, unescapeHtml } from '../support/page.ts';
import { writeBundle } from '../support/samples/bundle.ts';
import { GAME } from '../support/samples/catalog.ts';
import { sizeOf } from '../support/samples/pictures.ts';
import { startServer } from '../support/servers/server.ts';

const server = await startServer();
const get = (path: string, init: RequestInit = {}) => fetch(server.url + path, init);
const bodyOf = async (response: Response) => Buffer.from(await response.arrayBuffer());
/** The URL in the site's pages. */
const shown = async (path: string, name: RegExp) => {
  const { text } = await getPage(server, path);
  return name.exec(unescapeHtml(text))?.[0] ?? assert.fail(`no ${name} on ${path}`);
};
const PAGE = `/games/${GAME.bare}/bare`;
const LARGE = new RegExp(`/covers/${GAME.bare}\\.png\\?v=[0-9a-f]{32}`);
const SMALL = /\/covers\/\d+-360\.png\?v=[0-9a-f]{32}/;

test('a game without a cover has a generated one on its page, labelled as such, and a smaller one in lists', async () => {
  const page = await getPage(server, PAGE);
  assert.ok(page.words.includes('Generated cover'));
  for (const [address, size] of [
    [await shown(PAGE, LARGE), { width: 600, height: 800 }],
    [await shown('/', SMALL), { width: 360, height: 480 }],
  ] as const) {
    const response = await get(address);
    assert.equal(response.status, 200);
    assert.equal(response.headers.get('content-type'), 'image/png');
    assert.equal(response.headers.get('cache-control'), 'public, max-age=31536000, immutable');
    assert.equal(response.headers.get('x-content-type-options'), 'nosniff');
    assert.deepEqual(await sizeOf(await bodyOf(response)), { ...size, type: 'png' });
  }
});

test('the API returns the same URLs', async () => {
  const { body } = await server.get(`/v1/games/${GAME.bare}`);
  assert.equal(body.sample_cover.image, server.url + (await shown(PAGE, LARGE)));
  const [small] = SMALL.exec(body.sample_cover.thumbnail_image) ?? [];
  assert.equal((await get(small as string)).status, 200);
});

test('a URL without the current version returns the current cover and must be revalidated', async () => {
  const [address] = (await shown(PAGE, LARGE)).split('?') as [string];
  for (const query of ['', '?v=', `?v=${'0'.repeat(32)}`]) {
    const response = await get(address + query);
    assert.equal(response.status, 200);
    assert.equal(response.headers.get('cache-control'), 'no-cache');
    await response.body?.cancel();
  }
});

test('other paths get 404', async () => {
  for (const name of [
    `${GAME.none}.png`,
    '0.png',
    '7.jpg',
    '7-361.png',
    '07.png',
    'x',
    '..%2f7.png',
    '7.png%00',
    '99999999999.png',
  ]) {
    const response = await get(`/covers/${name}`);
    assert.equal(response.status, 404, name);
    assert.equal(response.headers.get('cache-control'), 'no-store');
    assert.equal(((await response.json()) as { code: number }).code > 0, true);
  }
});

test('games with different titles have different covers', async () => {
  const [one, other] = [`/covers/${GAME.bare}.png`, `/covers/${GAME.chess}.png`];
  assert.notDeepEqual(await bodyOf(await get(one)), await bodyOf(await get(other)));
});

test('a merged game has the cover of its target', async () => {
  const corrections = [{ key: 'correction:1', merge: [1, GAME.bare] }];
  await server.import(writeBundle({ corrections }, { source: 'corrections' }));
  const [own, merged] = await Promise.all([get('/covers/1.png'), get(`/covers/${GAME.bare}.png`)]);
  assert.deepEqual([own.status, merged.status], [200, 200]);
  assert.equal(merged.headers.get('etag'), own.headers.get('etag'));
});
