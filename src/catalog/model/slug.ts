export const MAX_SLUG_LENGTH = 80;

/** A slug as a URL segment, truncated between characters. The fallback is for texts without letters and digits. */
export function slugSegment(text: string, fallback: string): string {
  const full = slugOf(text);
  const slug = full.length <= MAX_SLUG_LENGTH ? full : Array.from(full).slice(0, MAX_SLUG_LENGTH).join('');
  return encodeURIComponent(slug.replace(/-$/, '') || fallback);
}

/**
 * Lower-case letters and digits of any script, joined by hyphens. Only Latin letters lose their accents: in other scripts a
 * mark makes another letter, as in `ゴ` and `コ`.
 */
export function slugOf(text: string): string {
  // A fast path for ASCII: a sitemap has 50,000 slugs.
  if (/^[\x20-\x7e]*$/.test(text)) return (text.toLowerCase().match(/[a-z0-9]+/g) ?? []).join('-');
  const words = text
    .normalize('NFKD')
    .replace(/(?<=\p{Script=Latin})\p{Mark}+/gu, '')
    .normalize('NFC')
    .toLowerCase()
    .match(/[\p{Letter}\p{Mark}\p{Number}]+/gu);
  return (words ?? []).join('-');
}
