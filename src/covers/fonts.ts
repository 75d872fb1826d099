import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const { dependencies } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  dependencies: Record<string, string>;
};
const SCOPE = '@fontsource-variable/';
const PACKAGES = Object.entries(dependencies).filter(([name]) => name.startsWith(SCOPE));
const INTER = `${SCOPE}inter`;
export const JAPANESE = `${SCOPE}noto-sans-jp`;

/** Other versions of the packages have another folder. */
export function fontsFolder(coversFolder: string): string {
  return join(coversFolder, `fonts-${hash('sha256', JSON.stringify(PACKAGES)).slice(0, 16)}`);
}

export function fontsConfig(folder: string): string {
  return join(folder, 'fonts.conf');
}

/**
 * Pango reads neither WOFF nor WOFF2, so the fonts of the npm packages are unpacked, 368 files with 30 MB. `folder` is
 * empty, and will be renamed to `path`.
 */
export async function unpackFonts(folder: string, path: string): Promise<void> {
  const { default: decompress } = await import('woff2-encoder/decompress');
  const files = join(folder, 'files');
  await mkdir(files);
  await mkdir(join(folder, 'cache'));
  for (const [name] of PACKAGES) {
    for (const slice of Object.keys(listSlices(name))) {
      const axes = name === INTER ? 'opsz' : 'wght';
      const file = `${name.slice(SCOPE.length)}-${slice.replaceAll(/[[\]]/g, '')}-${axes}-normal`;
      const packed = await readFile(fileOf(name, `files/${file}.woff2`));
      await writeFile(join(files, `${file}.ttf`), await decompress(packed));
    }
  }
  await writeFile(fontsConfig(folder), describeFolder(path));
}

/** Packages split a font by Unicode range. Other fonts than Inter have Latin letters, too, which are not used. */
function listSlices(name: string): Record<string, string> {
  const slices = JSON.parse(readFileSync(fileOf(name, 'unicode.json'), 'utf8')) as Record<string, string>;
  const isUsed = (slice: string) => name === INTER || !/^(latin|vietnamese|cyrillic|greek|math|symbols)/.test(slice);
  return Object.fromEntries(Object.entries(slices).filter(([slice]) => isUsed(slice)));
}

function fileOf(name: string, path: string): string {
  return fileURLToPath(import.meta.resolve(`${name}/${path}`));
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

/** The characters of all fonts, or of one, as the inside of a character class. */
export function listCharacters(fonts: readonly string[] = PACKAGES.map(([name]) => name)): string {
  const ranges = fonts.flatMap((name) => Object.values(listSlices(name))).join();
  return Array.from(
    ranges.matchAll(/U\+(\w+)(?:-(\w+))?/g),
    ([, first, last = first]) => `\\u{${first}}-\\u{${last}}`,
  ).join('');
}
