import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** What a drawing needs to know of the fonts. */
export interface Fonts {
  /** Matches the characters that no font has. */
  unknown: RegExp;
  /** Matches a Han character that the Japanese font has. */
  japanese: RegExp;
}

const { dependencies } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  dependencies: Record<string, string>;
};
const SCOPE = '@fontsource-variable/';
const PACKAGES = Object.entries(dependencies).filter(([name]) => name.startsWith(SCOPE));
const JAPANESE = `${SCOPE}noto-sans-jp`;
const INTER = `${SCOPE}inter`;
/** Increment with every change of what `unpackFonts` writes. */
const FORMAT = 1;

/** Other versions of the packages have another folder. */
export function fontsFolder(coversFolder: string): string {
  return join(coversFolder, `fonts-${hash('sha256', JSON.stringify([FORMAT, PACKAGES])).slice(0, 16)}`);
}

export function fontsConfig(folder: string): string {
  return join(folder, 'fonts.conf');
}

export async function readFonts(folder: string): Promise<Fonts> {
  const lists = JSON.parse(await readFile(join(folder, CHARACTERS), 'utf8')) as Record<'all' | 'japanese', string>;
  // Joiners are no characters of their own.
  return { unknown: new RegExp(`[^${lists.all}\u200c\u200d]`, 'gu'), japanese: new RegExp(`[${lists.japanese}]`, 'u') };
}

const CHARACTERS = 'characters.json';

/**
 * Pango reads neither WOFF nor WOFF2, so the fonts of the npm packages are unpacked, 368 files with 30 MB. `folder` is
 * empty, and will be renamed to `path`.
 */
export async function unpackFonts(folder: string, path: string): Promise<void> {
  const { default: decompress } = await import('woff2-encoder/decompress');
  const files = join(folder, 'files');
  await mkdir(files);
  await mkdir(join(folder, 'cache'));
  const all: Range[] = [];
  const japanese: Range[] = [];
  for (const [name] of PACKAGES) {
    for (const file of await listFiles(name)) {
      const font = Buffer.from(await decompress(await readPart(name, `files/${file}.woff2`)));
      const ranges = readRanges(font);
      all.push(...ranges);
      if (name === JAPANESE) japanese.push(...ranges);
      await writeFile(join(files, `${file}.ttf`), font);
    }
  }
  await writeFile(join(folder, CHARACTERS), JSON.stringify({ all: toPattern(all), japanese: toPattern(japanese) }));
  await writeFile(fontsConfig(folder), describeFolder(path));
}

/** Packages split a font by Unicode range. Other fonts than Inter have Latin letters, too, which are not used. */
async function listFiles(name: string): Promise<string[]> {
  const slices = Object.keys(JSON.parse(String(await readPart(name, 'unicode.json'))) as object);
  const used = slices.filter((slice) => name === INTER || !/^(latin|vietnamese|cyrillic|greek)/.test(slice));
  const axes = name === INTER ? 'opsz' : 'wght';
  return used.map((slice) => `${name.slice(SCOPE.length)}-${slice.replaceAll(/[[\]]/g, '')}-${axes}-normal`);
}

function readPart(name: string, path: string): Promise<Buffer> {
  return readFile(fileURLToPath(import.meta.resolve(`${name}/${path}`)));
}

/** Without the named instances of the variable fonts: with them, looking for a font takes ten times as long. */
function describeFolder(path: string): string {
  const escaped = path.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
  <dir>${join(escaped, 'files')}</dir>
  <cachedir>${join(escaped, 'cache')}</cachedir>
  <selectfont><rejectfont><pattern><patelt name="variable"><bool>false</bool></patelt></pattern></rejectfont></selectfont>
</fontconfig>
`;
}

type Range = [first: number, last: number];

/** The characters of a TrueType font: the ranges in its `cmap` table, of format 12 or 4. */
function readRanges(font: Buffer): Range[] {
  const tables = Array.from({ length: font.readUInt16BE(4) }, (_, i) => 12 + i * 16);
  const cmap = font.readUInt32BE((tables.find((at) => font.toString('latin1', at, at + 4) === 'cmap') as number) + 8);
  const offsets = Array.from({ length: font.readUInt16BE(cmap + 2) }, (_, i) => font.readUInt32BE(cmap + 8 + i * 8));
  return offsets.flatMap((offset): Range[] => {
    const at = cmap + offset;
    const format = font.readUInt16BE(at);
    if (format === 12) {
      const groups = Array.from({ length: font.readUInt32BE(at + 12) }, (_, i) => at + 16 + i * 12);
      return groups.map((group) => [font.readUInt32BE(group), font.readUInt32BE(group + 4)]);
    }
    if (format !== 4) return [];
    const length = font.readUInt16BE(at + 6);
    const ends = Array.from({ length: length / 2 }, (_, i) => at + 14 + i * 2);
    // The last range is U+FFFF, which ends the list.
    return ends.map((end): Range => [font.readUInt16BE(end + length + 2), font.readUInt16BE(end)]).slice(0, -1);
  });
}

/** The union of the ranges, as the inside of a character class. */
function toPattern(ranges: Range[]): string {
  const merged: Range[] = [];
  for (const [first, last] of ranges.toSorted((a, b) => a[0] - b[0])) {
    const before = merged.at(-1);
    if (before && first <= before[1] + 1) before[1] = Math.max(before[1], last);
    else merged.push([first, last]);
  }
  return merged.map(([first, last]) => `\\u{${first.toString(16)}}-\\u{${last.toString(16)}}`).join('');
}
