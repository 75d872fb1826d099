import type { Picture } from '../../catalog/model/resources.ts';
import { entryPath } from '../../catalog/render/render.ts';
import { listThumbnails } from '../../pictures/picture-paths.ts';
import { type Html, html, nothing, type Part } from './html.ts';

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** `1 game`, `12,345 games`. */
export function formatCount(count: number, one: string, many?: string): string {
  return `${formatNumber(count)} ${pluralize(count, one, many)}`;
}

export function pluralize(count: number, one: string, many = `${one}s`): string {
  return count === 1 ? one : many;
}

/** `12,345`. */
export function formatNumber(count: number): string {
  return NUMBERS.format(count);
}

const NUMBERS = new Intl.NumberFormat('en');

/** `1987-05-15` as `15 May 1987`, `1987-05` as `May 1987`. */
export function formatDate(date: string): string {
  const [year, month, day] = date.split('-');
  const parts = [day && String(Number(day)), month && MONTHS[Number(month) - 1], year];
  return parts.filter(Boolean).join(' ');
}

/** `1981–2004`, or one year. */
export function formatYears(first: number, last: number): string {
  return first === last ? String(first) : `${first}–${last}`;
}

export function dateOrUnknown(date: string | null): Html {
  return date === null
    ? html`<span class="unknown">unknown</span>`
    : html`<time datetime="${date}">${formatDate(date)}</time>`;
}

/** A time to the minute, in UTC. */
export function timestamp(at: number): Html {
  const text = new Date(at).toISOString();
  return html`<time datetime="${text}">${text.slice(0, 16).replace('T', ' ')} UTC</time>`;
}

/** `5 minutes`, `2 hours`, `3 days`. */
export function formatDuration(milliseconds: number, round: (value: number) => number = Math.round): string {
  const minutes = Math.max(1, round(milliseconds / 60_000));
  if (minutes < 90) return formatCount(minutes, 'minute');
  const hours = round(minutes / 60);
  return hours < 48 ? formatCount(hours, 'hour') : formatCount(round(hours / 24), 'day');
}

/** Rounded up, so that whoever waits so long has waited long enough. */
export function formatWait(milliseconds: number): string {
  return formatDuration(milliseconds, Math.ceil);
}

/** `A, B and C`. */
export function formatList(words: readonly string[]): string {
  return WORDS.format(words);
}

const WORDS = new Intl.ListFormat('en-GB');

export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Isolates text of unknown direction (right-to-left scripts). */
export function bdi(text: string): Html {
  return html`<bdi>${text}</bdi>`;
}

/** A link to the page of a platform, genre, group or company. */
export function entryLink(...[kind, id, name]: Parameters<typeof entryPath>): Html {
  return html`<a href="${entryPath(kind, id, name)}">${bdi(name)}</a>`;
}

/** Whether this server or the operator's media host serves the picture. */
export function isLocalPicture(address: string, mediaUrl: string): boolean {
  return address.startsWith('/') || address.startsWith(`${mediaUrl}/`);
}

/** A URL from a source, unless its scheme is unsafe to link to. */
export function safeUrl(url: string | null): string | undefined {
  if (url === null) return undefined;
  return /^https?:\/\//i.test(url) || /^\/(?!\/)/.test(url) ? url : undefined;
}

/** A row of a list of facts. Nothing if the fact is not known. */
export function fact(name: Part, value: Part): Html {
  const { markup } = html`${value}`;
  return markup === '' ? nothing : html`<div><dt>${name}</dt><dd>${value}</dd></div>`;
}

export type Column<Row> = readonly [name: string, cell: (row: Row) => Part, isNumber?: 'number'];

/** On a phone, the cells of a row follow each other with the names of their columns. */
export function table<Row>(caption: string, rows: readonly Row[], columns: readonly Column<Row>[]): Html {
  if (rows.length === 0) return html`<p class="hint">Nothing yet.</p>`;
  const head = columns.map(([name, , kind]) => html`<th scope="col"${kind && html` class="number"`}>${name}</th>`);
  const cell = (part: Part) => (typeof part === 'number' ? formatNumber(part) : part);
  const row = (own: Row) =>
    columns.map(
      ([name, cellOf, kind]) =>
        html`<td${kind && html` class="number"`} data-label="${name}">${cell(cellOf(own))}</td>`,
    );
  return html`<div class="scroll-x data-table" role="region" aria-label="${caption}" tabindex="0"><table class="stack">
<thead><tr>${head}</tr></thead>
<tbody>${rows.map((own) => html`<tr>${row(own)}</tr>`)}</tbody></table></div>`;
}

/** An `<img>` with srcset. Its width and height prevent layout shifts. The main picture of a page is not loaded lazily. */
export function thumbnail(picture: Picture, sizes: string, alt = '', isMain = false): Html {
  const { image, thumbnail_image, width, height } = picture;
  const sources = listThumbnails(thumbnail_image, width).map((source) => `${source.address} ${source.width}w`);
  const srcset = sources.length > 1 && html` srcset="${sources.join(', ')}" sizes="${sizes}"`;
  return html`<img src="${safeUrl(thumbnail_image) ?? image}"${srcset} alt="${alt}" width="${width}" height="${height}" ${isMain ? html`fetchpriority="high"` : html`loading="lazy"`} decoding="async">`;
}

/** A path with a query. Parameters that are empty or undefined are left out. */
export function withQuery(
  path: string,
  query: URLSearchParams | Record<string, string | number | false | undefined>,
): string {
  const given = Object.entries(query).filter(([, value]) => value);
  const search =
    query instanceof URLSearchParams
      ? query
      : new URLSearchParams(given.map(([name, value]): [string, string] => [name, String(value)]));
  return search.size === 0 ? path : `${path}?${search}`;
}

/** Links the addresses in a text, such as that of the article it was taken from. */
export function linkUrls(text: string): Part[] {
  // The odd parts are the addresses.
  return text.split(/(https?:\/\/[^\s()<>"]+)/).map((part, i) => {
    const url = i % 2 === 1 ? safeUrl(part.replace(/[.,;:!?]+$/, '')) : undefined;
    return url ? html`<a href="${url}" rel="noopener nofollow">${url}</a>${part.slice(url.length)}` : part;
  });
}
