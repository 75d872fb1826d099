import { formatNumber } from './format.ts';
import { type Html, html } from './html.ts';

/** The size of a bar chart and the lines between which its bars stand. */
export const WIDTH = 720;
export const HEIGHT = 160;
export const BASE = 130;
export const LEFT = 52;
export const TOP = 10;

/** Lines at zero, half of the maximum and the maximum, with their numbers. */
export function gridLines(maximum: number): Html {
  return html`${[0, 0.5, 1].map((share) => {
    const y = BASE - share * (BASE - TOP);
    return html`<line class="grid" x1="${LEFT}" x2="${WIDTH}" y1="${y}" y2="${y}"/>
<text x="${LEFT - 6}" y="${y + 4}" text-anchor="end">${formatNumber(maximum * share)}</text>`;
  })}`;
}

/** Rounds up to 2, 4, 10, 20, 40, 100 …, whose halves are integers. `power` is the largest power of ten up to the value. */
export function niceMaximum(value: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, value)));
  return power * (value <= 2 * power ? 2 : value <= 4 * power ? 4 : 10);
}

export function round(value: number): number {
  return Math.round(value * 100) / 100;
}
