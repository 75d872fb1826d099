import { randomUUID } from 'node:crypto';
import { existsSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { OperatorError } from '../../errors.ts';

export const DATABASES = ['catalog.db', 'service.db'] as const;

/** Names the databases that the folder has. Without it, a lost database would be created again, empty. */
export const MARKER = 'ludex.json';

/** Call it when all databases exist. */
export function markFolder(folder: string): void {
  const path = join(folder, MARKER);
  if (existsSync(path)) return;
  const draft = `${path}.${randomUUID()}`;
  writeFileSync(draft, `${JSON.stringify({ format: 'ludex-data', version: 1, databases: DATABASES })}\n`, {
    mode: 0o600,
  });
  renameSync(draft, path);
}

/** Call it before the database is created. `loss` says what is wrong with the file. */
export function refuseLostDatabase(path: string, loss: 'is missing' | 'is empty'): void {
  const marker = join(dirname(path), MARKER);
  if (!existsSync(marker)) return;
  throw new OperatorError(
    `The database ${path} ${loss}, and this data folder had it before; nothing was changed. ` +
      'Put the file back, or restore a backup into another folder with "ludex restore". ' +
      `To start again with an empty database, delete ${marker}${loss === 'is empty' ? ' and the empty file' : ''}`,
  );
}
