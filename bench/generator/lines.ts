import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import type { BundleFile, Manifest } from '../../src/bundle/lines.ts';

/** One file of a bundle as it is written. */
export interface LineFile {
  /** Resolves when there is room for more. */
  write(line: object): Promise<void>;
  /** What the manifest says of the file. */
  close(): Promise<Manifest['files'][number]>;
}

const CHUNK = 1 << 20;

/** Lines go to disk a chunk at a time, and each chunk is waited for: a bundle of any size needs no more memory. */
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

/** A write may take only a part. */
async function writeWhole(file: FileHandle, data: Buffer): Promise<void> {
  for (let at = 0; at < data.length; ) at += (await file.write(data, at)).bytesWritten;
}
