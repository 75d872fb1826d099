import { type Html, html } from './html.ts';

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

export function counted(count: number, one: string, many?: string): string {
  return `${grouped(count)} ${word(count, one, many)}`;
}

export function word(count: number, one: string, many = `${one}s`): string {
  return count === 1 ? one : many;
}

/** A number as people read it: 12,345. */
export function grouped(count: number): string {
  return NUMBERS.format(count);
}

const NUMBERS = new Intl.NumberFormat('en');

/** `1987-05-15` as `15 May 1987`, as precise as it is known. */
export function dateText(date: string): string {
  const [year, month, day] = date.split('-');
  const parts = [day && String(Number(day)), month && MONTHS[Number(month) - 1], year];
  return parts.filter(Boolean).join(' ');
}

export function timeOf(date: string | null): Html {
  return date === null
    ? html`<span class="unknown">unknown</span>`
    : html`<time datetime="${date}">${dateText(date)}</time>`;
}

/** `A, B and C`. */
export function joined(words: readonly string[]): string {
  return WORDS.format(words);
}

const WORDS = new Intl.ListFormat('en-GB');

/** Texts of any script, each in its own direction. */
export function isolated(text: string): Html {
  return html`<bdi>${text}</bdi>`;
}

/** Whether a picture is on this server, or where its operator keeps its pictures. */
export function isOurs(address: string, mediaUrl: string): boolean {
  return address.startsWith('/') || address.startsWith(`${mediaUrl}/`);
}

/** An address from a source, if it is one that a page may link to or show. */
export function webAddress(address: string | null): string | undefined {
  if (address === null) return undefined;
  return /^https?:\/\//i.test(address) || /^\/(?!\/)/.test(address) ? address : undefined;
}
