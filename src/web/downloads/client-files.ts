import { readdir, readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { PageRequest, TextResponse } from '../kit/page.ts';

/** The client for JavaScript, which other sites and programs may load from here. */

const FOLDER = new URL('../../../client/', import.meta.url);
const JAVASCRIPT = ['pacer.js', 'connection.js', 'index.js'];
const TYPES = ['schemas.d.ts', 'index.d.ts'];
const BETWEEN_FILES = /^(import|export) [^;]* from '\.\/\w+\.js';\n/gm;

const FILES = {
  '/client.js': { type: 'text/javascript; charset=utf-8', read: () => joinFiles(JAVASCRIPT) },
  '/client.d.ts': { type: 'text/plain; charset=utf-8', read: () => joinFiles(TYPES) },
  '/client.tgz': { type: 'application/gzip', read: packClient },
};

type ClientPath = keyof typeof FILES;
export const CLIENT_PATHS = Object.keys(FILES) as ClientPath[];

export function showClient(path: ClientPath): (request: PageRequest) => Promise<TextResponse<string | Buffer>> {
  const { type, read } = FILES[path];
  const headers = { 'access-control-allow-origin': '*', 'cache-control': 'no-cache' };
  return async () => ({ type, text: await read(), headers });
}

/** One file without imports: a copy of it is the whole client. */
async function joinFiles(names: readonly string[]): Promise<string> {
  const texts = await Promise.all(names.map((name) => readFile(new URL(name, FOLDER), 'utf8')));
  return texts.map((text) => text.replaceAll(BETWEEN_FILES, '')).join('\n');
}

/** As `npm pack` does, with the same bytes on every node. */
async function packClient(): Promise<Buffer> {
  // Loaded on demand, for a faster start.
  const { packEntry, TAR_END } = await import('../../bundle/archive.ts');
  const parts: Buffer[] = [];
  for (const name of (await readdir(FOLDER)).toSorted()) {
    const content = await readFile(new URL(name, FOLDER));
    const header = { path: `package/${name}`, size: content.length, mode: 0o644, mtime: new Date(0) };
    for await (const part of packEntry(header, [content])) parts.push(part);
  }
  return promisify(gzip)(Buffer.concat([...parts, TAR_END]));
}
