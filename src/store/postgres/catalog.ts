import type { Config } from '../../config.ts';
import { catalogReads, pictureTexts } from '../catalog-reads.ts';
import type { CatalogIndex, CatalogStore, RecordVersion } from '../catalog-store.ts';
import { type DumpReads, type DumpRow, dumpLookups } from '../find-dumps.ts';
import { type Limits, openPostgres, type PostgresDatabase } from './database.ts';
import { isUnavailable, withTimeout } from './errors.ts';
import { migratePostgres } from './migrate.ts';
import { hasRevision, READ_ONE_STATE, readFact, readIndex, readLineage } from './read-index.ts';
import { checkUsable } from './unusable.ts';
import { type PostgresAddress, parsePostgresUrl } from './url.ts';

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

export interface PostgresCatalog {
  location: string;
  catalog: CatalogStore;
  database: PostgresDatabase;
  /** Opens another pool to the same database. */
  openMore(limits: Partial<Limits>): PostgresDatabase;
  close(): Promise<void>;
}

/** The catalog without the service. */
export async function openPostgresCatalog(config: Config, isServing = false): Promise<PostgresCatalog> {
  const address = findAddress(config);
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
    const at = parsePostgresUrl('LUDEX_DATABASE_READ_URL', config.database_read_url, config.database_password, 'any');
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
    openMore: (other) => open(address, { ...limits, ...other }),
    close,
  };
}

function findAddress(config: Config): PostgresAddress {
  return parsePostgresUrl('LUDEX_DATABASE_URL', config.database_url as string, config.database_password, 'read-write');
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
  return {
    readRevision: () => readRevision(database),
    readLineage: () => readLineage(database),
    hasRevision: (revision) => hasRevision(database, revision),
    readIndex: (since, sequence) => readFromReplicaOrPrimary(pools, since, sequence),
    readCards: (versions) => readDocumentsFirst(replica, database, versions, readCards),
    readRecords: (versions) => readDocumentsFirst(replica, database, versions, readRecords),
    readProvenance: (versions) => readDocumentsFirst(replica, database, versions, readProvenance),
    ...dumpLookups(dumpReads(database)),
    ...catalogReads(async () => (await import('./queries.ts')).openQueriesOn(database)),
    visitPictureTexts: (visit) => visitPictureTexts(long, visit),
    write: async (work) => (await import('./writer.ts')).writePostgresCatalog(long, work),
    read: async (work) => (await import('./writer.ts')).readPostgresCatalog(long, work),
  };
}

interface Replica {
  /** Runs the work on the replica. Undefined: it failed, was too slow, or failed recently. */
  attempt<T>(work: (database: PostgresDatabase) => Promise<T>): Promise<T | undefined>;
  index: PostgresDatabase;
}

