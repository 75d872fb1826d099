import { test } from 'node:test';
import { assertAccessibleAndFits, openPage } from '../support/chromium.ts';
import { GAME } from '../support/samples/catalog.ts';
import { sharedServer } from '../support/servers/server.ts';

const { url } = await sharedServer();

const PAGES = {
  'a search for nothing': '/games?title=there+is+no+such+title',
  'a game with hardly anything': `/games/${GAME.bare}`,
  'a title in another script': `/games/${GAME.japanese}`,
  platforms: '/platforms',
  genres: '/genres',
  'a genre': '/genres/21',
  groups: '/groups',
  'a group': '/groups/1',
  companies: '/companies',
  'a company': '/companies/1',
  sources: '/sources',
};

test('every other page is accessible and fits, small and dark, wide and light', async (t) => {
  const page = await openPage(t, url);
  for (const [name, path] of Object.entries(PAGES)) await t.test(name, () => assertAccessibleAndFits(page, path));
});
