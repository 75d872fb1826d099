import { test } from 'node:test';
import { assertAccessibleAndFits, openPage } from '../support/chromium.ts';
import { GAME } from '../support/samples/catalog.ts';
import { sharedServer } from '../support/servers/server.ts';

const { url } = await sharedServer();

/** One page of every type. */
const PAGES = {
  home: '/',
  'all games': '/games',
  'a search': '/games?title=filler&page=2',
  'a search for nothing': '/games?title=there+is+no+such+title',
  'a game with everything': `/games/${GAME.everything}`,
  'a game with hardly anything': `/games/${GAME.bare}`,
  'a title in another script': `/games/${GAME.japanese}`,
  platforms: '/platforms',
  'a platform': '/platforms/22',
  genres: '/genres',
  'a genre': '/genres/21',
  groups: '/groups',
  'a group': '/groups/1',
  companies: '/companies',
  'a company': '/companies/1',
  sources: '/sources',
  'no page': '/nothing/here',
};

test('every page is accessible and fits, small and dark, wide and light', async (t) => {
  const page = await openPage(t, url, { expected: /status of 404 .*\/nothing\/here/ });
  for (const [name, path] of Object.entries(PAGES)) await t.test(name, () => assertAccessibleAndFits(page, path));
});
