import { realpath, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';

/** A file within a folder, wherever links lead; or why it is none, in words that follow its name. */
export async function findInside(folder: string, file: string): Promise<{ path: string; size: number } | string> {
  const root = await realpath(folder);
  const path = await realpath(join(root, file)).catch(() => undefined);
  if (path === undefined) return 'is missing or cannot be read';
  if (!path.startsWith(root + sep)) return 'leads out of the folder';
  const found = await stat(path);
  return found.isFile() ? { path, size: found.size } : 'is no file';
}
