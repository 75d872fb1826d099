import { compareDates, type RecordPlatform } from '../../../catalog/model/record.ts';
import { formatDate } from '../../kit/format.ts';
import { type Html, html, nothing } from '../../kit/html.ts';

interface Point {
  date: string;
  platform: string;
}

interface Row {
  countries: string[];
  points: Point[];
}

const MAX_ROWS = 14;
const ROW_PIXELS = 38;
const AXIS_PIXELS = 22;
const MAX_TICKS = 7;
const STEPS = [1, 2, 5, 10, 20, 50];
/** Margins in percent of the width, so that the outermost marks and labels are not cut off. */
const LEFT = 2;
const RIGHT = 94;

/**
 * Releases by country. Coordinates are percentages without a viewBox, so that labels keep their size at any width. The tables
 * of the page have the same data.
 */
export function timeline(platforms: readonly RecordPlatform[]): Html {
  const rows = listRows(platforms);
  const dates = new Set(rows.flatMap(({ points }) => points.map(({ date }) => date)));
  if (rows.length < 2 || dates.size < 2) return nothing;
  const years = Array.from(dates, (date) => Number(date.slice(0, 4)));
  const [from, to] = [Math.min(...years), Math.max(...years) + 1];
  const xOf = (year: number) => `${(LEFT + ((year - from) / (to - from)) * (RIGHT - LEFT)).toFixed(2)}%`;
  const shown = rows.slice(0, MAX_ROWS);
  const height = shown.length * ROW_PIXELS;
  return html`<svg class="timeline" width="100%" height="${height + AXIS_PIXELS}" role="img" aria-label="Releases by country, ${from} to ${to - 1}. The lists on this page have the same dates.">
${ticks(from, to).map(
  (year) => html`<line class="tick" x1="${xOf(year)}" x2="${xOf(year)}" y1="0" y2="${height}"/>
<text class="year" x="${xOf(year)}" y="${height + 16}">${year}</text>`,
)}
${shown.map((row, i) => drawRow(row, i * ROW_PIXELS, xOf))}
</svg>
${rows.length > MAX_ROWS && html`<p class="hint">The tables list ${rows.length - MAX_ROWS} more countries.</p>`}`;
}

function drawRow({ countries, points }: Row, top: number, xOf: (year: number) => string): Html {
  const xs = points.map(({ date }) => xOf(yearsOf(date)));
  return html`<text class="country" x="0" y="${top + 15}">${countries.join(', ')}</text>
<line class="span" x1="${xs[0]}" x2="${xs.at(-1)}" y1="${top + 27}" y2="${top + 27}"/>
${points.map(
  ({ date, platform }, i) =>
    html`<circle cx="${xs[i]}" cy="${top + 27}" r="4.5"><title>${formatDate(date)}, ${platform}</title></circle>`,
)}`;
}

/** One row for each country. Countries with identical releases share a row. */
function listRows(platforms: readonly RecordPlatform[]): Row[] {
  const all = platforms.flatMap(({ platform_name: platform, releases }) =>
    releases.flatMap(({ release_date: date, countries }) =>
      date === null ? [] : countries.map((country) => ({ country, date, platform })),
    ),
  );
  const sorted = all.toSorted((a, b) => compareDates(a.date, b.date));
  const byCountry = Map.groupBy(sorted, ({ country }) => country);
  const alike = Map.groupBy(byCountry, ([, points]) => points.map(({ date, platform }) => date + platform).join());
  return Array.from(alike.values(), (same) => ({
    countries: same.map(([country]) => country),
    points: (same[0] as [string, Point[]])[1],
  }));
}

/** A date as a fraction of years. An unknown month or day counts as the middle. */
function yearsOf(date: string): number {
  const [year, month, day] = date.split('-').map(Number) as [number, number?, number?];
  if (month === undefined) return year + 0.5;
  return year + (month - 1 + (day === undefined ? 0.5 : (day - 1) / 31)) / 12;
}

function ticks(from: number, to: number): number[] {
  const step = STEPS.find((size) => (to - from) / size <= MAX_TICKS) ?? 100;
  const first = Math.ceil(from / step) * step;
  return Array.from({ length: Math.floor((to - first) / step) + 1 }, (_, i) => first + i * step);
}
