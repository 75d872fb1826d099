import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type StaticFile, staticFile } from './static-file.ts';

/** Inter, split by Unicode range: a browser loads the files whose characters a page shows. The covers are drawn with the same font. */
const PACKAGE = '@fontsource-variable/inter';

/** The one file that every page needs. */
export const LATIN_FONT = fontName('latin');

const RANGES = JSON.parse(String(readPart('unicode.json'))) as Record<string, string>;

export const FONT_FILES: ReadonlyMap<string, StaticFile> = new Map(
  Object.keys(RANGES).map((range) => {
    const name = fontName(range);
    return [name, staticFile(name, readPart(`files/inter-${range}-opsz-normal.woff2`))];
  }),
);

/** The `@font-face` rules, for stylesheets in the same folder as the fonts. */
export const FONT_FACES = Object.entries(RANGES)
  .map(([range, characters]) => {
    const name = fontName(range);
    return `@font-face {
  font-family: Inter;
  font-weight: 100 900;
  font-display: swap;
  src: url("${name}?v=${FONT_FILES.get(name)?.version}") format("woff2");
  unicode-range: ${characters};
}
`;
  })
  .join('');

function fontName(range: string): string {
  return `inter-${range}.woff2`;
}

function readPart(path: string): Buffer {
  return readFileSync(fileURLToPath(import.meta.resolve(`${PACKAGE}/${path}`)));
}
