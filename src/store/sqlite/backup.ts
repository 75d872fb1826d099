import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { checkDatabase, copyDatabase } from './database.ts';
import { CATALOG_SCHEMA, SERVICE_SCHEMA } from './schema.ts';

export const DATABASES = ['catalog.db', 'service.db'] as const;
const SCHEMAS = { 'catalog.db': CATALOG_SCHEMA, 'service.db': SERVICE_SCHEMA };

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
    const problem = existsSync(path) ? checkDatabase(path, SCHEMAS[name]) : undefined;
    if (problem !== undefined) return `${name} ${problem}`;
  }
  return undefined;
}
