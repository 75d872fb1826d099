import type { Config } from '../../config.ts';
import { catalogStore } from '../catalog-store.ts';
import { type Limits, openPostgres, type PostgresDatabase, READ_ONE_STATE } from './database.ts';
import { checkUsable, migratePostgres } from './schema.ts';
import { postgresSql } from './sql.ts';
import { parsePostgresUrl } from './url.ts';
import { postgresPort, writePostgres } from './writer.ts';

/** Limits for requests, which should fail soon. */
const SERVING = { statementMs: 3000, idleInTransactionMs: 10_000 };
/** Limits for imports and for reads of the whole catalog, which take long and pause between their statements. */
const WRITING: Limits = { connections: 4, statementMs: 600_000, idleInTransactionMs: 600_000 };
/** Statements that read take a second or two. */
const READING: Limits = { ...WRITING, statementMs: 60_000 };
/** The catalog without the service. */
export async function openPostgresCatalog(config: Config, isServing = false) {
  const { database_url: url = '', database_password: password } = config;
  const address = parsePostgresUrl('LUDEX_DATABASE_URL', url, password);
  const limits = { ...SERVING, connections: config.database_connections };
  const opened: PostgresDatabase[] = [];
  const open = (wanted: Limits) => {
    const database = openPostgres(address, wanted);
    opened.push(database);
    return database;
  };
  const close = async () => {
    await Promise.all(opened.map((one) => one.close()));
  };
  // They connect when first used.
  const [database, writing, reading] = [open(limits), open(WRITING), open(READING)];
  try {
    await checkUsable(database, address);
    if (!isServing) await migratePostgres(database, writing, address);
  } catch (error) {
    await close();
    throw error;
  }
  return {
    location: address.shown,
    catalog: catalogStore(postgresSql(database), {
      read: (work) => reading.transaction(READ_ONE_STATE, (connection) => work(postgresPort(connection))),
      write: (work) => writePostgres(writing, work),
    }),
    database,
    /** Opens another pool to the same database. */
    openMore: (other: Partial<Limits>) => open({ ...limits, ...other }),
    close,
  };
}
