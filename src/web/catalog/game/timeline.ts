import { compareDates, type RecordPlatform } from '../../../catalog/model/record.ts';
import type { Release } from '../../../catalog/model/resources.ts';
import { formatDate } from '../../kit/format.ts';
import { type Html, html, nothing } from '../../kit/html.ts';

interface DatedRelease {
  platform: RecordPlatform;
  release: Release;
}

interface Point {
  date: string;
  platform: string;
}

interface Row {
  countries: string[];
  points: Point[];
}

/** A series with the years of its games. */
interface TimelineSeries {
  group_name: string;
  games: readonly { title: string; year: number | undefined; isThis: boolean }[];
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
 * Releases by country, then the years of the other games of the series. Coordinates are percentages without a viewBox, so that
 * labels keep their size at any width. The tables and lists of the page have the same data.
 */
export function timeline(platforms: readonly RecordPlatform[], series: readonly TimelineSeries[] = []): Html {
  const releases = platforms
    .flatMap((platform) => platform.releases.map((release): DatedRelease => ({ platform, release })))
    .toSorted((a, b) => compareDates(a.release.release_date, b.release.release_date));
  const countryRows = listRows(releases);
  const dates = new Set(countryRows.flatMap(({ points }) => points.map(({ date }) => date)));
  const rows = countryRows.length < 2 || dates.size < 2 ? [] : countryRows;
  const seriesYears = series.flatMap(({ games }) => games.flatMap(({ year }) => year ?? []));
  const isPlaced = series.some(({ games }) => games.some(({ year, isThis }) => isThis && year !== undefined));
  const seriesRows = isPlaced && new Set(seriesYears).size > 1 ? series : [];
  if (rows.length + seriesRows.length === 0) return nothing;
  const years = [
    ...(rows.length > 0 ? Array.from(dates, (date) => Number(date.slice(0, 4))) : []),
    ...(seriesRows.length > 0 ? seriesYears : []),
  ];
  const [from, to] = [Math.min(...years), Math.max(...years) + 1];
  const xOf = (year: number) => `${(LEFT + ((year - from) / (to - from)) * (RIGHT - LEFT)).toFixed(2)}%`;
  const shown = rows.slice(0, MAX_ROWS);
  const height = (shown.length + seriesRows.length) * ROW_PIXELS;
  const subjects = [rows.length > 0 && 'Releases by country', seriesRows.length > 0 && 'Games of the series'];
  const label = `${subjects.filter(Boolean).join(', ')}, ${from} to ${to - 1}. The lists on this page have the same dates.`;
  return html`<svg class="timeline" width="100%" height="${height + AXIS_PIXELS}" role="img" aria-label="${label}">
${ticks(from, to).map(
  (year) => html`<line class="tick" x1="${xOf(year)}" x2="${xOf(year)}" y1="0" y2="${height}"/>
<text class="year" x="${xOf(year)}" y="${height + 16}">${year}</text>`,
)}
${shown.map((row, i) => drawRow(row, i * ROW_PIXELS, xOf))}
${seriesRows.map((row, i) => drawSeries(row, (shown.length + i) * ROW_PIXELS, xOf))}
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

/** The games of a series as small marks, and this game as a large one. */
function drawSeries({ group_name, games }: TimelineSeries, top: number, xOf: (year: number) => string): Html {
  const dated = games.flatMap(({ title, year, isThis }) => (year === undefined ? [] : { title, year, isThis }));
  const years = dated.map(({ year }) => year + 0.5);
  // The last mark is on top.
  const drawn = dated.toSorted((a, b) => Number(a.isThis) - Number(b.isThis));
  return html`<text class="country series-name" x="0" y="${top + 15}">${group_name} series</text>
<line class="series-span" x1="${xOf(Math.min(...years))}" x2="${xOf(Math.max(...years))}" y1="${top + 27}" y2="${top + 27}"/>
${drawn.map(
  ({ title, year, isThis }) =>
    html`<circle class="${isThis ? 'this-game' : 'other-game'}" cx="${xOf(year + 0.5)}" cy="${top + 27}" r="${isThis ? 6 : 3}"><title>${title}, ${year}</title></circle>`,
)}`;
}

/** One row for each country. Countries with identical releases share a row. */
function listRows(releases: readonly DatedRelease[]): Row[] {
  const byCountry = new Map<string, Point[]>();
  for (const { platform, release } of releases) {
    if (release.release_date === null) continue;
    const point = { date: release.release_date, platform: platform.platform_name };
    for (const country of release.countries) byCountry.set(country, [...(byCountry.get(country) ?? []), point]);
  }
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
