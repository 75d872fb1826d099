import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { Blob, Face, Font, Variation } from 'harfbuzzjs';
import decompress from 'woff2-encoder/decompress';
import { getOrInsert } from '../get-or-insert.ts';

/** A font family of an npm package, which splits it into files (slices) by Unicode range. */
interface Family {
  /** The package is @fontsource-variable/NAME. */
  name: string;
  /** Variable in weight only, or also in optical size. */
  file: 'wght' | 'opsz';
  /** In ems: line height, ascent and descent. */
  lineHeight: number;
  ascent: number;
  descent: number;
}

const PLAIN = { file: 'wght', lineHeight: 1.14, ascent: 0.76, descent: 0.24 } as const;
/** Scripts with marks above and below the letters. */
const WITH_SIGNS = { file: 'wght', lineHeight: 1.42, ascent: 0.98, descent: 0.42 } as const;
/** Scripts with stacked letters. */
const STACKED = { file: 'wght', lineHeight: 1.65, ascent: 1, descent: 0.6 } as const;
const HAN = { file: 'wght', lineHeight: 1.2, ascent: 0.84, descent: 0.14 } as const;

/** In the order of font fallback. */
export const FAMILIES = {
  inter: { name: 'inter', file: 'opsz', lineHeight: 1.06, ascent: 0.73, descent: 0.22 },
  arabic: { name: 'noto-sans-arabic', file: 'wght', lineHeight: 1.4, ascent: 0.95, descent: 0.42 },
  hebrew: { name: 'noto-sans-hebrew', ...PLAIN },
  georgian: { name: 'noto-sans-georgian', ...PLAIN },
  armenian: { name: 'noto-sans-armenian', ...PLAIN },
  ethiopic: { name: 'noto-sans-ethiopic', ...PLAIN },
  thai: { name: 'noto-sans-thai', file: 'wght', lineHeight: 1.42, ascent: 1.02, descent: 0.36 },
  devanagari: { name: 'noto-sans-devanagari', file: 'wght', lineHeight: 1.36, ascent: 0.95, descent: 0.4 },
  bengali: { name: 'noto-sans-bengali', ...WITH_SIGNS },
  gurmukhi: { name: 'noto-sans-gurmukhi', ...WITH_SIGNS },
  gujarati: { name: 'noto-sans-gujarati', ...WITH_SIGNS },
  tamil: { name: 'noto-sans-tamil', ...WITH_SIGNS },
  lao: { name: 'noto-sans-lao', ...WITH_SIGNS },
  telugu: { name: 'noto-sans-telugu', ...STACKED },
  kannada: { name: 'noto-sans-kannada', ...STACKED },
  malayalam: { name: 'noto-sans-malayalam', ...STACKED },
  sinhala: { name: 'noto-sans-sinhala', ...STACKED },
  khmer: { name: 'noto-sans-khmer', ...STACKED },
  myanmar: { name: 'noto-sans-myanmar', ...STACKED },
  japanese: { name: 'noto-sans-jp', ...HAN },
  chinese: { name: 'noto-sans-sc', ...HAN },
  korean: { name: 'noto-sans-kr', ...HAN },
} satisfies Record<string, Family>;

type FamilyName = keyof typeof FAMILIES;

/** One font file of a family. */
export interface Slice {
  family: Family;
  /** The font in a weight from 100 to 900. */
  atWeight(weight: number): Font;
}

/** The slice for each grapheme of the text. Spaces and unsupported characters have none. */
export async function findSlices(text: string): Promise<Map<string, Slice>> {
  const order = await familiesFor(text);
  const found = new Map<string, Slice>();
  for (const character of new Set(charactersOf(text))) {
    const slice = await findSlice(order, character);
    if (slice) found.set(character, slice);
  }
  return found;
}

const SEGMENTER = new Intl.Segmenter('en', { granularity: 'grapheme' });

export function charactersOf(text: string): string[] {
  return Array.from(SEGMENTER.segment(text), ({ segment }) => segment);
}

