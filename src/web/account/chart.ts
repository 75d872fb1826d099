import { BASE, gridLines, HEIGHT, LEFT, niceMaximum, round, TOP, WIDTH } from '../kit/chart-grid.ts';
import { formatCount, formatNumber, pluralize } from '../kit/format.ts';
import { type Html, html } from '../kit/html.ts';

export interface Bar {
  /** Shown under the bar if there is room. */
  label: string;
  /** The full name of the hour or day. */
  name: string;
  requests: number;
  errors: number;
}

const MAX_LABELS = 12;

/** A bar chart of requests and errors, followed by the same numbers as a table. */
export function chart(title: string, bars: readonly Bar[]): Html {
  const maximum = niceMaximum(Math.max(...bars.map((bar) => bar.requests)));
  const total = sum(bars, 'requests');
  const errors = sum(bars, 'errors');
  return html`<figure class="chart">
<figcaption><strong>${title}</strong> <span class="figure">${formatNumber(total)}</span> ${pluralize(total, 'request')},
<span class="figure">${formatNumber(errors)}</span> ${pluralize(errors, 'error')}</figcaption>
<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${title}: ${formatCount(total, 'request')}. A table with the numbers follows.">
${gridLines(maximum)}
${bars.map((bar, i) => drawBar(bar, i, bars.length, maximum))}
</svg>
${total > 0 && barTable(bars)}
</figure>`;
}

function drawBar(bar: Bar, index: number, count: number, maximum: number): Html {
  const step = (WIDTH - LEFT) / count;
  const x = LEFT + index * step;
  const height = (value: number) => ((BASE - TOP) * value) / maximum;
  const rect = (name: string, value: number) =>
    value > 0 &&
    html`<rect class="${name}" x="${round(x + step * 0.12)}" y="${round(BASE - height(value))}" width="${round(step * 0.76)}" height="${round(height(value))}"/>`;
  const isLabelled = index % Math.ceil(count / MAX_LABELS) === 0;
  return html`<g><title>${bar.name}: ${formatCount(bar.requests, 'request')}, ${formatCount(bar.errors, 'error')}</title>
${rect('bar', bar.requests)}${rect('bar errors', bar.errors)}
${isLabelled && html`<text x="${round(x + step / 2)}" y="${BASE + 18}" text-anchor="middle">${bar.label}</text>`}</g>`;
}

function barTable(bars: readonly Bar[]): Html {
  return html`<details><summary>Show as table</summary><table>
<thead><tr><th scope="col">Time</th><th scope="col" class="number">Requests</th><th scope="col" class="number">Errors</th></tr></thead>
<tbody>${bars.filter(({ requests }) => requests > 0).map(tableRow)}</tbody></table></details>`;
}

function tableRow({ name, requests, errors }: Bar): Html {
  return html`<tr><th scope="row">${name}</th><td class="number">${formatNumber(requests)}</td><td class="number">${formatNumber(errors)}</td></tr>`;
}

function sum(bars: readonly Bar[], name: 'requests' | 'errors'): number {
  return bars.reduce((total, bar) => total + bar[name], 0);
}
