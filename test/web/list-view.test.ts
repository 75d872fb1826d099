import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openBrowser } from '../support/browser.ts';
import { PLATFORM } from '../support/catalog.ts';
import { getPage } from '../support/page.ts';
import { sharedServer } from '../support/server.ts';

const server = await sharedServer();
const isTable = (text: string) => /<table class="games">/.test(text);
const isGrid = (text: string) => /<ul class="game-grid">/.test(text);

test('lists show covers, and a link switches to a table that the browser remembers', async () => {
  const browser = openBrowser(server.url);
  const first = await browser.open(`/games?platform=${PLATFORM.nes}`);
  assert.ok(isGrid(first.text) && !isTable(first.text));
  assert.match(first.text, /&#38;view&#61;grid" rel="nofollow" aria-current="true">Covers</);
  const [, link = ''] = /href="([^"]*)" rel="nofollow">Table</.exec(first.text) ?? [];
  const path = link.replaceAll('&#38;', '&').replaceAll('&#61;', '=');
  assert.equal(path, `/games?platform=${PLATFORM.nes}&view=table`);
  const switched = await browser.open(path);
  assert.ok(isTable(switched.text) && !isGrid(switched.text));
  assert.match(
    switched.headers.get('set-cookie') ?? '',
    /^ludex_view=table; Path=\/; HttpOnly; SameSite=Lax; Max-Age=/,
  );
  for (const other of ['/games?title=filler', '/groups/1/mario']) {
    assert.ok(isTable((await browser.open(other)).text), other);
  }
  assert.ok(isGrid((await browser.open('/games?view=grid')).text));
  assert.match((await browser.open('/groups/1/mario')).text, /href="\/groups\/1\/mario\?view&#61;table"/);
  assert.ok(isGrid((await browser.open('/games')).text));
});

test('the view is not part of the canonical address, and unknown views are ignored', async () => {
  const seen = await getPage(server, '/games?view=table');
  assert.equal(seen.canonical, `${server.url}/games`);
  const unknown = await getPage(server, '/games?view=evil');
  assert.ok(isGrid(unknown.text));
  assert.equal(unknown.headers.get('set-cookie'), null);
});
