import { readdirSync, readFileSync } from 'node:fs';
import { FONT_FACES, FONT_FILES } from './fonts.ts';
import { type StaticFile, staticFile } from './static-file.ts';

const FOLDER = new URL('../static/', import.meta.url);
/** The stylesheets of whole documents. They begin with the rules of the fonts, which saves a request. */
const WITH_FONTS = ['style.css', 'explorer.css'];

export const STATIC_FILES: ReadonlyMap<string, StaticFile> = new Map([
  ...FONT_FILES,
  ...readdirSync(FOLDER).map((name): [string, StaticFile] => [name, readStatic(name)]),
]);

export function staticUrl(name: string): string {
  const file = STATIC_FILES.get(name);
  if (!file) throw new Error(`no static file ${name}`);
  return `/static/${name}?v=${file.version}`;
}

function readStatic(name: string): StaticFile {
  const body = readFileSync(new URL(name, FOLDER));
  return staticFile(name, WITH_FONTS.includes(name) ? Buffer.concat([Buffer.from(FONT_FACES), body]) : body);
}
