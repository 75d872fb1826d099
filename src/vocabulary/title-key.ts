/**
 * What two spellings of one title have in common, for matching alone and never shown: no accents, no punctuation, no
 * articles, and numbers as digits.
 */
export function titleKey(title: string): string {
  const plain = title
    .normalize('NFKD')
    .replace(/(?<=\p{Script=Latin})\p{Mark}+/gu, '')
    .normalize('NFC')
    .toLowerCase()
    .replaceAll('&', ' and ')
    .replace(/['’`´.]/g, '');
  const words = withoutArticle(plain).match(/[\p{Letter}\p{Mark}\p{Number}]+/gu) ?? [];
  const key = words.map((word, i) => (i > 0 && ROMAN.get(word)) || word).join(' ');
  return key === '' ? plain.trim() : key;
}

/** What a title is found by. */
export function titleMark(title: string): string {
  return `title ${plainTitle(title)}`;
}

/** Every title is looked at several times in a row. */
const known = new Map<string, string>();
const MOST_KNOWN = 10_000;

/** Pac-Man, Pac Man and Pacman are one; so are spellings in Japanese with and without spaces. */
export function plainTitle(title: string): string {
  const before = known.get(title);
  if (before !== undefined) return before;
  if (known.size >= MOST_KNOWN) known.clear();
  const plain = titleKey(title).replaceAll(' ', '');
  known.set(title, plain);
  return plain;
}

/** The numbers that a key holds, by which a sequel differs from what it follows. */
export function numbersOf(key: string): string {
  return (key.match(/(?<=^|\s)\d+(?=\s|$)/g) ?? []).join(' ');
}

/** English, French, German, Spanish, Italian and Dutch. */
const ARTICLES = 'the|a|an|le|la|les|l|un|une|der|die|das|ein|eine|el|los|las|il|lo|gli|de|het|een';
const PREFIX = new RegExp(`^(${ARTICLES}) (?=\\S)`);
const SUFFIX = new RegExp(`, (${ARTICLES})(?=$| - |: )`);

/** X stays a letter: more often than a tenth part it is a name (Mega Man X). */
const ROMAN = new Map(
  ['ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii', 'ix', '', 'xi', 'xii', 'xiii'].map((word, i) => [word, String(i + 2)]),
);

/** `Legend of Zelda, The - A Link to the Past` and `The Legend of Zelda - …` are the same. */
function withoutArticle(text: string): string {
  return text.trim().replace(SUFFIX, '').replace(PREFIX, '');
}