/** Han characters look different in each language. Kana means Japanese, hangul Korean, characters unknown to Japanese Chinese. */
async function familiesFor(text: string): Promise<FamilyName[]> {
  const names = Object.keys(FAMILIES) as FamilyName[];
  const putFirst = (first: FamilyName) => [...names.slice(0, -3), first, ...names.slice(-3)];
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return putFirst('japanese');
  if (/\p{Script=Hangul}/u.test(text)) return putFirst('korean');
  const han = text.match(/\p{Script=Han}/gu) ?? [];
  if (han.length === 0) return names;
  const japanese = await readList('japanese');
  return han.every((character) => japanese.has(character.codePointAt(0) as number)) ? names : putFirst('chinese');
}

async function findSlice(order: readonly FamilyName[], character: string): Promise<Slice | undefined> {
  const points = visiblePoints(character);
  const [first] = points;
  if (first === undefined) return undefined;
  for (const family of order) {
    const name = (await readList(family)).get(first);
    if (name === undefined) continue;
    // The list has whole Unicode ranges, but the file may lack some characters.
    const slice = await readSlice(family, name);
    const font = slice.atWeight(400);
    if (points.every((point) => font.nominalGlyph(point) !== undefined)) return slice;
  }
  return undefined;
}

/** Without spaces and control characters such as joiners. */
function visiblePoints(character: string): number[] {
  return Array.from(character)
    .filter((part) => !/[\s\p{Default_Ignorable_Code_Point}]/u.test(part))
    .map((part) => part.codePointAt(0) as number);
}

const lists = new Map<FamilyName, Promise<Map<number, string>>>();

/** Maps code points to slices. */
function readList(family: FamilyName): Promise<Map<number, string>> {
  return getOrInsert(lists, family, async () => {
    const text = String(await readPart(family, 'unicode.json'));
    const slices = new Map<number, string>();
    for (const [slice, ranges] of Object.entries(JSON.parse(text) as Record<string, string>)) {
      for (const range of ranges.split(',')) {
        const [first, last = first] = range.replace('U+', '').split('-') as [string, string?];
        const end = Number.parseInt(last, 16);
        for (let point = Number.parseInt(first, 16); point <= end; point++) slices.set(point, slice);
      }
    }
    return slices;
  });
}

/** Size of the LRU cache. A Chinese title needs ten slices, most others one. Each takes about 200 KB. */
const MAX_SLICES = 64;

const slices = new Map<string, Promise<Slice>>();

function readSlice(family: FamilyName, name: string): Promise<Slice> {
  const key = `${family} ${name}`;
  const slice = slices.get(key) ?? openSlice(family, name);
  // Reinserting makes it the most recently used.
  slices.delete(key);
  slices.set(key, slice);
  if (slices.size > MAX_SLICES) slices.delete(slices.keys().next().value as string);
  // Errors are not cached.
  slice.catch(() => slices.delete(key));
  return slice;
}

/** Units per em, whatever a font file uses. */
export const EM = 1000;

/** The largest optical size of Inter, for display text. */
const OPTICAL_SIZE = 32;

async function openSlice(family: FamilyName, name: string): Promise<Slice> {
  const { name: familyName, file } = FAMILIES[family];
  // Slices of Han fonts have numbers in brackets.
  const bytes = await readPart(family, `files/${familyName}-${name.replaceAll(/[[\]]/g, '')}-${file}-normal.woff2`);
  const face = new Face(new Blob(await decompress(bytes)), 0);
  const fonts = new Map<number, Font>();
  const atWeight = (weight: number) =>
    getOrInsert(fonts, weight, () => {
      const font = new Font(face);
      font.setScale(EM, EM);
      font.setVariations([new Variation('wght', weight), new Variation('opsz', OPTICAL_SIZE)]);
      return font;
    });
  return { family: FAMILIES[family], atWeight };
}

function readPart(family: FamilyName, path: string): Promise<Buffer> {
  return readFile(fileURLToPath(import.meta.resolve(`@fontsource-variable/${FAMILIES[family].name}/${path}`)));
}
