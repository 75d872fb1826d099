import { hash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { extname } from 'node:path';

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
};

const FOLDER = new URL('../static/', import.meta.url);

export const STATIC_FILES: ReadonlyMap<string, StaticFile> = new Map(
  readdirSync(FOLDER).map((name) => [name, readStatic(name)]),
);

export function staticUrl(name: string): string {
  const file = STATIC_FILES.get(name);
  if (!file) throw new Error(`no static file ${name}`);
  return `/static/${name}?v=${file.version}`;
}

function readStatic(name: string): StaticFile {
  return staticFile(name, readFileSync(new URL(name, FOLDER)));
}

export function staticFile(name: string, body: Buffer): StaticFile {
  const type = TYPES[extname(name)];
  if (!type) throw new Error(`no content type for ${name}`);
  return { type, body, version: hash('sha256', body, 'base64url').slice(0, 12) };
}
