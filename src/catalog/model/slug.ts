const MAX_LENGTH = 80;

/** A slug as a URL segment, truncated between characters. The fallback is for texts without letters and digits. */
export function slugSegment(text: string, fallback: string): string {
  const slug = slugOf(text) || fallback;
  if (slug.length <= MAX_LENGTH) return encodeURIComponent(slug);
  return encodeURIComponent(Array.from(slug).slice(0, MAX_LENGTH).join('').replace(/-$/, ''));
}

/**
 * Lower-case letters and digits of any script, joined by hyphens. Only Latin letters lose their accents: in other scripts a
 * mark makes another letter, as in `ゴ` and `コ`.
 */
export function slugOf(text: string): string {
  // A fast path for ASCII: a page of the API has 100 slugs.
  if (/^[\x20-\x7e]*$/.test(text)) return (text.toLowerCase().match(/[a-z0-9]+/g) ?? []).join('-');
  const words = text
    .normalize('NFKD')
    .replace(/(?<=\p{Script=Latin})\p{Mark}+/gu, '')
    .normalize('NFC')
    .toLowerCase()
    .match(/[\p{Letter}\p{Mark}\p{Number}]+/gu);
  return (words ?? []).join('-');
}
