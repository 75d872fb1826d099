import { formatCount, formatNumber, pluralize } from './format.ts';
import { type Html, html, nothing, type Part } from './html.ts';

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
${total > 0 && dataTable(['Time', 'Requests', 'Errors'], listBusy(bars))}
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

function listBusy(bars: readonly Bar[]): Row[] {
  return bars.filter(({ requests }) => requests > 0).map(({ name, requests, errors }) => [name, requests, errors]);
}

type Row = readonly [name: Part, ...numbers: number[]];

/** The numbers of a chart. */
function dataTable(names: readonly string[], rows: readonly Row[]): Html {
  const head = names.map((name, i) => html`<th scope="col"${i > 0 && html` class="number"`}>${name}</th>`);
  const cell = (number: number) => html`<td class="number">${formatNumber(number)}</td>`;
  return html`<details><summary>Show as table</summary><table>
<thead><tr>${head}</tr></thead>
<tbody>${rows.map(([name, ...numbers]) => html`<tr><th scope="row">${name}</th>${numbers.map(cell)}</tr>`)}</tbody></table></details>`;
}

function sum(bars: readonly Bar[], name: 'requests' | 'errors'): number {
  return bars.reduce((total, bar) => total + bar[name], 0);
}

interface YearCount {
  year: number;
  count: number;
  /** The list of these games. */
  path: string;
}

const MAX_YEAR_LABELS = 10;

/**
 * A bar chart of games per year, whose bars link to the lists. The chart is for the eye and the mouse: keyboards and screen
 * readers use the table below it. The years ascend.
 */
export function yearChart(counts: readonly YearCount[]): Html {
  const [first, last] = [counts[0], counts.at(-1)];
  if (first === undefined || last === undefined || first === last) return nothing;
  const most = counts.reduce((a, b) => (b.count > a.count ? b : a));
  const maximum = niceMaximum(most.count);
  const scale = { from: first.year, years: last.year - first.year + 1, maximum };
  return html`<figure class="chart years">
<figcaption><strong>Games per year</strong> ${first.year}–${last.year}, most in ${most.year} (${formatNumber(most.count)})</figcaption>
<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" aria-hidden="true" focusable="false">
${gridLines(maximum)}
${yearLabels(scale)}
${counts.map((one) => yearBar(one, scale))}
</svg>
${dataTable(
  ['Year', 'Games'],
  counts.map(({ year, count, path }) => [html`<a href="${path}">${year}</a>`, count]),
)}
</figure>`;
}

interface Scale {
  from: number;
  years: number;
  maximum: number;
}

/** The whole height is the target of the link, since bars may be only a pixel high. */
function yearBar({ year, count, path }: YearCount, { from, years, maximum }: Scale): Html {
  const step = (WIDTH - LEFT) / years;
  const x = LEFT + (year - from) * step;
  const height = Math.max(1, ((BASE - TOP) * count) / maximum);
  return html`<a href="${path}" tabindex="-1"><title>${year}: ${formatCount(count, 'game')}</title>
<rect class="target" x="${round(x)}" y="${TOP}" width="${round(step)}" height="${BASE - TOP}"/>
<rect class="bar" x="${round(x + step * 0.1)}" y="${round(BASE - height)}" width="${round(step * 0.8)}" height="${round(height)}"/></a>`;
}

/** The years that are multiples of 1, 2, 5, 10 or 20, whatever gives few enough. */
function yearLabels({ from, years }: Scale): Html {
  const every = [1, 2, 5, 10, 20].find((step) => years / step <= MAX_YEAR_LABELS) ?? 50;
  const step = (WIDTH - LEFT) / years;
  const shown = Array.from({ length: years }, (_, i) => from + i).filter((year) => year % every === 0);
  return html`${shown.map(
    (year) =>
      html`<text x="${round(LEFT + (year - from + 0.5) * step)}" y="${BASE + 18}" text-anchor="middle">${year}</text>`,
  )}`;
}

/** The size of a bar chart and the lines between which its bars stand. */
const WIDTH = 720;
const HEIGHT = 160;
const BASE = 130;
const LEFT = 52;
const TOP = 10;

/** Lines at zero, half of the maximum and the maximum, with their numbers. */
function gridLines(maximum: number): Html {
  return html`${[0, 0.5, 1].map((share) => {
    const y = BASE - share * (BASE - TOP);
    return html`<line class="grid" x1="${LEFT}" x2="${WIDTH}" y1="${y}" y2="${y}"/>
<text x="${LEFT - 6}" y="${y + 4}" text-anchor="end">${formatNumber(maximum * share)}</text>`;
  })}`;
}

/** Rounds up to 2, 4, 10, 20, 40, 100 …, whose halves are integers. `power` is the largest power of ten up to the value. */
function niceMaximum(value: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, value)));
  return power * (value <= 2 * power ? 2 : value <= 4 * power ? 4 : 10);
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
