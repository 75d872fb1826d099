import type { Config } from '../../config.ts';
import { accountStore } from '../accounts.ts';
import { serviceStores } from '../service.ts';
import type { Tables } from '../service-tables.ts';
import type { AccountStore, Store } from '../store.ts';
import { openPostgresCatalog } from './catalog.ts';
import { isConflict, isUnavailable } from './errors.ts';
import { openQueries } from './queries.ts';
import { postgresQuota } from './quota.ts';

/** A short timeout: other requests wait behind one that is being counted. */
const COUNT_MS = 2000;
/** One small statement per second. */
const POLL_MS = 1000;

/** One database for any number of nodes. */
export async function openPostgresStore(config: Config): Promise<Store> {
  const { location, catalog, database, openMore, close } = await openPostgresCatalog(config);
  // A separate connection, so that counting waits for nothing else. Its commits do not wait for the disk: a power failure may lose
  // the last counts, as with SQLite.
  const counters = openMore({ connections: 1, statementMs: COUNT_MS, synchronousCommit: 'off' });
  const queries = openQueries<Tables>(database);
  const readRevisions = async () => {
    const [row] = await database.query<{ catalog: string | null; accounts: string | null }>(REVISIONS);
    return { catalog: Number(row?.catalog ?? 0), accounts: Number(row?.accounts ?? 0) };
  };
  return {
    location,
    catalog,
    accounts: withoutConflicts(accountStore(queries)),
    quota: postgresQuota(counters),
    ...serviceStores(queries),
    readRevisions,
    // PostgreSQL looks after its files.
    findFault: async () => {
      await readRevisions();
      return undefined;
    },
    pollMs: POLL_MS,
    isUnavailable,
    close,
  };
}

const REVISIONS = {
  name: 'revisions',
  text: `SELECT (SELECT value FROM catalog_facts WHERE name = 'revision') AS catalog,
    (SELECT value FROM facts WHERE name = 'accounts_revision') AS accounts`,
};

/** Two concurrent requests may both find an address free. The second one then violates the unique key. */
function withoutConflicts(accounts: AccountStore): AccountStore {
  return {
    ...accounts,
    setEmail: (...change) =>
      accounts.setEmail(...change).catch((error) => {
        if (isConflict(error)) return false;
        throw error;
      }),
  };
}
