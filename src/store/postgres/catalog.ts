import type { Config } from '../../config.ts';
import { catalogReads } from '../catalog-reads.ts';
import type { CatalogIndex, CatalogStore, RecordName } from '../catalog-store.ts';
import { KEEP_SUPERSEDED_MS } from '../rules/writer.ts';
import { type Limits, openPostgres, type PostgresDatabase } from './database.ts';
import { inTime, isUnavailable } from './errors.ts';
import { migratePostgres } from './migrate.ts';
import { READ_ONE_STATE, readFact, readIndex } from './read-index.ts';
import { checkUsable } from './unusable.ts';
import { type PostgresAddress, parsePostgresUrl } from './url.ts';

/** A request that the database does not answer soon is better refused. */
const SERVING = { statementMs: 3000, idleInTransactionMs: 10_000 };
/** An import, and whatever reads the whole catalog, thinks for a while between its statements. */
const WHOLE: Limits = { connections: 4, statementMs: 600_000, idleInTransactionMs: 600_000 };
/** Each statement that reads the index for a snapshot takes a second or two: one that does not answer is not waited for. */
const READING: Limits = { ...WHOLE, statementMs: 60_000 };
/** How long a replica that failed is left alone. */
const REPLICA_REST_MS = 5000;
/** A request that a replica does not answer soon still has time to ask the primary. */
const REPLICA_WAIT_MS = 1000;

export interface PostgresCatalog {
  place: string;
  catalog: CatalogStore;
  database: PostgresDatabase;
  /** A few more connections to the same database, for something that must not wait for anything else. */
  openMore(limits: Partial<Limits>): PostgresDatabase;
  close(): Promise<void>;
}

/** The catalog alone, for whoever needs nothing else. */
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
  const places: Places = {
    database: open(address, limits),
    whole: open(address, WHOLE),
    reading: open(address, READING),
    replica: undefined,
  };
  if (config.database_read_url !== undefined) {
    const at = parsePostgresUrl('LUDEX_DATABASE_READ_URL', config.database_read_url, config.database_password, 'any');
    places.replica = openReplica(open(at, limits), open(at, READING));
  }
  try {
    await checkUsable(places.database, address);
    if (!isServing) await migratePostgres(places.database, places.whole, address);
  } catch (error) {
    await close();
    throw error;
  }
  return {
    place: address.shown,
    catalog: postgresCatalog(places),
    database: places.database,
    openMore: (other) => open(address, { ...limits, ...other }),
    close,
  };
}

function findAddress(config: Config): PostgresAddress {
  return parsePostgresUrl('LUDEX_DATABASE_URL', config.database_url as string, config.database_password, 'read-write');
}

/** Where the catalog is read and written. */
interface Places {
  database: PostgresDatabase;
  /** The same one, with time for what takes long. Connects when it is asked. */
  whole: PostgresDatabase;
  /** The same one, for reading the index. */
  reading: PostgresDatabase;
  replica: Replica | undefined;
}

function postgresCatalog(places: Places): CatalogStore {
  const { database, whole, replica } = places;
  return {
    readRevision: () => readRevision(database),
    readIndex: (since) => readIndexSomewhere(places, since),
    readCards: (names) => readFirst(replica, database, names, readCards),
    findRecord: async (name) => (await readFirst(replica, database, [name], readRecords))[0],
    ...catalogReads(async () => (await import('./queries.ts')).openQueriesOn(database)),
    visitPictureTexts: (visit) => visitPictureTexts(whole, visit),
    write: async (work) => (await import('./writer.ts')).writePostgresCatalog(whole, work),
    read: async (work) => (await import('./writer.ts')).readPostgresCatalog(whole, work),
  };
}

interface Replica {
  /** Runs the work there; undefined when it cannot, is too slow, or has failed a moment ago. */
  attempt<T>(work: (database: PostgresDatabase) => Promise<T>): Promise<T | undefined>;
  reading: PostgresDatabase;
}

/** Doubts whether a replica that has failed works again: one request goes ahead to see, and the others do not wait for it. */
function openReplica(database: PostgresDatabase, reading: PostgresDatabase): Replica {
  let hasFailed = false;
  let restsUntil = 0;
  const rest = () => {
    restsUntil = performance.now() + REPLICA_REST_MS;
  };
  return {
    reading,
    attempt: async (work) => {
      if (performance.now() < restsUntil) return undefined;
      if (hasFailed) rest();
      try {
        const result = await inTime(work(database), REPLICA_WAIT_MS);
        hasFailed = false;
        restsUntil = 0;
        return result;
      } catch (error) {
        // A replica that is younger than the tables we look for has none of them yet.
        if (!isUnavailable(error) && (error as { code?: string }).code !== '42P01') throw error;
        hasFailed = true;
        rest();
        return undefined;
      }
    },
  };
}