/** A circuit breaker: after a failure the replica is not used for a while, then one request tests it. */
function openReplica(database: PostgresDatabase, index: PostgresDatabase): Replica {
  let hasFailed = false;
  let pausedUntil = 0;
  const pause = () => {
    pausedUntil = performance.now() + REPLICA_PAUSE_MS;
  };
  return {
    index,
    attempt: async (work) => {
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

type Read = (database: PostgresDatabase, versions: readonly RecordVersion[]) => Promise<(string | undefined)[]>;

/**
 * Reads from the replica, and what it does not have yet from the primary. The record of a revision never changes: so whatever a
 * replica has is correct, however far it lags behind.
 */
async function readDocumentsFirst(
  replica: Replica | undefined,
  database: PostgresDatabase,
  versions: readonly RecordVersion[],
  read: Read,
): Promise<(string | undefined)[]> {
  const found = await replica?.attempt((one) => read(one, versions));
  if (!found) return read(database, versions);
  const missing = versions.filter((_, i) => found[i] === undefined);
  const rest = missing.length === 0 ? [] : await read(database, missing);
  return found.map((text) => text ?? rest.shift());
}

type Document = [gameId: number, revision: number, text: string | null];

const readCards: Read = (database, versions) => readDocuments(database, versions, 'card', 'cards');
const readRecords: Read = (database, versions) => readDocuments(database, versions, 'record', 'records');
const readProvenance: Read = (database, versions) => readDocuments(database, versions, 'provenance', 'games');

/** All in one statement; superseded ones in another. */
async function readDocuments(
  database: PostgresDatabase,
  versions: readonly RecordVersion[],
  column: 'card' | 'record' | 'provenance',
  table: string,
): Promise<(string | undefined)[]> {
  const ids = versions.map(({ gameId }) => gameId);
  const rows = await database.queryArrays<Document>({
    name: `current ${column}`,
    text: `SELECT game_id, revision, ${column} FROM ${table} WHERE game_id = ANY($1::bigint[])`,
    values: [ids],
  });
  const found = new Map(rows.map((row) => [row[0], row]));
  const texts = versions.map(({ gameId, revision }) => {
    const row = found.get(gameId);
    return row?.[1] === revision ? (row[2] ?? undefined) : undefined;
  });
  const missing = versions.filter((_, i) => texts[i] === undefined);
  if (missing.length === 0) return texts;
  const superseded = await database.queryArrays<Document>({
    name: `superseded ${column}`,
    text: `SELECT game_id, revision, ${column} FROM superseded
      WHERE (game_id, revision) IN (SELECT * FROM unnest($1::bigint[], $2::bigint[]))`,
    values: [missing.map(({ gameId }) => gameId), missing.map(({ revision }) => revision)],
  });
  const old = new Map(superseded.map(([gameId, revision, text]) => [`${gameId} ${revision}`, text]));
  return texts.map((text, i) => text ?? old.get(`${versions[i]?.gameId} ${versions[i]?.revision}`) ?? undefined);
}

/** From the primary: the game of a layer is that of the newest revision. */
function dumpReads(database: PostgresDatabase): DumpReads {
  return {
    readGameDumps: (gameId) =>
      database.query<{ dumps: Uint8Array }>({
        name: 'dumps of a game',
        text: 'SELECT dumps FROM layers WHERE game_id = $1 AND dumps IS NOT NULL ORDER BY layer_id',
        values: [gameId],
      }),
    readLayers: (layerIds) =>
      database.query<{ layerId: number; line: string }>({
        name: 'layers',
        text: 'SELECT layer_id AS "layerId", line FROM layers WHERE layer_id = ANY($1::bigint[])',
        values: [layerIds],
      }),
    readBuckets: (buckets) =>
      database.query<{ bucket: string; entries: Uint8Array }>({
        name: 'hash buckets',
        text: 'SELECT bucket, entries FROM hash_buckets WHERE bucket = ANY($1::text[])',
        values: [buckets],
      }),
    readDumps: (layerIds) =>
      database.query<DumpRow>({
        name: 'dumps',
        text: `SELECT layer_id AS "layerId", game_id AS "gameId", dumps, CASE WHEN dumps IS NULL THEN marks END AS marks
          FROM layers
          WHERE layer_id = ANY($1::bigint[]) AND game_id IS NOT NULL`,
        values: [layerIds],
      }),
  };
}

const TEXTS_AT_ONCE = 1000;

function visitPictureTexts(database: PostgresDatabase, visit: (text: string) => void): Promise<void> {
  return database.transaction(READ_ONE_STATE, async (connection) => {
    await connection.run(`DECLARE texts NO SCROLL CURSOR FOR ${pictureTexts()}`);
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
  if (replica) {
    const wanted = await readRevision(database);
    const found = await replica.attempt(readRevision);
    if (found === wanted) {
      // It may be gone, or not have the tables of an upgrade yet. The primary reports an error that is not the replica's.
      const read = await readIndex(replica.index, since, sequence).catch(() => undefined);
      if (read) return read;
    }
  }
  return readIndex(index, since, sequence);
}

async function readRevision(database: PostgresDatabase): Promise<number> {
  return Number((await readFact(database, 'revision')) ?? 0);
}
