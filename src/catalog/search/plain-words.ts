import { plainLetters } from './fold.ts';

/** What people type for these. */
const TYPED: Record<string, string> = { ß: 'ss', ı: 'i', '&': ' and ' };

const NUMERALS = ['ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii', 'ix', 'x', 'xi', 'xii', 'xiii', 'xiv', 'xv', 'xvi'];
const NUMBERS = new Map(NUMERALS.map((numeral, i) => [numeral, String(i + 2)]));

/** The distance from a katakana to the hiragana of the same sound. */
const KANA = 0x60;

/**
 * A title as somebody types it who does not know how it is spelt: without accents and signs, in one case, Roman numerals
 * as numbers, katakana as hiragana. `Pokémon: Let’s Go!` and `pokemon lets go` are the same words.
 */
export function plainWords(text: string): string {
  return spell(text)
    .split(' ')
    .filter(Boolean)
    .map((word) => NUMBERS.get(word) ?? word)
    .join(' ');
}

function spell(text: string): string {
  if (/^[\0-%'-\x7f]*$/.test(text)) {
    return text
      .toLowerCase()
      .replaceAll("'", '')
      .replace(/[^a-z0-9]+/g, ' ');
  }
  const lower = text
    .normalize('NFKD')
    // The marks of Latin, Greek, Cyrillic, Hebrew and Arabic; those of kana tell sounds apart and stay.
    .replace(/[\u0300-\u036f\u0483-\u0487\u0591-\u05c7\u064b-\u065f]/g, '')
    .normalize('NFC')
    .toLowerCase();
  return plainLetters(lower)
    .replace(/[ßı&]/g, (letter) => TYPED[letter] as string)
    .replace(/[\u30a1-\u30f6]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) - KANA))
    .replace(/['’‘ʼ・]/g, '')
    .replace(/[^\p{Letter}\p{Number}\p{Mark}ー]+/gu, ' ');
}

/** The same as one run of letters and digits, so that it does not matter where words end: `G.I. Joe` is `gijoe`. */
export function withoutSpaces(words: string): string {
  return words.replaceAll(' ', '');
}
