import { closeSync, fsyncSync, openSync } from 'node:fs';
import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Disks write several files together. */
const AT_ONCE = 32;

/** Flushes a folder with all that is in it to disk (fsync), so that it survives a power failure. */
export async function flushTree(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const flush = async (entry: (typeof entries)[number]) => {
    const path = join(entry.parentPath, entry.name);
    if (entry.isDirectory()) await flushFolder(path);
    else if (entry.isFile()) await flushFile(path);
  };
  for (let i = 0; i < entries.length; i += AT_ONCE) await Promise.all(entries.slice(i, i + AT_ONCE).map(flush));
  await flushFolder(folder);
}

async function flushFile(path: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Flushes the names in a folder. Not every system supports it. */
export async function flushFolder(path: string): Promise<void> {
  const folder = await open(path, 'r').catch(() => undefined);
  await folder?.sync().catch(() => {});
  await folder?.close();
}

export function flushFolderSync(path: string): void {
  try {
    const folder = openSync(path, 'r');
    fsyncSync(folder);
    closeSync(folder);
  } catch {
    // Not every system supports it.
  }
}
