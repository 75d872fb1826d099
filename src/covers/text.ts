import { loadSharp } from '../pictures/inspect.ts';
import { JAPANESE, listCharacters } from './fonts.ts';

interface Style {
  /** From 100 to 900. */
  weight: number;
  colour: string;
}

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A text as a PNG, and where it belongs. */
export interface PlacedText extends Box {
  png: Buffer;
}

type Picture = Awaited<ReturnType<typeof layOut>>;

/** All text is laid out in this size and scaled: for every other size, Pango would look for its fonts again. */
const EM = 120;
/** Leaves little space between lines. The height of a line depends on the fonts in it. */
const LINE_HEIGHT = 0.88;
/** The largest optical size of Inter, for display text. */
const OPTICAL_SIZE = 32;
/** With large steps, because covers with nearly equal font sizes look inconsistent next to each other. */
const SIZES = [120, 112, 104, 96, 88, 80, 72, 66, 60, 54, 50, 46, 42, 38, 35, 32, 29, 26, 22, 16, 12, 8];
/** From this size on, a title has one line. */
const ONE_LINE = 84;
/** Below this size, words are broken across lines. */
const SMALLEST_WHOLE = 38;
/** Pango cannot draw a line of 32,768 pixels. */
const LONGEST_LINE = 30_000;
const SUBTITLE = { share: 0.56, smallest: 22, gap: 8, gapShare: 0.5, weight: 400 };

/** Sets a title as large as the box allows, with its subtitle smaller below. */
export async function setTitle(title: string, style: Style, box: Box): Promise<PlacedText[]> {
  const text = cleanText(title);
  if (text === '') return [];
  const [main, sub] = splitTitle(text);
  // Binary search: what fits in one size fits in every smaller one.
  let [first, end] = [0, SIZES.length];
  let largest: PlacedText[] = [];
  while (first < end) {
    const middle = (first + end) >> 1;
    const parts = await setParts(main, sub, style, SIZES[middle] as number, box);
    if (parts) [end, largest] = [middle, parts];
    else first = middle + 1;
  }
  return RIGHT_TO_LEFT.test(text) ? largest.map((part) => ({ ...part, x: box.x + box.width - part.width })) : largest;
}

/** Undefined if the parts do not fit below each other. */
async function setParts(main: string, sub: string | undefined, style: Style, size: number, box: Box) {
  const top = await setLines(main, style, size, box);
  if (sub === undefined || !top) return top && [top];
  const smaller = Math.min(size, Math.max(SUBTITLE.smallest, Math.round(size * SUBTITLE.share)));
  const used = top.height + SUBTITLE.gap + smaller * SUBTITLE.gapShare;
  const rest = { ...box, y: box.y + used, height: box.height - used };
  const bottom = await setLines(sub, { ...style, weight: SUBTITLE.weight }, smaller, rest);
  return bottom && [top, bottom];
}

async function setLines(text: string, style: Style, size: number, box: Box): Promise<PlacedText | undefined> {
  // An endless word has a line that is too long.
  const wrap = size >= SMALLEST_WHOLE && !/\S{100}/.test(text) ? 'word' : 'word-char';
  const width = size >= ONE_LINE ? LONGEST_LINE : Math.floor((box.width * EM) / size);
  const placed = place(await layOut(text, style, width, wrap), size, box);
  return placed.width <= box.width && placed.height <= box.height ? placed : undefined;
}

/** One line whose capitals begin at the top of the box, smaller if it is too long. */
export async function setLine(line: string, style: Style, size: number, box: Box): Promise<PlacedText[]> {
  const text = cleanText(line.slice(0, MAX_LETTERS_IN_LINE));
  if (text === '') return [];
  const picture = await layOut(text, style, LONGEST_LINE, 'word-char');
  const { width, height } = place(picture, size, box);
  return [place(picture, size * Math.min(1, box.width / width, box.height / height), box)];
}

function place({ data: png, info }: Picture, size: number, { x, y }: Box): PlacedText {
  return { png, x, y, width: (info.width * size) / EM, height: (info.height * size) / EM };
}

