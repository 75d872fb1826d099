import { BASE, gridLines, HEIGHT, LEFT, niceMaximum, round, TOP, WIDTH } from './chart-grid.ts';
import { formatCount, formatNumber } from './format.ts';
import { type Html, html, nothing } from './html.ts';

export interface YearCount {
  year: number;
  count: number;
  /** The list of these games. */
  path: string;
}

const MAX_LABELS = 10;

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
${labels(scale)}
${counts.map((one) => bar(one, scale))}
</svg>
${table(counts)}
</figure>`;
}

interface Scale {
  from: number;
  years: number;
  maximum: number;
}

/** The whole height is the target of the link, since bars may be only a pixel high. */
function bar({ year, count, path }: YearCount, { from, years, maximum }: Scale): Html {
  const step = (WIDTH - LEFT) / years;
  const x = LEFT + (year - from) * step;
  const height = Math.max(1, ((BASE - TOP) * count) / maximum);
  return html`<a href="${path}" tabindex="-1"><title>${year}: ${formatCount(count, 'game')}</title>
<rect class="target" x="${round(x)}" y="${TOP}" width="${round(step)}" height="${BASE - TOP}"/>
<rect class="bar" x="${round(x + step * 0.1)}" y="${round(BASE - height)}" width="${round(step * 0.8)}" height="${round(height)}"/></a>`;
}

/** The years that are multiples of 1, 2, 5, 10 or 20, whatever gives few enough. */
function labels({ from, years }: Scale): Html {
  const every = [1, 2, 5, 10, 20].find((step) => years / step <= MAX_LABELS) ?? 50;
  const step = (WIDTH - LEFT) / years;
  const shown = Array.from({ length: years }, (_, i) => from + i).filter((year) => year % every === 0);
  return html`${shown.map(
    (year) =>
      html`<text x="${round(LEFT + (year - from + 0.5) * step)}" y="${BASE + 18}" text-anchor="middle">${year}</text>`,
  )}`;
}

function table(counts: readonly YearCount[]): Html {
  return html`<details><summary>Show as table</summary><table>
<thead><tr><th scope="col">Year</th><th scope="col" class="number">Games</th></tr></thead>
<tbody>${counts.map(
    ({ year, count, path }) =>
      html`<tr><th scope="row"><a href="${path}">${year}</a></th><td class="number">${formatNumber(count)}</td></tr>`,
  )}</tbody></table></details>`;
}
