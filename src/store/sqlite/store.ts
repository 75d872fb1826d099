import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { accountStore } from '../accounts.ts';
import { serviceStores } from '../service.ts';
import type { QuotaStore, Store, Usage } from '../store.ts';
import { openSqliteCatalog } from './catalog.ts';
import { makeFolder, openDatabase, rollback } from './database.ts';
import { isUnavailable } from './errors.ts';
import { openFaultCheck } from './fault-check.ts';
import { markFolder } from './folder-marker.ts';
import { SERVICE_SCHEMA } from './schema.ts';
import { sqliteServiceSql } from './sql.ts';

const COUNTER_BUSY_MS = 500;
/** A quarter of the two seconds in which an import must be visible; the rest is for building the snapshot. */
const POLL_MS = 500;

/**
 * Two files: the catalog, which an import may lock for minutes, and the accounts and counters of the service, which every request
 * uses.
 */
export async function openSqliteStore(folder: string): Promise<Store> {
  makeFolder(folder);
  const path = join(folder, 'service.db');
  // The catalog first: `ludex import` makes folders with nothing else, and one that is refused gets no other file.
  const { catalog, tidy, close: closeCatalog } = openSqliteCatalog(folder);
  const service = openDatabase(path, SERVICE_SCHEMA);
  markFolder(folder);
  const faults = openFaultCheck(folder);
  // A short timeout: while a request waits to be counted, its whole thread waits.
  const counters = openDatabase(path, SERVICE_SCHEMA, COUNTER_BUSY_MS);
  const sql = sqliteServiceSql(service, faults.note);
  return {
    location: folder,
    catalog,
    accounts: accountStore(sql),
    quota: sqliteQuota(counters, faults.note),
    ...serviceStores(sql, catalog),
    findFault: faults.find,
    tidy,
    pollMs: POLL_MS,
    isUnavailable,
    close: async () => {
      closeCatalog();
      counters.close();
      faults.close();
      // The last one to close removes the WAL.
      service.close();
    },
  };
}

function sqliteQuota(database: DatabaseSync, onError: (error: unknown) => void): QuotaStore {
  const select = database.prepare('SELECT hour, used, due_at FROM quota WHERE quota_id = ?');
  const upsert = database.prepare(`
    INSERT INTO quota (quota_id, hour, used, due_at) VALUES (?, ?, ?, ?)
    ON CONFLICT (quota_id) DO UPDATE SET hour = excluded.hour, used = excluded.used, due_at = excluded.due_at`);

  const read = (quotaId: number): Usage | undefined => {
    const found = select.get(quotaId);
    return found && { hour: Number(found.hour), used: Number(found.used), nextRequestAt: Number(found.due_at) };
  };

  const update: QuotaStore['update'] = async (quotaIds, change) => {
    database.exec('BEGIN IMMEDIATE');
    try {
      for (const quotaId of quotaIds) {
        const usage = change(quotaId, read(quotaId));
        if (usage) upsert.run(quotaId, usage.hour, usage.used, usage.nextRequestAt);
      }
      database.exec('COMMIT');
    } catch (error) {
      rollback(database);
      onError(error);
      throw error;
    }
  };
  return { find: async (quotaId) => read(quotaId), update };
}