/** The first letter decides. */
const RIGHT_TO_LEFT = /^\P{L}*[\p{Script=Arabic}\p{Script=Hebrew}]/u;
/** Longer titles would be too small to read. */
const MAX_LETTERS = 250;
const MAX_LETTERS_IN_LINE = 100;

/** Matches the characters that no font has. Their ranges contain emoji, control and private characters. Joiners are in no range. */
export const UNKNOWN = new RegExp(
  `[^${listCharacters()}\u200c\u200d]|(?![©®™★☆♥])[\\p{Extended_Pictographic}\\p{RI}\\p{Cc}\\p{Co}]`,
  'gu',
);

/** Leaves out characters that no font has, and replaces straight apostrophes and hyphens by typographic ones. */
function cleanText(text: string): string {
  const clean = text
    .slice(0, MAX_LETTERS)
    .toWellFormed()
    .normalize('NFC')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(UNKNOWN, '')
    // What has no ink cannot be drawn alone. Joiners change the letters beside them.
    .replaceAll(/(?![\u200c\u200d])\p{Default_Ignorable_Code_Point}|(?<![\p{L}\p{M}])[\u200c\u200d]+/gu, '')
    .replaceAll(/(?<=[\p{L}\d])'/gu, '’')
    .replaceAll(/ -+ /g, ' – ')
    .replaceAll(/ +/g, ' ')
    .trim();
  return /[\p{L}\p{N}\p{P}\p{S}]/u.test(clean) ? clean : '';
}

/** Splits at the first colon or dash between words, which is dropped, or before brackets at the end, which are kept. */
export function splitTitle(text: string): [main: string, sub?: string] {
  const [, main, sub] = /^(.{2,}?)(?::\s+|：\s*|\s+[-–—~〜～]\s+)(\S.+)$/u.exec(text) ?? [];
  if (main !== undefined && sub !== undefined) return [main, sub];
  const [, before, brackets] = /^(.{2,}?)\s+(\([^()]{2,}\)|[~〜～].+[~〜～])$/u.exec(text) ?? [];
  return before === undefined || brackets === undefined ? [text] : [before, brackets];
}

/** Pango chooses fonts, orders letters of both directions, joins and stacks them, and breaks lines. */
async function layOut(text: string, { weight, colour }: Style, width: number, wrap: 'word' | 'word-char') {
  const sharp = await loadSharp();
  const words = wrap === 'word' ? markWords(text) : text;
  const escaped = words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  const font = `${listFamilies(text)}, ${EM} @opsz=${OPTICAL_SIZE}`;
  const markup = `<span font="${font}" weight="${weight}" line_height="${LINE_HEIGHT}" foreground="${colour}">${escaped}</span>`;
  return sharp({ text: { text: markup, dpi: 72, rgba: true, width, wrap } })
    .png({ compressionLevel: 1 })
    .toBuffer({ resolveWithObject: true });
}

/** Han characters look different in each language. Kana means Japanese, hangul Korean, characters unknown to Japanese Chinese. */
function listFamilies(text: string): string {
  const isJapanese = /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text) || !NOT_JAPANESE.test(text);
  const first = /\p{Script=Hangul}/u.test(text) ? 'Noto Sans KR' : isJapanese ? 'Noto Sans JP' : 'Noto Sans SC';
  return `Inter, ${first}, Noto Sans JP, Noto Sans SC, Noto Sans KR`;
}

/** Matches a Han character that the font for Japanese does not have. */
const NOT_JAPANESE = new RegExp(`(?=\\p{Script=Han})[^${listCharacters([JAPANESE])}]`, 'u');

const WORDS = new Intl.Segmenter('en', { granularity: 'word' });
const [WORD_JOINER, ZERO_WIDTH_SPACE] = ['\u2060', '\u200b'];

/** Pango would break Japanese, Chinese and Korean anywhere, and Thai, Lao, Khmer and Burmese nowhere. */
function markWords(text: string): string {
  return Array.from(WORDS.segment(text), ({ segment }) => {
    if (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(segment))
      return Array.from(segment).join(WORD_JOINER);
    return /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u.test(segment)
      ? segment + ZERO_WIDTH_SPACE
      : segment;
  }).join('');
}
