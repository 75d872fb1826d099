/** Longer titles are cut in addresses. */
const SLUG_LENGTH = 80;

/** A text as a part of an address: whole characters of its slug, or something else where it has none. */
export function slugPart(text: string, otherwise: string): string {
  const whole = slugOf(text);
  const slug = whole.length <= SLUG_LENGTH ? whole : Array.from(whole).slice(0, SLUG_LENGTH).join('');
  return encodeURIComponent(slug.replace(/-$/, '') || otherwise);
}

/** Letters and digits of any script in small form, joined by dashes. Only Latin letters lose their accents: elsewhere a
 * mark makes another letter, as `ゴ` is not `コ`. */
export function slugOf(text: string): string {
  // Most are nothing but ASCII, and a sitemap has fifty thousand.
  if (/^[\x20-\x7e]*$/.test(text)) return (text.toLowerCase().match(/[a-z0-9]+/g) ?? []).join('-');
  const words = text
    .normalize('NFKD')
    .replace(/(?<=\p{Script=Latin})\p{Mark}+/gu, '')
    .normalize('NFC')
    .toLowerCase()
    .match(/[\p{Letter}\p{Mark}\p{Number}]+/gu);
  return (words ?? []).join('-');
}
