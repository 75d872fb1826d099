import type { Config } from '../../config.ts';
import { accountStore, type LockableAccounts } from '../accounts.ts';
import { serviceStores } from '../service.ts';
import type { Store } from '../store.ts';
import { openPostgresCatalog } from './catalog.ts';
import { isConflict, isUnavailable } from './errors.ts';
import { postgresQuota } from './quota.ts';
import { postgresServiceSql } from './sql.ts';

/** A short timeout: other requests wait behind one that is being counted. */
const COUNT_MS = 2000;
/** Two small statements per second. */
const POLL_MS = 1000;

/** One database for any number of nodes. */
export async function openPostgresStore(config: Config): Promise<Store> {
  const { location, catalog, database, openMore, close } = await openPostgresCatalog(config);
  // A separate connection, so that counting waits for nothing else. Its commits do not wait for the disk: a power failure may lose
  // the last counts, as with SQLite.
  const counters = openMore({ connections: 1, statementMs: COUNT_MS, synchronousCommit: 'off' });
  const sql = postgresServiceSql(database);
  const stores = serviceStores(sql, catalog);
  return {
    location,
    catalog,
    ...stores,
    accounts: withoutConflicts(accountStore(sql)),
    quota: postgresQuota(counters),
    // PostgreSQL looks after its files.
    findFault: async () => {
      await stores.readRevisions();
      return undefined;
    },
    pollMs: POLL_MS,
    isUnavailable,
    close,
  };
}

/** Two concurrent requests may both find an address free. The second one then violates the unique key. */
function withoutConflicts(accounts: LockableAccounts): LockableAccounts {
  return {
    ...accounts,
    setEmail: (...change) =>
      accounts.setEmail(...change).catch((error) => {
        if (isConflict(error)) return false;
        throw error;
      }),
  };
}
