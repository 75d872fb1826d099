import { resolve } from 'node:path';
import type { Config } from '../config.ts';
import type { MovableStore } from './moved-tables.ts';
import { openSqliteTables } from './sqlite/table-access.ts';

export function isDatabaseUrl(text: string): boolean {
  return /^postgres(ql)?:\/\//.test(text);
}

/** Opens a data folder or the URL of a database. */
export async function openTables(location: string, config: Config, isNew: boolean): Promise<MovableStore> {
  if (!isDatabaseUrl(location)) return openSqliteTables(resolve(location), isNew);
  const { openPostgresTables } = await import('./postgres/table-access.ts');
  return openPostgresTables(location, config.database_password);
}
