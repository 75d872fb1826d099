import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Problems } from '../problems.ts';
import { checkDatabase, copyDatabase, listDamage } from './database.ts';
import { DATABASES } from './folder-marker.ts';
import { SCHEMAS } from './schema.ts';

/** Copies the current state of the databases of a data folder, even while other processes write. */
export async function copyDatabases(
  folder: string,
  target: string,
  onProgress: (done: number, total: number) => void,
): Promise<void> {
  for (const name of DATABASES) await copyDatabase(join(folder, name), join(target, name), onProgress);
}

/** Checks the databases of a folder that nobody else uses. Returns the first problem, if any. */
export function checkDatabases(folder: string): string | undefined {
  for (const name of DATABASES) {
    const path = join(folder, name);
    const problem = existsSync(path) ? checkDatabase(path, SCHEMAS[name]) : 'is missing';
    if (problem !== undefined) return `${name} ${problem}`;
  }
  return undefined;
}

/** Checks the databases of a folder that others may be using. False if they cannot be read any further. */
export function checkDatabaseFiles(folder: string, problems: Problems): boolean {
  let isIntact = true;
  for (const name of DATABASES) {
    const path = join(folder, name);
    const damage = existsSync(path) ? listDamage(path) : ['the file is missing'];
    for (const line of damage) problems.add(`errors in ${name}`, line);
    isIntact &&= damage.length === 0;
  }
  return isIntact;
}
