import type { Config } from '../../config.ts';
import { catalogReads, pictureTexts } from '../catalog-reads.ts';
import type { CatalogIndex, CatalogStore, RecordVersion } from '../catalog-store.ts';
import { type Document, readDocuments, readIndex, readRevision } from '../rules/reads.ts';
import type { Sql } from '../sql.ts';
import { type Limits, openPostgres, type PostgresDatabase, READ_ONE_STATE } from './database.ts';
import { isUnavailable, withTimeout } from './errors.ts';
import { checkUsable, migratePostgres } from './schema.ts';
import { postgresSql } from './sql.ts';
import { type PostgresAddress, parsePostgresUrl } from './url.ts';
import { readPostgresCatalog, writePostgresCatalog } from './writer.ts';

/** Limits for requests, which should fail soon. */
const SERVING = { statementMs: 3000, idleInTransactionMs: 10_000 };
/** Limits for imports and for reads of the whole catalog, which take long and pause between their statements. */
const LONG: Limits = { connections: 4, statementMs: 600_000, idleInTransactionMs: 600_000 };
/** Limits for reading the index, whose statements take a second or two. */
const INDEX: Limits = { ...LONG, statementMs: 60_000 };
/** How long a failed replica is not used. */
const REPLICA_PAUSE_MS = 5000;
/** Short enough that a request can still use the primary afterwards. */
const REPLICA_TIMEOUT_MS = 1000;

/** The catalog without the service. */
export async function openPostgresCatalog(config: Config, isServing = false) {
  const { database_url: url = '', database_password: password } = config;
  const address = parsePostgresUrl('LUDEX_DATABASE_URL', url, password, 'read-write');
  const limits = { ...SERVING, connections: config.database_connections };
  const opened: PostgresDatabase[] = [];
  const open = (at: PostgresAddress, wanted: Limits) => {
    const database = openPostgres(at, wanted);
    opened.push(database);
    return database;
  };
  const close = async () => {
    await Promise.all(opened.map((one) => one.close()));
  };
  const pools: Pools = {
    database: open(address, limits),
    long: open(address, LONG),
    index: open(address, INDEX),
    replica: undefined,
  };
  if (config.database_read_url !== undefined) {
    const at = parsePostgresUrl('LUDEX_DATABASE_READ_URL', config.database_read_url, password, 'any');
    pools.replica = openReplica(open(at, limits), open(at, INDEX));
  }
  try {
    await checkUsable(pools.database, address);
    if (!isServing) await migratePostgres(pools.database, pools.long, address);
  } catch (error) {
    await close();
    throw error;
  }
  return {
    location: address.shown,
    catalog: postgresCatalog(pools),
    database: pools.database,
    /** Opens another pool to the same database. */
    openMore: (other: Partial<Limits>) => open(address, { ...limits, ...other }),
    close,
  };
}

/** Pools to the same database with different limits. They connect when first used. */
interface Pools {
  database: PostgresDatabase;
  long: PostgresDatabase;
  index: PostgresDatabase;
  replica: Replica | undefined;
}

function postgresCatalog(pools: Pools): CatalogStore {
  const { database, long, replica } = pools;
  const sql = postgresSql(database);
  return {
    // From the primary: the game of a layer is that of the newest revision.
    ...catalogReads(sql),
    readIndex: (since, sequence) => readFromReplicaOrPrimary(pools, since, sequence),
    readCards: (versions) => readDocumentsFirst(replica, sql, 'card', versions),
    readRecords: (versions) => readDocumentsFirst(replica, sql, 'record', versions),
    readProvenance: (versions) => readDocumentsFirst(replica, sql, 'provenance', versions),
    visitPictureTexts: (visit) => visitPictureTexts(long, pictureTexts(sql), visit),
    write: (work) => writePostgresCatalog(long, work),
    read: (work) => readPostgresCatalog(long, work),
  };
}

type Replica = ReturnType<typeof openReplica>;

/** A circuit breaker: after a failure the replica is not used for a while, then one request tests it. */
function openReplica(database: PostgresDatabase, index: PostgresDatabase) {
  let hasFailed = false;
  let pausedUntil = 0;
  const pause = () => {
    pausedUntil = performance.now() + REPLICA_PAUSE_MS;
  };
  return {
    index,
    /** Runs the work on the replica. Undefined: it failed, was too slow, or failed recently. */
    attempt: async <T>(work: (one: PostgresDatabase) => Promise<T>): Promise<T | undefined> => {
      if (performance.now() < pausedUntil) return undefined;
      if (hasFailed) pause();
      try {
        const result = await withTimeout(work(database), REPLICA_TIMEOUT_MS);
        hasFailed = false;
        pausedUntil = 0;
        return result;
      } catch (error) {
        // 42P01: a replica that lags behind may not have the tables yet.
        if (!isUnavailable(error) && (error as { code?: string }).code !== '42P01') throw error;
        hasFailed = true;
        pause();
        return undefined;
      }
    },
  };
}

/**
 * Reads from the replica, and what it does not have yet from the primary. The record of a revision never changes: so whatever a
 * replica has is correct, however far it lags behind.
 */
async function readDocumentsFirst(
  replica: Replica | undefined,
  primary: Sql,
  document: Document,
  versions: readonly RecordVersion[],
): Promise<(string | undefined)[]> {
  const found = await replica?.attempt((one) => readDocuments(postgresSql(one), document, versions));
  if (!found) return readDocuments(primary, document, versions);
  const missing = versions.filter((_, i) => found[i] === undefined);
  const rest = missing.length === 0 ? [] : await readDocuments(primary, document, missing);
  return found.map((text) => text ?? rest.shift());
}

const TEXTS_AT_ONCE = 1000;

function visitPictureTexts(database: PostgresDatabase, texts: string, visit: (text: string) => void): Promise<void> {
  return database.transaction(READ_ONE_STATE, async (connection) => {
    await connection.run(`DECLARE texts NO SCROLL CURSOR FOR ${texts}`);
    for (;;) {
      const rows = await connection.queryArrays<[string]>({ text: `FETCH ${TEXTS_AT_ONCE} FROM texts` });
      for (const [text] of rows) visit(text);
      if (rows.length < TEXTS_AT_ONCE) return;
    }
  });
}

/** Uses the replica only if it has the revision of the primary. After a failover it may have another one. */
async function readFromReplicaOrPrimary(
  { database, index, replica }: Pools,
  since?: number,
  sequence?: number,
): Promise<CatalogIndex> {
  const readFrom = (pool: PostgresDatabase) =>
    pool.transaction(READ_ONE_STATE, (connection) => readIndex(postgresSql(connection), since, sequence));
  if (replica) {
    const wanted = await readRevision(postgresSql(database));
    const found = await replica.attempt((one) => readRevision(postgresSql(one)));
    if (found === wanted) {
      // It may be gone, or not have the tables of a migration yet. The primary reports an error that is not the replica's.
      const read = await readFrom(replica.index).catch(() => undefined);
      if (read) return read;
    }
  }
  return readFrom(index);
}
