import { hash } from 'node:crypto';
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
  '.woff2': 'font/woff2',
};

export function staticFile(name: string, body: Buffer): StaticFile {
  const type = TYPES[extname(name)];
  if (!type) throw new Error(`no content type for ${name}`);
  return { type, body, version: hash('sha256', body, 'base64url').slice(0, 12) };
}
