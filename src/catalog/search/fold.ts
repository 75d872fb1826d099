/** Latin letters that Unicode does not decompose, and what programs send that strip accents. */
const LETTERS: Record<string, string> = {
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ŧ: 't',
  ŋ: 'ng',
};

/**
 * Folds case and the accents of Latin and Greek letters, for comparing titles: `POKEMON` equals `Pokémon`, `straße` equals
 * `STRASSE`, `Odysseus` in Greek equals itself in capitals. The marks of other scripts tell letters apart and stay.
 *
 * Upper case, then lower case, is Unicode's full case folding but for `ẞ`, which has no longer upper form, and a final `Σ`,
 * which lowers to `ς`. (Compared with Unicode's CaseFolding table; its `ı` is an `i` without its dot here.)
 */
export function fold(text: string): string {
  if (isAscii(text)) return text.toLowerCase();
  const base = text.normalize('NFD').replace(/([\p{Script=Latin}\p{Script=Greek}])\p{Mark}+/gu, '$1');
  const folded = base.replaceAll('ẞ', 'ss').toUpperCase().toLowerCase().replaceAll('ς', 'σ');
  return plainLetters(folded).normalize('NFC');
}

/** Of a text in lower case: `ø` as `o`. */
export function plainLetters(text: string): string {
  return text.replace(/[æœøłđðþħŧŋ]/g, (letter) => LETTERS[letter] as string);
}

function isAscii(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 127) return false;
  return true;
}
