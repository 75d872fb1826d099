import type { Config } from '../config.ts';
import { isUnavailable } from './postgres/errors.ts';

/** Whether this error, from any thread, means that the database is unavailable. A data folder is always available. */
export function isStoreUnavailable({ database_url }: Pick<Config, 'database_url'>, error: unknown): boolean {
  if ((error as { code?: unknown } | null)?.code === 'STORE_UNAVAILABLE') return true;
  return database_url !== undefined && isUnavailable(error);
}
