import { formatNumber } from './format.ts';
import { type Html, html, type Part } from './html.ts';

/** The name of a column, and whether its cells are numbers. */
export type Column = readonly [name: string, isNumber?: 'number'];

/** On a phone, the cells of a row follow each other with the names of their columns. */
export function table(caption: string, columns: readonly Column[], rows: readonly (readonly Part[])[]): Html {
  if (rows.length === 0) return html`<p class="hint">Nothing yet.</p>`;
  const head = columns.map(([name, kind]) => html`<th scope="col"${kind && html` class="number"`}>${name}</th>`);
  const cell = (part: Part, i: number) =>
    html`<td${columns[i]?.[1] && html` class="number"`} data-label="${columns[i]?.[0]}">${typeof part === 'number' ? formatNumber(part) : part}</td>`;
  return html`<div class="scroll-x data-table" role="region" aria-label="${caption}" tabindex="0"><table class="stack">
<thead><tr>${head}</tr></thead>
<tbody>${rows.map((row) => html`<tr>${row.map(cell)}</tr>`)}</tbody></table></div>`;
}
