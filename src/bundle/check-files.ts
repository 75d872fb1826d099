import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import type { Manifest } from './lines.ts';

/** The fields of a manifest that identify the content of a file. */
export type Measures = Pick<Manifest['files'][number], 'records' | 'bytes' | 'sha256'>;

const LINE_FEED = 0x0a;

/** A file of a bundle folder, after links are resolved. */
export interface FoundFile {
  path: string;
  size: number;
}

/** The first difference of a file from its manifest, as a sentence. A file of another size is not read. */
export async function findDifference({ path, size }: FoundFile, expected: Measures): Promise<string | undefined> {
  if (size !== expected.bytes) return `it has ${size} bytes, not ${expected.bytes}`;
  const found = await measureFile(path).catch(() => undefined);
  if (found === undefined) return 'it cannot be read';
  if (found.bytes !== expected.bytes || found.sha256 !== expected.sha256) return 'its SHA-256 is different';
  return found.records === expected.records
    ? undefined
    : `it has ${found.records} line${found.records === 1 ? '' : 's'}, not ${expected.records}`;
}

export async function measureFile(path: string): Promise<Measures> {
  const hash = createHash('sha256');
  let [bytes, records, last] = [0, 0, LINE_FEED];
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    hash.update(chunk);
    bytes += chunk.length;
    for (let at = chunk.indexOf(LINE_FEED); at >= 0; at = chunk.indexOf(LINE_FEED, at + 1)) records++;
    last = chunk.at(-1) ?? last;
  }
  return { records: records + Number(last !== LINE_FEED), bytes, sha256: hash.digest('hex') };
}

/** Finds a file inside of a folder, after links are resolved. A string is the problem, to follow the file's name. */
export async function findFileInside(folder: string, file: string): Promise<FoundFile | string> {
  const root = await realpath(folder).catch(() => undefined);
  const path = root && (await realpath(join(root, file)).catch(() => undefined));
  if (root === undefined || path === undefined) return 'is missing or cannot be read';
  if (!path.startsWith(root + sep)) return 'is outside of the folder';
  const stats = await stat(path);
  return stats.isFile() ? { path, size: stats.size } : 'is not a file';
}
