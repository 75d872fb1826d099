import type { Config } from '../../config.ts';
import { accountStore } from '../accounts.ts';
import { serviceStores } from '../service.ts';
import type { AccountStore, Store } from '../store.ts';
import type { Tables } from '../tables.ts';
import { openPostgresCatalog } from './catalog.ts';
import { isConflict, isUnavailable } from './errors.ts';
import { openQueries } from './queries.ts';
import { postgresQuota } from './quota.ts';

/** A request that cannot be counted soon is better refused: others wait behind it. */
const COUNT_MS = 2000;
/** One small statement a second is what following the others costs. */
const POLL_MS = 1000;

/** One database that any number of nodes share. */
export async function openPostgresStore(config: Config): Promise<Store> {
  const { place, catalog, database, openMore, close } = await openPostgresCatalog(config);
  // A connection of its own, so that counting waits for nothing else. Its commits do not wait for the disk: a power cut may
  // take the last moments of the counters, as it may with SQLite.
  const counters = openMore({ connections: 1, statementMs: COUNT_MS, session: 'SET synchronous_commit = off' });
  const queries = openQueries<Tables>(database);
  return {
    place,
    catalog,
    accounts: withoutConflicts(accountStore(queries)),
    quota: postgresQuota(counters),
    ...serviceStores(queries),
    readRevisions: async () => {
      const [row] = await database.query<{ catalog: string | null; accounts: string | null }>(REVISIONS);
      return { catalog: Number(row?.catalog ?? 0), accounts: Number(row?.accounts ?? 0) };
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

/** Two who want the same address at once both find it free: here the second one is told by the database. */
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
