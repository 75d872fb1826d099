import { getOrInsert } from './get-or-insert.ts';

/**
 * Folds spellings: `fold` for the title filter of the API, `plainWords` for search, `titleKey` for matching. Written by
 * hand, because packages strip the marks of every script, and in kana a mark makes another letter.
 */

/** Latin letters that Unicode does not decompose, and their usual replacements. */
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

/** From 2: a single I is more often a word than a number. */
const NUMERALS = ['ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii', 'ix', 'x', 'xi', 'xii', 'xiii', 'xiv', 'xv', 'xvi'];
const NUMBERS = new Map(NUMERALS.map((numeral, i) => [numeral, String(i + 2)]));

/** English, French, German, Spanish, Italian and Dutch. */
const ARTICLES = 'the|a|an|le|la|les|l|un|une|der|die|das|ein|eine|el|los|las|il|lo|gli|de|het|een';
/** De Ja has no article. */
const PREFIX = new RegExp(`^(${ARTICLES}) (?=\\S)(?<!^de (?=.{1,3}$))`);
/** L.A. Crackdown and UN Squadron begin with no article. */
const INITIALS = /^(?:\p{Lu}\.){2}|^\p{Lu}{2} .*\p{Ll}/u;
const SUFFIX = new RegExp(`, (${ARTICLES})(?=$| - |: )`);

/**
 * Articles that lists of dumps, and so file names, write after a comma: `Legend of Zelda, The - A Link to the Past`. English,
 * French, German, Spanish, Italian, Portuguese, Dutch, Scandinavian, Hungarian and Catalan. Many are other words without a comma.
 */
export const LAST_ARTICLES =
  "The|An?|Le|La|Les|L'|Des|Une?|Der|Die|Das|Den|Dem|Eine?|El|Los|Las|Lo|Una|Il|Gli|I|Uno|O|Os|As|Uma?|De|Het|Een|'t|Et|Ett|En|Det|Az|Els";

