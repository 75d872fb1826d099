import { ACCOUNT_PAGES } from './account/routes.ts';
import { showCompanies } from './catalog/companies.ts';
import { showCompany } from './catalog/company.ts';
import { showFacetPage } from './catalog/facet-page.ts';
import { showFactSources, showGame } from './catalog/game.ts';
import { showGames } from './catalog/games.ts';
import { showGenres } from './catalog/genres.ts';
import { showGroups } from './catalog/groups.ts';
import { PICKS_MS, showHome } from './catalog/home.ts';
import { showPlatforms } from './catalog/platforms.ts';
import { doReport, showReport } from './catalog/report.ts';
import { showSources } from './catalog/sources.ts';
import { showCompanyNames, showSuggestions } from './catalog/suggest.ts';
import { showArticle } from './docs/docs.ts';
import { showExplorer } from './docs/explorer.ts';
import { showStatus } from './docs/status.ts';
import { showOpenSearch, showRobots } from './feeds/discovery.ts';
import { showFeed } from './feeds/feed.ts';
import { showSitemap, showSitemapIndex } from './feeds/sitemap.ts';
import { GUESSED_PAGES } from './guessed-pages.ts';
import type { Page } from './kit/page.ts';
import { doSetTheme } from './kit/set-theme.ts';
import { requireSignIn } from './kit/signed-in.ts';
import { OPERATOR_PAGES } from './operator/routes.ts';

export const PAGES: readonly Page[] = [
  { method: 'GET', path: '/', isKept: true, keptMs: PICKS_MS, handle: showHome },
  { method: 'GET', path: '/games', isKept: true, handle: showGames },
  { method: 'GET', path: '/games/{id}', isKept: true, handle: showGame },
  { method: 'GET', path: '/games/{id}/{slug}', isKept: true, handle: showGame },
  { method: 'GET', path: '/games/{id}/{slug}/sources', isKept: true, handle: showFactSources },
  { method: 'GET', path: '/report/{id}', handle: requireSignIn(showReport) },
  { method: 'POST', path: '/report/{id}', handle: requireSignIn(doReport) },
  { method: 'GET', path: '/platforms', isKept: true, handle: showPlatforms },
  { method: 'GET', path: '/platforms/{id}', isKept: true, handle: showFacetPage('platform') },
  { method: 'GET', path: '/platforms/{id}/{slug}', isKept: true, handle: showFacetPage('platform') },
  { method: 'GET', path: '/genres', isKept: true, handle: showGenres },
  { method: 'GET', path: '/genres/{id}', isKept: true, handle: showFacetPage('genre') },
  { method: 'GET', path: '/genres/{id}/{slug}', isKept: true, handle: showFacetPage('genre') },
  { method: 'GET', path: '/groups', isKept: true, handle: showGroups },
  { method: 'GET', path: '/groups/{id}', isKept: true, handle: showFacetPage('group') },
  { method: 'GET', path: '/groups/{id}/{slug}', isKept: true, handle: showFacetPage('group') },
  { method: 'GET', path: '/companies', isKept: true, handle: showCompanies },
  { method: 'GET', path: '/companies/{id}', isKept: true, handle: showCompany },
  { method: 'GET', path: '/companies/{id}/{slug}', isKept: true, handle: showCompany },
  { method: 'GET', path: '/sources', handle: showSources },
  { method: 'GET', path: '/docs', handle: showArticle('/docs') },
  { method: 'GET', path: '/docs/api', handle: showArticle('/docs/api') },
  { method: 'GET', path: '/docs/programs', handle: showArticle('/docs/programs') },
  { method: 'GET', path: '/docs/performance', handle: showArticle('/docs/performance') },
  { method: 'GET', path: '/docs/changelog', handle: showArticle('/docs/changelog') },
  { method: 'GET', path: '/docs/status', handle: showStatus },
  { method: 'GET', path: '/docs/credits', handle: showArticle('/docs/credits') },
  { method: 'GET', path: '/docs/reference', handle: showExplorer },
  { method: 'GET', path: '/suggest', handle: showSuggestions },
  { method: 'GET', path: '/suggest/companies', handle: showCompanyNames },
  { method: 'GET', path: '/feed.atom', handle: showFeed },
  { method: 'GET', path: '/sitemap.xml', handle: showSitemapIndex },
  { method: 'GET', path: '/sitemap/{name}', handle: showSitemap },
  { method: 'GET', path: '/opensearch.xml', handle: showOpenSearch },
  { method: 'GET', path: '/robots.txt', handle: showRobots },
  { method: 'POST', path: '/theme', isPreference: true, handle: doSetTheme },
  ...ACCOUNT_PAGES,
  ...OPERATOR_PAGES,
  ...GUESSED_PAGES,
];
