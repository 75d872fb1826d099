import { ACCOUNT_PAGES } from './account-pages.ts';
import { showContract, showCredits, showGuide } from './docs.ts';
import { showExplorer } from './explorer.ts';
import { showFeed } from './feed.ts';
import { showOpenSearch, showRobots } from './for-programs.ts';
import { showGame } from './game.ts';
import { showGames } from './games.ts';
import { showHome } from './home.ts';
import { OPERATOR_PAGES } from './operator-pages.ts';
import { showOwnKey } from './own-key.ts';
import type { Page } from './page.ts';
import { showReference } from './reference.ts';
import { showGenres, showGroups, showPlatforms } from './reference-lists.ts';
import { showSitemap, showSitemapIndex } from './sitemap.ts';
import { showSources } from './sources.ts';
import { showSuggestions } from './suggest.ts';

/** Every page of the site. */
export const PAGES: readonly Page[] = [
  { method: 'GET', path: '/', handle: showHome },
  { method: 'GET', path: '/games', handle: showGames },
  { method: 'GET', path: '/games/{id}', handle: showGame },
  { method: 'GET', path: '/games/{id}/{slug}', handle: showGame },
  { method: 'GET', path: '/platforms', handle: showPlatforms },
  { method: 'GET', path: '/platforms/{id}', handle: showReference('platform') },
  { method: 'GET', path: '/platforms/{id}/{slug}', handle: showReference('platform') },
  { method: 'GET', path: '/genres', handle: showGenres },
  { method: 'GET', path: '/genres/{id}', handle: showReference('genre') },
  { method: 'GET', path: '/genres/{id}/{slug}', handle: showReference('genre') },
  { method: 'GET', path: '/groups', handle: showGroups },
  { method: 'GET', path: '/groups/{id}', handle: showReference('group') },
  { method: 'GET', path: '/groups/{id}/{slug}', handle: showReference('group') },
  { method: 'GET', path: '/sources', handle: showSources },
  { method: 'GET', path: '/docs', handle: showGuide },
  { method: 'GET', path: '/docs/api', handle: showContract },
  { method: 'GET', path: '/docs/credits', handle: showCredits },
  { method: 'GET', path: '/docs/reference', handle: showExplorer },
  { method: 'GET', path: '/profile/key.json', handle: showOwnKey },
  { method: 'GET', path: '/suggest', handle: showSuggestions },
  { method: 'GET', path: '/feed.atom', handle: showFeed },
  { method: 'GET', path: '/sitemap.xml', handle: showSitemapIndex },
  { method: 'GET', path: '/sitemap/{name}', handle: showSitemap },
  { method: 'GET', path: '/opensearch.xml', handle: showOpenSearch },
  { method: 'GET', path: '/robots.txt', handle: showRobots },
  ...ACCOUNT_PAGES,
  ...OPERATOR_PAGES,
];