type Read = (database: PostgresDatabase, names: readonly RecordName[]) => Promise<(string | undefined)[]>;

/**
 * From the replica, and what that does not have yet from the primary. A record is named by its revision, and never changes
 * under that name: so whatever a replica has is right, however far behind it is.
 */
async function readFirst(
  replica: Replica | undefined,
  database: PostgresDatabase,
  names: readonly RecordName[],
  read: Read,
): Promise<(string | undefined)[]> {
  const found = await replica?.attempt((one) => read(one, names));
  if (!found) return read(database, names);
  const missing = names.filter((_, i) => found[i] === undefined);
  const rest = missing.length === 0 ? [] : await read(database, missing);
  return found.map((text) => text ?? rest.shift());
}

type Document = [gameId: number, revision: number, text: string];

const readCards: Read = (database, names) => readDocuments(database, names, 'card');
const readRecords: Read = (database, names) => readDocuments(database, names, 'record');

/** All in one statement; those that were replaced in another. */
async function readDocuments(
  database: PostgresDatabase,
  names: readonly RecordName[],
  what: 'card' | 'record',
): Promise<(string | undefined)[]> {
  const ids = names.map(({ gameId }) => gameId);
  const rows = await database.queryArrays<Document>({
    name: `${what}s`,
    text: `SELECT game_id, revision, ${what} FROM ${what}s WHERE game_id = ANY($1::bigint[])`,
    values: [ids],
  });
  const found = new Map(rows.map((row) => [row[0], row]));
  const texts = names.map(({ gameId, revision }) => {
    const row = found.get(gameId);
    return row?.[1] === revision ? row[2] : undefined;
  });
  const missing = names.filter((_, i) => texts[i] === undefined);
  if (missing.length === 0) return texts;
  const replaced = await database.queryArrays<Document>({
    name: `replaced ${what}s`,
    text: `SELECT game_id, revision, ${what} FROM superseded
      WHERE (game_id, revision) IN (SELECT * FROM unnest($1::bigint[], $2::bigint[]))`,
    values: [missing.map(({ gameId }) => gameId), missing.map(({ revision }) => revision)],
  });
  const old = new Map(replaced.map(([gameId, revision, text]) => [`${gameId} ${revision}`, text]));
  return texts.map((text, i) => text ?? old.get(`${names[i]?.gameId} ${names[i]?.revision}`));
}

/** Where texts of pictures may be, each with its key: they are read a part at a time. */
const PICTURE_TEXTS = [
  { table: 'layers', key: 'layer_id', text: 'line' },
  { table: 'records', key: 'game_id', text: 'record' },
  { table: 'superseded', key: 'game_id, revision', text: 'record' },
  { table: 'undo', key: 'place, key', text: 'before' },
];
const TEXTS_AT_ONCE = 1000;

/** What was replaced long ago is only still there because nothing was imported since. */
function visitPictureTexts(database: PostgresDatabase, visit: (text: string) => void): Promise<void> {
  return database.transaction(READ_ONE_STATE, async (connection) => {
    for (const { table, key, text } of PICTURE_TEXTS) {
      const recent = table === 'superseded' ? `AND superseded_at >= ${Date.now() - KEEP_SUPERSEDED_MS}` : '';
      await connection.run(
        `DECLARE texts NO SCROLL CURSOR FOR SELECT ${text} FROM ${table} WHERE ${text} LIKE '%/media/%' ${recent}
         ORDER BY ${key}`,
      );
      for (;;) {
        const rows = await connection.queryArrays<[string]>({ text: `FETCH ${TEXTS_AT_ONCE} FROM texts` });
        for (const [one] of rows) visit(one);
        if (rows.length < TEXTS_AT_ONCE) break;
      }
      await connection.run('CLOSE texts');
    }
  });
}

/** A replica will do when it has what the primary has; one of a primary that was lost may have more, or something else. */
async function readIndexSomewhere({ database, reading, replica }: Places, since?: number): Promise<CatalogIndex> {
  if (replica) {
    const wanted = await readRevision(database);
    const has = await replica.attempt(readRevision);
    if (has === wanted) {
      const index = await readIndex(replica.reading, since).catch((error) => {
        if (!isUnavailable(error)) throw error;
      });
      if (index) return index;
    }
  }
  return readIndex(reading, since);
}

async function readRevision(database: PostgresDatabase): Promise<number> {
  return Number((await readFact(database, 'revision')) ?? 0);
}
