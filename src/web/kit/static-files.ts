import { readdirSync, readFileSync } from 'node:fs';
import { passwordRulesScript } from '../../accounts/password-rules.ts';
import { FONT_FACES, FONT_FILES } from './fonts.ts';
import { type StaticFile, staticFile } from './static-file.ts';

const FOLDER = new URL('../static/', import.meta.url);

/** The stylesheet of all pages is one file of several parts, in this order. */
const STYLE_PARTS = ['base', 'layout', 'home', 'lists', 'game', 'media', 'account'];

/** What comes before the content of a file. The fonts of a whole document are in its stylesheet, which saves a request. */
const PREFIXES: Partial<Record<string, () => string>> = {
  'style.css': () => FONT_FACES,
  'explorer.css': () => FONT_FACES,
  'password-meter.js': passwordRulesScript,
};

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

function readStatic(name: string): StaticFile {
  const prefix = Buffer.from(PREFIXES[name]?.() ?? '');
  const paths = name === 'style.css' ? STYLE_PARTS.map((part) => `style/${part}.css`) : [name];
  return staticFile(name, Buffer.concat([prefix, ...paths.map((path) => readFileSync(new URL(path, FOLDER)))]));
}
