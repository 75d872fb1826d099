import { join } from 'node:path';
import { accountStore } from '../accounts.ts';
import { serviceStores } from '../service.ts';
import type { Tables } from '../service-tables.ts';
import type { Store } from '../store.ts';
import { openSqliteCatalog } from './catalog.ts';
import { makeFolder, openDatabase } from './database.ts';
import { isUnavailable } from './errors.ts';
import { openFaultCheck } from './fault-check.ts';
import { markFolder } from './folder-marker.ts';
import { openQueries } from './queries.ts';
import { sqliteQuota } from './quota.ts';
import { SERVICE_SCHEMA } from './service-schema.ts';

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
  // First, because its upgrade is the one that may fail: then the catalog is not upgraded either.
  const service = openDatabase(path, SERVICE_SCHEMA);
  const { catalog, close: closeCatalog } = openSqliteCatalog(folder);
  markFolder(folder);
  const faults = openFaultCheck(folder);
  // A short timeout: while a request waits to be counted, its whole thread waits.
  const counters = openDatabase(path, SERVICE_SCHEMA, COUNTER_BUSY_MS);
  const queries = openQueries<Tables>(service, faults.note);
  const accounts = accountStore(queries);
  return {
    location: folder,
    catalog,
    accounts,
    quota: sqliteQuota(counters, faults.note),
    ...serviceStores(queries),
    readRevisions: async () => ({
      catalog: await catalog.readRevision(),
      accounts: Number((await accounts.findValue('accounts_revision')) ?? 0),
    }),
    findFault: faults.find,
    pollMs: POLL_MS,
    isUnavailable,
    close: async () => {
      closeCatalog();
      counters.close();
      faults.close();
      await queries.destroy();
      // Kysely closes only a connection that it has used. The last one to close removes the WAL.
      if (service.isOpen) service.close();
    },
  };
}
