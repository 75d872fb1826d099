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
