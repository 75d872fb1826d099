import { type Html, html } from './html.ts';

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
export function formatDuration(milliseconds: number): string {
  const minutes = Math.max(1, Math.round(milliseconds / 60_000));
  if (minutes < 90) return formatCount(minutes, 'minute');
  const hours = Math.round(minutes / 60);
  return hours < 48 ? formatCount(hours, 'hour') : formatCount(Math.round(hours / 24), 'day');
}

/** `A, B and C`. */
export function formatList(words: readonly string[]): string {
  return WORDS.format(words);
}

const WORDS = new Intl.ListFormat('en-GB');

/** Isolates text of unknown direction (right-to-left scripts). */
export function bdi(text: string): Html {
  return html`<bdi>${text}</bdi>`;
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
