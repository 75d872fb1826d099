import { hash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Html, html } from './html.ts';

/** Browsers cache static files for a year: the version in the URL changes with the content. */
export interface StaticFile {
  type: string;
  body: Buffer;
  version: string;
}

const TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

export function staticFile(name: string, body: Buffer): StaticFile {
  const type = TYPES[extname(name)];
  if (!type) throw new Error(`no content type for ${name}`);
  return { type, body, version: hash('sha256', body, 'base64url').slice(0, 12) };
}

/** Inter, split by Unicode range: a browser loads the files whose characters a page shows. The covers are drawn with the same font. */
const PACKAGE = '@fontsource-variable/inter';

/** The one file that every page needs. */
export const LATIN_FONT = fontName('latin');

const RANGES = JSON.parse(String(readPart('unicode.json'))) as Record<string, string>;

const FONT_FILES: ReadonlyMap<string, StaticFile> = new Map(
  Object.keys(RANGES).map((range) => {
    const name = fontName(range);
    return [name, staticFile(name, readPart(`files/inter-${range}-opsz-normal.woff2`))];
  }),
);

/** The `@font-face` rules, for stylesheets in the same folder as the fonts. */
const FONT_FACES = Object.entries(RANGES)
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

const FOLDER = new URL('../static/', import.meta.url);

/** The stylesheet of all pages is one file of several parts, in this order. */
const STYLE_PARTS = ['base', 'layout', 'home', 'lists', 'game', 'media', 'account'];

/** The stylesheets of whole documents begin with the fonts, which saves a request. */
const WITH_FONTS = ['style.css', 'explorer.css'];

export const STATIC_FILES: ReadonlyMap<string, StaticFile> = new Map([
  ...FONT_FILES,
  ...listNames().map((name): [string, StaticFile] => [name, readStatic(name)]),
]);

function listNames(): string[] {
  const files = readdirSync(FOLDER, { withFileTypes: true }).filter((entry) => entry.isFile());
  return ['style.css', ...files.map(({ name }) => name)];
}

export function staticUrl(name: string): string {
  const file = STATIC_FILES.get(name);
  if (!file) throw new Error(`no static file ${name}`);
  return `/static/${name}?v=${file.version}`;
}

export function scriptTags(names: readonly string[]): Html {
  return html`${names.map((name) => html`<script type="module" src="${staticUrl(name)}"></script>`)}`;
}

function readStatic(name: string): StaticFile {
  const prefix = Buffer.from(WITH_FONTS.includes(name) ? FONT_FACES : '');
  const paths = name === 'style.css' ? STYLE_PARTS.map((part) => `style/${part}.css`) : [name];
  return staticFile(name, Buffer.concat([prefix, ...paths.map((path) => readFileSync(new URL(path, FOLDER)))]));
}
