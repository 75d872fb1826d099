import type { BrowseFilter } from '../../catalog/search/browse.ts';
import { type Html, html } from '../kit/html.ts';
import { LIST_VIEWS, type ListView, readListView } from '../kit/list-view.ts';
import type { PageRequest } from '../kit/page.ts';
import { gameGrid, gameTable, type ListedGame } from './game-cards.ts';

const VIEW_NAMES: Record<ListView, string> = { grid: 'Covers', table: 'Table' };

/** Games as covers or as a table, below links that switch. The path is that of the page, with its query. */
export function gameView(request: PageRequest, games: readonly ListedGame[], path: string): Html {
  return html`${viewLinks(request, path)}${gamesInView(request, games)}`;
}

/** The games as the visitor wants to see them: with the title that matched, and the platforms that were chosen first. */
export function gamesInView(request: PageRequest, games: readonly ListedGame[], filter?: BrowseFilter): Html {
  const options = { searchText: filter?.title ?? '', platforms: filter?.platform ?? [] };
  return readListView(request) === 'grid' ? gameGrid(games, { ...options, isMain: true }) : gameTable(games, options);
}

/** Links, so that they work without JavaScript. A cookie remembers the choice. */
export function viewLinks(request: PageRequest, path: string): Html {
  const shown = readListView(request);
  return html`<nav class="views" aria-label="View"><ul>${LIST_VIEWS.map((view) => {
    const address = `${path}${path.includes('?') ? '&' : '?'}view=${view}`;
    return html`<li><a href="${address}" rel="nofollow"${view === shown && html` aria-current="true"`}>${VIEW_NAMES[view]}</a></li>`;
  })}</ul></nav>`;
}
