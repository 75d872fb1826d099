import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { checkDatabase, copyDatabase } from './database.ts';
import { CATALOG_MIGRATIONS, SERVICE_MIGRATIONS } from './migrations.ts';

export const DATABASES = ['catalog.db', 'service.db'] as const;
const MIGRATIONS = { 'catalog.db': CATALOG_MIGRATIONS, 'service.db': SERVICE_MIGRATIONS };

/** Copies the databases of a data folder as they are at this moment, also while others write. */
export async function copyDatabases(
  folder: string,
  target: string,
  onProgress: (done: number, total: number) => void,
): Promise<void> {
  for (const name of DATABASES) {
    if (existsSync(join(folder, name))) await copyDatabase(join(folder, name), join(target, name), onProgress);
  }
}

/** Reads all of the databases in a folder that nobody else uses; the first one that is damaged or of a newer Ludex. */
export function checkDatabases(folder: string): string | undefined {
  for (const name of DATABASES) {
    const path = join(folder, name);
    const problem = existsSync(path) ? checkDatabase(path, MIGRATIONS[name].length) : undefined;
    if (problem !== undefined) return `${name} ${problem}`;
  }
  return undefined;
}