/** Trailblazer+ is another game than Trailblazer. A plus between words joins titles. */
const PLUS = /(?<=[\p{Letter}\p{Number}.!')]) ?\++(?=$|: | - )/u;

const WORDS = /[\p{Letter}\p{Mark}\p{Number}]+/gu;
const ASCII_WORDS = /[a-z0-9]+/g;
/** The code point distance of a katakana and the hiragana of the same sound. */
const KANA_DISTANCE = 0x60;

/**
 * Folds case and the accents of Latin and Greek letters, for comparing titles: `POKEMON` equals `Pokémon`, `straße` equals
 * `STRASSE`, `Ὀδυσσεύς` equals `ΟΔΥΣΣΕΥΣ`. The marks of other scripts distinguish letters and stay.
 *
 * Upper case, then lower case, equals Unicode's full case folding except for `ẞ`, which has no longer upper form, and a final
 * `Σ`, which lowers to `ς`. (Compared with Unicode's CaseFolding table; `ı` folds to `i` here.)
 */
export function fold(text: string): string {
  if (isAscii(text)) return text.toLowerCase();
  const base = text.normalize('NFD').replace(/([\p{Script=Latin}\p{Script=Greek}])\p{Mark}+/gu, '$1');
  const folded = base.replaceAll('ẞ', 'ss').toUpperCase().toLowerCase().replaceAll('ς', 'σ');
  return plainLetters(folded).normalize('NFC');
}

/**
 * A title as people type it: in lower case, without accents and punctuation, with Roman numerals as numbers and katakana as
 * hiragana. `Pokémon: Let’s Go!` and `pokemon lets go` are the same words.
 */
export function plainWords(text: string): string {
  const typed = spell(text)
    .replaceAll('・', '')
    .replace(/[\u30a1-\u30f6]/g, toHiragana);
  return wordsOf(typed)
    .map((word) => NUMBERS.get(word) ?? word)
    .join(' ');
}

/** Joins words, so that word boundaries do not matter: `g i joe` becomes `gijoe`. */
export function withoutSpaces(words: string): string {
  return words.replaceAll(' ', '');
}

/**
 * A key that different spellings of a title share: plain words without dots and articles. Used only for matching, never
 * shown. `X` stays a letter, because it is more often a name than a number (Mega Man X). So does a numeral at the start.
 */
export function titleKey(title: string): string {
  const plain = spell(title.replace(PLUS, ' plus')).replaceAll('.', '').trim();
  const words = wordsOf(INITIALS.test(title) ? plain : withoutArticle(plain));
  const key = words.map((word, i) => (i > 0 && word !== 'x' && NUMBERS.get(word)) || word).join(' ');
  return key === '' ? plain : key;
}

/** Caches recent results: each title is folded several times in a row. */
const plainTitles = new Map<string, string>();
const MAX_CACHED = 10_000;

/** A title key without spaces: the same for Pac-Man, Pac Man and Pacman, and for Japanese with and without spaces. */
export function plainTitle(title: string): string {
  if (plainTitles.size >= MAX_CACHED) plainTitles.clear();
  return getOrInsert(plainTitles, title, () => withoutSpaces(titleKey(title)));
}

/** The numbers in a title key, which distinguish sequels. */
export function numbersOf(key: string): string {
  return (key.match(/(?<=^|\s)\d+(?=\s|$)/g) ?? []).join(' ');
}

/** In lower case, without accents and apostrophes, in letters that are easy to type. */
function spell(text: string): string {
  const lower = isAscii(text) ? text.toLowerCase() : withoutMarks(text);
  return lower.replaceAll('&', ' and ').replace(/['’‘ʼ`]/g, '');
}

/** Strips the marks of Latin, Greek, Cyrillic, Hebrew and Arabic. Those of kana distinguish sounds and stay. */
function withoutMarks(text: string): string {
  const base = text.normalize('NFKD').replace(/[\u0300-\u036f\u0483-\u0487\u0591-\u05c7\u064b-\u065f]/g, '');
  return plainLetters(base.normalize('NFC').toLowerCase());
}

function toHiragana(katakana: string): string {
  return String.fromCharCode(katakana.charCodeAt(0) - KANA_DISTANCE);
}

function wordsOf(text: string): string[] {
  return text.match(isAscii(text) ? ASCII_WORDS : WORDS) ?? [];
}

/** Makes `Legend of Zelda, The - A Link to the Past` equal to `The Legend of Zelda - …`. */
function withoutArticle(text: string): string {
  return text.replace(SUFFIX, '').replace(PREFIX, '');
}

/** Replaces letters such as `ø` by `o`. The text must be in lower case. */
function plainLetters(text: string): string {
  return text.replace(/[æœøłđðþħŧŋßı]/g, (letter) => LETTERS[letter] as string);
}

function isAscii(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 127) return false;
  return true;
}

/** A product code without case and punctuation. */
export function plainCode(code: string): string {
  return code.toUpperCase().replace(/[^\p{Letter}\p{Number}]/gu, '');
}

/** Levenshtein distance. */
export function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1];
    for (let j = 0; j < b.length; j++) {
      const substitution = (row[j] as number) + (letter === b[j] ? 0 : 1);
      next.push(Math.min(substitution, (row[j + 1] as number) + 1, (next[j] as number) + 1));
    }
    row = next;
  }
  return row[b.length] as number;
}

/** Two swapped letters are a distance of two. A name of four letters with two others is another name. */
const maxTypingErrors = (name: string) => (name.length > 4 ? 2 : 1);

/** The name that the user most likely meant. */
export function findSimilar(typed: string, names: readonly string[]): string | undefined {
  const distances = names.map((name) => ({ name, distance: editDistance(typed, name) }));
  const close = distances.filter(({ name, distance }) => distance <= maxTypingErrors(name));
  return close.toSorted((a, b) => a.distance - b.distance)[0]?.name;
}
