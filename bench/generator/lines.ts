import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import type { BundleFile, Manifest } from '../../src/bundle/lines.ts';

/** A file of a bundle being written. */
export interface LineFile {
  /** Resolves when there is room for more. */
  write(line: object): Promise<void>;
  /** The manifest entry of the file. */
  close(): Promise<Manifest['files'][number]>;
}

const CHUNK = 1 << 20;

/** Writes lines in chunks and waits for each, so that memory use is constant. */
export async function openLines(folder: string, path: BundleFile): Promise<LineFile> {
  const file = await open(join(folder, path), 'w');
  const hash = createHash('sha256');
  let chunk = '';
  let records = 0;
  let bytes = 0;

  const flush = async () => {
    const data = Buffer.from(chunk);
    chunk = '';
    hash.update(data);
    bytes += data.length;
    await writeWhole(file, data);
  };
  return {
    write: async (line) => {
      chunk += `${JSON.stringify(line)}\n`;
      records++;
      if (chunk.length >= CHUNK) await flush();
    },
    close: async () => {
      await flush();
      await file.close();
      return { path, records, bytes, sha256: hash.digest('hex') };
    },
  };
}

/** A write may be partial. */
async function writeWhole(file: FileHandle, data: Buffer): Promise<void> {
  for (let at = 0; at < data.length; ) at += (await file.write(data, at)).bytesWritten;
}
