/**
 * The one place where spellings are folded: `fold` for the contract's title filter, `plainWords` for search, `titleKey` for
 * matching. By hand, because packages strip the marks of every script, and in kana a mark makes another letter.
 */

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
  ß: 'ss',
  ı: 'i',
};

/** From 2 on: a single I is a word more often than a number. */
const NUMERALS = ['ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii', 'ix', 'x', 'xi', 'xii', 'xiii', 'xiv', 'xv', 'xvi'];
const NUMBERS = new Map(NUMERALS.map((numeral, i) => [numeral, String(i + 2)]));

/** English, French, German, Spanish, Italian and Dutch. */
const ARTICLES = 'the|a|an|le|la|les|l|un|une|der|die|das|ein|eine|el|los|las|il|lo|gli|de|het|een';
const PREFIX = new RegExp(`^(${ARTICLES}) (?=\\S)`);
const SUFFIX = new RegExp(`, (${ARTICLES})(?=$| - |: )`);

const WORDS = /[\p{Letter}\p{Mark}\p{Number}]+/gu;
const ASCII_WORDS = /[a-z0-9]+/g;
/** The distance from a katakana to the hiragana of the same sound. */
const KANA = 0x60;

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

/**
 * A title as somebody types it who does not know how it is spelt: without accents and signs, in one case, Roman numerals
 * as numbers, katakana as hiragana. `Pokémon: Let’s Go!` and `pokemon lets go` are the same words.
 */
export function plainWords(text: string): string {
  const typed = spell(text)
    .replaceAll('・', '')
    .replace(/[\u30a1-\u30f6]/g, toHiragana);
  return wordsOf(typed)
    .map((word) => NUMBERS.get(word) ?? word)
    .join(' ');
}

/** The same as one run of letters and digits, so that it does not matter where words end: `G.I. Joe` is `gijoe`. */
export function withoutSpaces(words: string): string {
  return words.replaceAll(' ', '');
}

/**
 * What two spellings of one title have in common, for matching alone and never shown: plain words without dots and
 * articles. X stays a letter: more often than a tenth part it is a name (Mega Man X). So does a numeral that begins a title.
 */
export function titleKey(title: string): string {
  const plain = spell(title).replaceAll('.', '').trim();
  const words = wordsOf(withoutArticle(plain));
  const key = words.map((word, i) => (i > 0 && word !== 'x' && NUMBERS.get(word)) || word).join(' ');
  return key === '' ? plain : key;
}

/** Every title is looked at several times in a row. */
const known = new Map<string, string>();
const MOST_KNOWN = 10_000;

/** Pac-Man, Pac Man and Pacman are one; so are spellings in Japanese with and without spaces. */
export function plainTitle(title: string): string {
  const before = known.get(title);
  if (before !== undefined) return before;
  if (known.size >= MOST_KNOWN) known.clear();
  const plain = withoutSpaces(titleKey(title));
  known.set(title, plain);
  return plain;
}

/** What a title is found by. */
export function titleMark(title: string): string {
  return `title ${plainTitle(title)}`;
}

/** The numbers that a key holds, by which a sequel differs from what it follows. */
export function numbersOf(key: string): string {
  return (key.match(/(?<=^|\s)\d+(?=\s|$)/g) ?? []).join(' ');
}

/** In lower case, without accents and apostrophes, in letters that everybody can type. */
function spell(text: string): string {
  const lower = isAscii(text) ? text.toLowerCase() : withoutMarks(text);
  return lower.replaceAll('&', ' and ').replace(/['’‘ʼ`]/g, '');
}

/** The marks of Latin, Greek, Cyrillic, Hebrew and Arabic; those of kana tell sounds apart and stay. */
function withoutMarks(text: string): string {
  const base = text.normalize('NFKD').replace(/[\u0300-\u036f\u0483-\u0487\u0591-\u05c7\u064b-\u065f]/g, '');
  return plainLetters(base.normalize('NFC').toLowerCase());
}

function toHiragana(katakana: string): string {
  return String.fromCharCode(katakana.charCodeAt(0) - KANA);
}

function wordsOf(text: string): string[] {
  return text.match(isAscii(text) ? ASCII_WORDS : WORDS) ?? [];
}

/** `Legend of Zelda, The - A Link to the Past` and `The Legend of Zelda - …` are the same. */
function withoutArticle(text: string): string {
  return text.replace(SUFFIX, '').replace(PREFIX, '');
}

/** Of a text in lower case: `ø` as `o`. */
function plainLetters(text: string): string {
  return text.replace(/[æœøłđðþħŧŋßı]/g, (letter) => LETTERS[letter] as string);
}

function isAscii(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 127) return false;
  return true;
}
