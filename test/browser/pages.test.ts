import { test } from 'node:test';
import { assertAccessibleAndFits, openPage } from '../support/chromium.ts';
import { GAME } from '../support/samples/catalog.ts';
import { sharedServer } from '../support/servers/server.ts';

const { url } = await sharedServer();

/** The main types of pages. The others are in other-pages.long.test.ts. */
const PAGES = {
  home: '/',
  'all games': '/games',
  'a search': '/games?title=filler&page=2',
  'a game with everything': `/games/${GAME.everything}`,
  'a platform': '/platforms/22',
  'no page': '/nothing/here',
};

test('the main pages are accessible and fit, small and dark, wide and light', async (t) => {
  const page = await openPage(t, url, { expected: /status of 404 .*\/nothing\/here/ });
  for (const [name, path] of Object.entries(PAGES)) await t.test(name, () => assertAccessibleAndFits(page, path));
});
