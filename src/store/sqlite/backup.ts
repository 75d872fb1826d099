import { copyFileSync, existsSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { copyDatabase } from './database.ts';

/** The databases of a data folder, and what belongs to them. */
const DATABASES = ['catalog.db', 'service.db'] as const;
const SECRET = 'secret';
const MEDIA = 'media';
export const DATA_NAMES: readonly string[] = [...DATABASES, SECRET, MEDIA];

/**
 * Lays all that a data folder holds into another folder: databases as they are at this moment, the secret, and a way to the
 * pictures, which never change once they are there.
 */
export async function copyData(
  folder: string,
  target: string,
  onProgress: (done: number, total: number) => void,
): Promise<void> {
  for (const name of DATABASES) {
    if (existsSync(join(folder, name))) await copyDatabase(join(folder, name), join(target, name), onProgress);
  }
  if (existsSync(join(folder, SECRET))) copyFileSync(join(folder, SECRET), join(target, SECRET));
  if (existsSync(join(folder, MEDIA))) symlinkSync(join(folder, MEDIA), join(target, MEDIA));
}
