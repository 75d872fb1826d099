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

const WIDTH = 720;
const HEIGHT = 160;
const BASE = 130;
const LEFT = 52;
const TOP = 10;
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
${[0, 0.5, 1].map((share) => gridLine(share, maximum))}
${bars.map((bar, i) => drawBar(bar, i, bars.length, maximum))}
</svg>
${total > 0 && barTable(bars)}
</figure>`;
}

function gridLine(share: number, maximum: number): Html {
  const y = BASE - share * (BASE - TOP);
  return html`<line class="grid" x1="${LEFT}" x2="${WIDTH}" y1="${y}" y2="${y}"/>
<text x="${LEFT - 6}" y="${y + 4}" text-anchor="end">${formatNumber(maximum * share)}</text>`;
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

/** Rounds up to 2, 4, 10, 20, 40, 100 …, whose halves are integers. `power` is the largest power of ten up to the value. */
function niceMaximum(value: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, value)));
  return power * (value <= 2 * power ? 2 : value <= 4 * power ? 4 : 10);
}

function sum(bars: readonly Bar[], name: 'requests' | 'errors'): number {
  return bars.reduce((total, bar) => total + bar[name], 0);
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
