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
  const sum = (name: 'requests' | 'errors') => bars.reduce((total, bar) => total + bar[name], 0);
  const [total, errors] = [sum('requests'), sum('errors')];
  const drawn = bars.map(({ name, label, ...bar }, i) => ({
    title: `${name}: ${formatCount(bar.requests, 'request')}, ${formatCount(bar.errors, 'error')}`,
    heights: { bar: bar.requests, 'bar errors': bar.errors },
    label: i % Math.ceil(bars.length / MAX_LABELS) === 0 && label,
  }));
  const busy = bars.filter(({ requests }) => requests > 0);
  return html`<figure class="chart">
<figcaption><strong>${title}</strong> <span class="figure">${formatNumber(total)}</span> ${pluralize(total, 'request')},
<span class="figure">${formatNumber(errors)}</span> ${pluralize(errors, 'error')}</figcaption>
<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${title}: ${formatCount(total, 'request')}. A table with the numbers follows.">
${drawBars(drawn)}
</svg>
${
  total > 0 &&
  dataTable(
    ['Time', 'Requests', 'Errors'],
    busy.map((bar) => [bar.name, bar.requests, bar.errors]),
  )
}
</figure>`;
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
  const years = last.year - first.year + 1;
  const every = [1, 2, 5, 10, 20].find((step) => years / step <= MAX_YEAR_LABELS) ?? 50;
  const byYear = new Map(counts.map((one) => [one.year, one]));
  const drawn = Array.from({ length: years }, (_, i) => {
    const year = first.year + i;
    const { count = 0, path } = byYear.get(year) ?? {};
    return {
      title: `${year}: ${formatCount(count, 'game')}`,
      heights: { bar: count },
      label: year % every === 0 && String(year),
      path,
    };
  });
  return html`<figure class="chart years">
<figcaption><strong>Games per year</strong> ${first.year}–${last.year}, most in ${most.year} (${formatNumber(most.count)})</figcaption>
<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" aria-hidden="true" focusable="false">
${drawBars(drawn)}
</svg>
${dataTable(
  ['Year', 'Games'],
  counts.map(({ year, count, path }) => [html`<a href="${path}">${year}</a>`, count]),
)}
</figure>`;
}

/** The size of a bar chart and the lines between which its bars stand. */
const WIDTH = 720;
const HEIGHT = 160;
const BASE = 130;
const LEFT = 52;
const TOP = 10;

interface DrawnBar {
  title: string;
  /** By the class of the rectangle: each stands before the one of the row before. */
  heights: Record<string, number>;
  label: string | false;
  /** Makes the whole height a link, since bars may be only a pixel high. */
  path?: string | undefined;
}

function drawBars(bars: readonly DrawnBar[]): Html {
  const maximum = niceMaximum(Math.max(...bars.flatMap(({ heights }) => Object.values(heights))));
  const step = (WIDTH - LEFT) / bars.length;
  return html`${gridLines(maximum)}
${bars.map(({ title, heights, label, path }, i) => {
  const x = LEFT + i * step;
  const rect = ([name, value]: [string, number]) => {
    const height = Math.max(1, ((BASE - TOP) * value) / maximum);
    return (
      value > 0 &&
      html`<rect class="${name}" x="${round(x + step * 0.1)}" y="${round(BASE - height)}" width="${round(step * 0.8)}" height="${round(height)}"/>`
    );
  };
  const bar = html`<title>${title}</title>${path && html`<rect class="target" x="${round(x)}" y="${TOP}" width="${round(step)}" height="${BASE - TOP}"/>`}${Object.entries(heights).map(rect)}`;
  const text = label && html`<text x="${round(x + step / 2)}" y="${BASE + 18}" text-anchor="middle">${label}</text>`;
  return html`${path ? html`<a href="${path}" tabindex="-1">${bar}</a>` : html`<g>${bar}</g>`}${text}`;
})}`;
}

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
