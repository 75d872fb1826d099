import { bdi, formatCount } from '../kit/format.ts';
import { html } from '../kit/html.ts';
import type { HtmlResponse, PageRequest } from '../kit/page.ts';
import { columns, listCounted } from './counted-values.ts';

/** Genres by category. */
export function showGenres(request: PageRequest): HtmlResponse {
  const genres = listCounted(request, 'genre');
  const categories = Map.groupBy(genres, ({ category }) => category);
  const size = formatCount(genres.length, 'genre');
  return {
    title: 'Genres',
    description: `${size} in the catalog, with their number of games.`,
    canonical: '/genres',
    jsonUrl: '/v1/genres',
    body: html`<h1>Genres</h1>
<p class="lead">${size}</p>
${Array.from(categories, ([category, list]) => html`<section><h2>${bdi(category)}</h2>${columns(list, 'genre')}</section>`)}`,
  };
}
