/**
 * Unicode full case folding with NFC, for comparing titles: `POKÉMON` equals `Pokémon`, `straße` equals `STRASSE`.
 *
 * Upper case, then lower case, gives the full folding of every character but three: `ı` must stay apart from `i`,
 * `ẞ` has no longer upper form, and a final `Σ` lowers to `ς`. (Compared with Unicode's CaseFolding table.)
 */
export function fold(text: string): string {
  if (isAscii(text)) return text.toLowerCase();
  const upper = text
    .normalize('NFC')
    .replaceAll('ẞ', 'ss')
    .replace(/[^ı]+/g, (run) => run.toUpperCase());
  return upper.toLowerCase().replaceAll('ς', 'σ').normalize('NFC');
}

function isAscii(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 127) return false;
  return true;
}
