import { loadSharp } from '../pictures/inspect.ts';
import type { Fonts } from './fonts.ts';

export interface Style {
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

/** A picture of a text, and where it belongs. */
export interface PlacedText extends Box {
  picture: Picture;
}

interface Picture {
  data: Buffer;
  info: { width: number; height: number };
}

/** All text is laid out in this size and scaled: for every other size, Pango would look for its fonts again. */
const EM = 120;
/** Leaves little space between lines. The height of a line depends on the fonts in it. */
const LINE_HEIGHT = 0.88;
/** The largest optical size of Inter, for display text. */
const OPTICAL_SIZE = 32;
/** With large steps, because covers with nearly equal font sizes look inconsistent next to each other. */
const SIZES = [120, 112, 104, 96, 88, 80, 72, 66, 60, 54, 50, 46, 42, 38, 35];
/** Sizes for titles that only fit with words broken across lines. */
const BROKEN_SIZES = [42, 38, 35, 32, 29, 26, 24, 22];
const SMALLEST = 22;
const SUBTITLE = { share: 0.56, gap: 8, gapShare: 0.5, weight: 400 };

/** Sets a title as large as the box allows, with its subtitle smaller below. */
export async function setTitle(fonts: Fonts, title: string, style: Style, box: Box): Promise<PlacedText[]> {
  const text = cleanText(fonts, title, MAX_LETTERS);
  if (text === '') return [];
  const [main, sub] = splitTitle(text);
  const parts: Part[] = [{ text: main, style, share: 1 }];
  if (sub !== undefined) parts.push({ text: sub, style: { ...style, weight: SUBTITLE.weight }, share: SUBTITLE.share });
  const set = (wrap: Wrap) => (size: number) => setParts(fonts, parts, size, box, wrap);
  const cut = (prefix: string) => setParts(fonts, [{ text: prefix, style, share: 1 }], SMALLEST, box, 'word-char');
  const chosen =
    (hasEndlessWord(text) ? undefined : await chooseSize(set('word'))) ??
    (await findLargest(BROKEN_SIZES, set('word-char'))) ??
    (await truncate(text, cut));
  return chosen ? placeParts(fonts, chosen, box, RIGHT_TO_LEFT.test(text)) : [];
}

/** One line of a given size, truncated if necessary, whose capitals begin at the top of the box. */
export async function setLine(
  fonts: Fonts,
  line: string,
  style: Style,
  size: number,
  box: Omit<Box, 'height'>,
): Promise<PlacedText[]> {
  const text = cleanText(fonts, line, MAX_LETTERS_IN_LINE);
  if (text === '') return [];
  const set = async (shown: string) => {
    const placed = place(await layOut(fonts, shown, style), size, box);
    // Marks can be stacked without end.
    return placed.width <= box.width && placed.height <= 2 * size ? [placed] : undefined;
  };
  return (await set(text)) ?? (await truncate(text, set)) ?? [];
}

/** The first letter decides. */
const RIGHT_TO_LEFT = /^\P{L}*[\p{Script=Arabic}\p{Script=Hebrew}]/u;
/** Longer texts do not fit even at the smallest size, and Pango cannot draw a line of 32,768 pixels. */
const MAX_LETTERS = 600;
const MAX_LETTERS_IN_LINE = 100;

/** Leaves out characters that no font has, and replaces straight apostrophes and hyphens by typographic ones. */
function cleanText({ unknown }: Fonts, text: string, maxLetters: number): string {
  const clean = text
    .slice(0, maxLetters)
    .toWellFormed()
    .normalize('NFC')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\p{Cc}/gu, '')
    .replaceAll(unknown, '')
    // What has no ink cannot be drawn alone. Joiners change the letters beside them.
    .replaceAll(/(?![\u200c\u200d])\p{Default_Ignorable_Code_Point}|(?<![\p{L}\p{M}])[\u200c\u200d]+/gu, '')
    .replaceAll(/(?<=[\p{L}\d])'/gu, '’')
    .replaceAll(/ -+ /g, ' – ')
    .replaceAll(/ +/g, ' ')
    .trim();
  return /[\p{L}\p{N}\p{P}\p{S}]/u.test(clean) ? clean : '';
}

/** Without a space, so many letters never fit. */
function hasEndlessWord(text: string): boolean {
  return new RegExp(`\\S{${MAX_LETTERS_IN_LINE}}`).test(text);
}

/** Splits at the first colon or dash between words, which is dropped, or before brackets at the end, which are kept. */
export function splitTitle(text: string): [main: string, sub?: string] {
  const [, main, sub] = /^(.{2,}?)(?::\s+|：\s*|\s+[-–—~〜～]\s+)(\S.+)$/u.exec(text) ?? [];
  if (main !== undefined && sub !== undefined) return [main, sub];
  const [, before, brackets] = /^(.{2,}?)\s+(\([^()]{2,}\)|[~〜～].+[~〜～])$/u.exec(text) ?? [];
  return before === undefined || brackets === undefined ? [text] : [before, brackets];
}

/** A smaller size is chosen if it saves a line. */
const SMALLER_SHARE = 0.78;

async function chooseSize(set: (size: number) => Promise<SetPart[] | undefined>): Promise<SetPart[] | undefined> {
  const largest = await findLargest(SIZES, set);
  if (!largest) return undefined;
  const { size } = largest[0] as SetPart;
  const smaller = SIZES.filter((other) => other < size && other >= size * SMALLER_SHARE);
  const setInFewerLines = async (other: number) => {
    const parts = await set(other);
    // In ems, the height changes with the number of lines, and a little with their accents and descenders.
    return parts && heightOf(parts) / other < heightOf(largest) / size - 0.4 ? parts : undefined;
  };
  return (await findLargest(smaller, setInFewerLines)) ?? largest;
}

/** Binary search: what fits in one size fits in every smaller one. The sizes fall. */
async function findLargest<T>(sizes: readonly number[], set: (size: number) => Promise<T | undefined>) {
  let [first, end] = [0, sizes.length];
  let largest: T | undefined;
  while (first < end) {
    const middle = (first + end) >> 1;
    const result = await set(sizes[middle] as number);
    if (result) [end, largest] = [middle, result];
    else first = middle + 1;
  }
  return largest;
}

const GRAPHEMES = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Binary search for the longest prefix that fits with an ellipsis. */
async function truncate<T>(text: string, set: (prefix: string) => Promise<T | undefined>): Promise<T | undefined> {
  const characters = Array.from(GRAPHEMES.segment(text), ({ segment }) => segment);
  let [fits, tooLong] = [0, characters.length];
  let longest: T | undefined;
  while (tooLong - fits > 1) {
    const middle = (fits + tooLong) >> 1;
    const result = await set(`${characters.slice(0, middle).join('').trimEnd()}…`);
    if (result) [fits, longest] = [middle, result];
    else tooLong = middle;
  }
  return longest;
}

interface Part {
  text: string;
  style: Style;
  /** Of the size of the title. */
  share: number;
}

type Wrap = 'word' | 'word-char';

/** A part laid out in a size. */
interface SetPart extends Part {
  size: number;
  picture: Picture;
  wrap: Wrap;
}

/** Undefined if the parts do not fit below each other. */
async function setParts(fonts: Fonts, parts: readonly Part[], titleSize: number, box: Box, wrap: Wrap) {
  const set: SetPart[] = [];
  for (const part of parts) {
    const size = Math.max(SMALLEST, Math.round(titleSize * part.share));
    const width = Math.floor((box.width * EM) / size);
    const picture = await layOut(fonts, part.text, part.style, { width, wrap });
    set.push({ ...part, size, picture, wrap });
    if (picture.info.width > width || heightOf(set) > box.height) return undefined;
  }
  return set;
}

function gapAbove(size: number): number {
  return SUBTITLE.gap + size * SUBTITLE.gapShare;
}

async function placeParts(fonts: Fonts, parts: readonly SetPart[], box: Box, isRightToLeft: boolean) {
  const spare = (box.height - heightOf(parts)) / parts.length;
  const placed: PlacedText[] = [];
  let { y } = box;
  for (const part of parts) {
    if (placed.length > 0) y += gapAbove(part.size);
    const picture = part.wrap === 'word' ? await balance(fonts, part, spare) : part.picture;
    const text = place(picture, part.size, { ...box, y });
    placed.push(isRightToLeft ? { ...text, x: box.x + box.width - text.width } : text);
    y += text.height;
  }
  return placed;
}

function heightOf(parts: readonly SetPart[]): number {
  return parts.reduce(
    (sum, { picture, size }, i) => sum + (i > 0 ? gapAbove(size) : 0) + (picture.info.height * size) / EM,
    0,
  );
}

function place(picture: Picture, size: number, { x, y }: Pick<Box, 'x' | 'y'>): PlacedText {
  return { picture, x, y, width: (picture.info.width * size) / EM, height: (picture.info.height * size) / EM };
}

/** How close to the narrowest width the search ends. */
const BALANCE_STEPS = 5;

/** Narrows a text as long as it needs no other line, so that its lines have similar lengths. */
async function balance(fonts: Fonts, { text, style, picture, size }: SetPart, spare: number): Promise<Picture> {
  const { width, height } = picture.info;
  // Other line ends may have other accents and descenders.
  const maxHeight = height + Math.min(EM / 2, (spare * EM) / size);
  // In most scripts, a line is less high.
  if (height < 1.6 * EM) return picture;
  let balanced = picture;
  let [tooNarrow, wide] = [width / 2, width];
  for (let step = 0; step < BALANCE_STEPS; step++) {
    const middle = Math.floor((tooNarrow + wide) / 2);
    const narrower = await layOut(fonts, text, style, { width: middle, wrap: 'word' });
    if (narrower.info.width <= middle && narrower.info.height <= maxHeight) [wide, balanced] = [middle, narrower];
    else tooNarrow = middle;
  }
  return balanced;
}

/** Pango chooses fonts, orders letters of both directions, joins and stacks them, and breaks lines. */
async function layOut(
  fonts: Fonts,
  text: string,
  { weight, colour }: Style,
  options: { width?: number; wrap?: Wrap } = {},
): Promise<Picture> {
  const sharp = await loadSharp();
  const words = options.wrap === 'word' ? markWords(text) : text;
  const escaped = words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  const font = `${listFamilies(fonts, text)}, ${EM} @opsz=${OPTICAL_SIZE}`;
  const markup = `<span font="${font}" weight="${weight}" line_height="${LINE_HEIGHT}" foreground="${colour}">${escaped}</span>`;
  return sharp({ text: { text: markup, dpi: 72, rgba: true, ...options } })
    .raw()
    .toBuffer({ resolveWithObject: true });
}

/** Han characters look different in each language. Kana means Japanese, hangul Korean, characters unknown to Japanese Chinese. */
function listFamilies({ japanese }: Fonts, text: string): string {
  const isJapanese =
    /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text) ||
    (text.match(/\p{Script=Han}/gu) ?? []).every((character) => japanese.test(character));
  const first = /\p{Script=Hangul}/u.test(text) ? 'Noto Sans KR' : isJapanese ? 'Noto Sans JP' : 'Noto Sans SC';
  return `Inter, ${first}, Noto Sans JP, Noto Sans SC, Noto Sans KR`;
}

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
