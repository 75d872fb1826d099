import { resolve } from 'node:path';
import type { Config } from '../config.ts';
import type { TablePlace } from './moved-tables.ts';
import { openSqliteTables } from './sqlite/tables.ts';

export function isDatabaseUrl(text: string): boolean {
  return /^postgres(ql)?:\/\//.test(text);
}

/** Opens a data folder or the URL of a database. */
export async function openTables(place: string, config: Config, isNew: boolean): Promise<TablePlace> {
  if (!isDatabaseUrl(place)) return openSqliteTables(resolve(place), isNew);
  const { openPostgresTables } = await import('./postgres/tables.ts');
  return openPostgresTables(place, config.database_password);
}
