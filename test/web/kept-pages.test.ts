import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addPerson, signIn } from '../support/accounts.ts';
import { writeBundle } from '../support/samples/bundle.ts';
import { CATALOG, GAME } from '../support/samples/catalog.ts';
import { startServer } from '../support/servers/server.ts';

const server = await startServer();
const GAME_PATH = `/games/${GAME.accented}`;

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(server.url + path, { headers: { accept: 'text/html', ...headers }, redirect: 'follow' });

test('a page is kept when it is rendered for the second time: a crawler fills no memory', async () => {
  const bytes = async () => {
    const text = await (await fetch(`${server.url}/metrics`)).text();
    return Number(/^ludex_cache_bytes (\d+)$/m.exec(text)?.[1]);
  };
  const before = await bytes();
  await (await get('/games/1')).text();
  assert.equal(await bytes(), before);
  await (await get('/games/1')).text();
  assert.ok((await bytes()) > before);
});

test('each theme and view has its own page, and a view that is asked for is remembered', async () => {
  const { headers } = await get('/games');
  assert.match(headers.get('cache-control') ?? '', /private/);
  const plain = await (await get('/games')).text();
  for (const cookie of ['ludex_theme=dark', 'ludex_view=table']) {
    const other = await get('/games', { cookie, 'if-none-match': headers.get('etag') as string });
    assert.equal(other.status, 200);
    const text = await other.text();
    assert.notEqual(text, plain);
    assert.equal(await (await get('/games', { cookie })).text(), text);
  }
  for (let i = 0; i < 3; i++)
    assert.match((await get('/games?view=table')).headers.get('set-cookie') ?? '', /ludex_view=table/);
});

test('a signed-in person sees their own page, and nobody else does', async () => {
  for (let i = 0; i < 3; i++) await get('/games');
  await addPerson(server, 'ada@example.org');
  const ada = await signIn(server, 'ada@example.org');
  assert.match((await ada.open('/games')).text, /href="\/profile"/);
  assert.doesNotMatch(await (await get('/games')).text(), /href="\/profile"/);
});

test('the home page is kept for a day', async () => {
  const [text, etag] = await getHome();
  server.now += 60_000;
  assert.deepEqual(await getHome(), [text, etag]);
});

async function getHome(): Promise<[text: string, etag: string | null]> {
  const home = await get('/');
  return [await home.text(), home.headers.get('etag')];
}

test('a page that does not exist stays 404', async () => {
  for (let i = 0; i < 3; i++) assert.equal((await get('/games/999999')).status, 404);
});

test('an import replaces kept pages', async () => {
  for (let i = 0; i < 3; i++) assert.doesNotMatch(await (await get(GAME_PATH)).text(), /Renamed Meanwhile/);
  const games = CATALOG.games.map((game) => (game.key === 'test:c' ? { ...game, title: 'Renamed Meanwhile' } : game));
  await server.import(writeBundle({ ...CATALOG, games }));
  for (let i = 0; i < 3; i++) assert.match(await (await get(GAME_PATH)).text(), /Renamed Meanwhile/);
});
