import { type Html, html } from '../kit/html.ts';

/** Links to the orders of a list, by their names. */
export function sortLinks<S extends string>(names: Record<S, string>, current: S, pathOf: (sort: S) => string): Html {
  return html`<nav class="sorts" aria-label="Sort by"><ul>${(Object.entries(names) as [S, string][]).map(
    ([sort, name]) =>
      html`<li><a href="${pathOf(sort)}" rel="nofollow"${sort === current && html` aria-current="true"`}>${name}</a></li>`,
  )}</ul></nav>`;
}
