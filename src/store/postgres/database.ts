import pg from 'pg';
import { isConnectionLost, isRetryable, lacksTls, refusesTls } from './errors.ts';
import type { PostgresAddress } from './url.ts';

export interface Limits {
  connections: number;
  /** The statement timeout of the server. If the server does not respond at all, the client gives up a little later. */
  statementMs: number;
  /** Ends the transaction of a hanging node, so that its locks are released. */
  idleInTransactionMs: number;
  /** Whether a commit waits until it is on the disk. */
  synchronousCommit?: 'off';
}

interface Statement {
  text: string;
  values?: readonly unknown[];
  /** Frequent statements are prepared under this name. */
  name?: string;
}

export interface Connection {
  query<R extends object>(statement: Statement): Promise<R[]>;
  /** Returns rows as arrays, which take less time and memory. */
  queryArrays<R extends unknown[]>(statement: Statement): Promise<R[]>;
  /** Returns the number of changed rows. */
  run(text: string, values?: readonly unknown[]): Promise<number>;
}

export interface PostgresDatabase extends Connection {
  /** The statements of the work run one after another, in the order of the calls. */
  transaction<T>(begin: string, work: (connection: Connection) => Promise<T>): Promise<T>;
  /** Without a retry when the connection is lost. */
  once: Connection;
  close(): Promise<void>;
}

export const READ_ONE_STATE = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY';
const GRACE_MS = 1000;
const IDLE_MS = 30_000;
const KEEP_ALIVE_MS = 10_000;
const INT8 = 20;
const NUMERIC = 1700;

/** All our integers are safe in JavaScript. */
const TYPES = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === INT8 || oid === NUMERIC ? Number : pg.types.getTypeParser(oid, format as 'text'),
} as pg.CustomTypesConfig;

/** A pool of connections. */
export function openPostgres(address: PostgresAddress, limits: Limits): PostgresDatabase {
  const { host, port, sslMode } = address;
  const tls = sslMode === 'disable' || host.startsWith('/') ? false : address.tls;
  const hasSessions = address.poolMode === 'session';
  const sendTo =
    (client: pg.PoolClient): Send =>
    // A prepared statement belongs to a session.
    ({ name, ...statement }) =>
      client.query(name !== undefined && hasSessions ? { name, ...statement } : statement);
  const pool = new pg.Pool({
    host,
    port,
    ssl: tls,
    user: address.user,
    database: address.database,
    password: address.password ?? '',
    application_name: address.applicationName,
    max: limits.connections,
    connectionTimeoutMillis: address.connectMs,
    idleTimeoutMillis: IDLE_MS,
    allowExitOnIdle: true,
    query_timeout: limits.statementMs + GRACE_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    types: TYPES,
    onConnect: async (client) => {
      // Losing a connection between two statements must not end the process. The next one fails, and the pool drops the connection.
      client.on('error', () => {});
      // This is part of connecting, even if later statements may take an hour.
      const query = { text: setLimits(limits, 'SESSION'), query_timeout: address.connectMs };
      if (hasSessions) await client.query(query);
    },
  });
  // The pool drops an idle connection that is lost; nothing else needs to be done.
  pool.on('error', () => {});

  const connect = async (): Promise<pg.PoolClient> => {
    try {
      return await pool.connect();
    } catch (error) {
      // An error that is not about TLS must not lead to an unencrypted connection.
      if (sslMode !== 'prefer' || !refusesTls(error)) throw error;
      pool.options.ssl = false;
      const client = await pool.connect().catch((again) => {
        pool.options.ssl = tls;
        throw again;
      });
      // A rule of the server's configuration may change, so the next connection tries TLS again.
      if (!lacksTls(error)) pool.options.ssl = tls;
      return client;
    }
  };
  /** Retries a single statement if its connection was lost. All of them are idempotent. */
  const withRetry = async <T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> => {
    try {
      return await withClient(connect, work);
    } catch (error) {
      if (!isRetryable(error)) throw error;
      return withClient(connect, work);
    }
  };
  return {
    ...connectionOf((statement) => withRetry((client) => sendTo(client)(statement))),
    once: connectionOf((statement) => withClient(connect, (client) => sendTo(client)(statement))),
    transaction: (begin, work) =>
      withClient(connect, async (client) => {
        await client.query(hasSessions ? begin : `${begin}; ${setLimits(limits, 'LOCAL')}`);
        const { send, end } = inOrder(sendTo(client));
        try {
          const result = await work(connectionOf(send)).finally(end);
          await client.query('COMMIT');
          return result;
        } catch (error) {
          // A lost connection has nothing to roll back.
          if (!isConnectionLost(error)) await client.query('ROLLBACK');
          throw error;
        }
      }),
    close: () => (pool.ended || pool.ending ? Promise.resolve() : pool.end()),
  };
}

type Send = (statement: pg.QueryConfig & { rowMode?: 'array' }) => Promise<pg.QueryResult>;

function connectionOf(send: Send): Connection {
  const copy = ({ values = [], ...statement }: Statement) => ({ ...statement, values: [...values] });
  return {
    query: async (statement) => (await send(copy(statement))).rows,
    queryArrays: async (statement) => (await send({ ...copy(statement), rowMode: 'array' })).rows as never,
    run: async (text, values = []) => (await send(copy({ text, values }))).rowCount ?? 0,
  };
}

/** Sends statements one after another. After an error, all others fail with it. */
export function inOrder(sendNow: Send) {
  let last: Promise<unknown> = Promise.resolve();
  let hasEnded = false;
  const send: Send = (statement) => {
    const result = last.then(() => {
      if (hasEnded) throw new Error('the transaction has ended');
      return sendNow(statement);
    });
    last = result;
    // Each caller gets the error. Nobody waits for the last one alone.
    result.catch(() => {});
    return result;
  };
  /** Waits for the statement that is running. Those that wait are not sent: they would take effect after the transaction. */
  const end = async () => {
    hasEnded = true;
    await last.catch(() => {});
  };
  return { send, end };
}

async function withClient<T>(connect: () => Promise<pg.PoolClient>, work: (client: pg.PoolClient) => Promise<T>) {
  const client = await connect();
  try {
    const result = await work(client);
    client.release();
    return result;
  } catch (error) {
    client.release(isConnectionLost(error));
    throw error;
  }
}

/** For the session, or for the transaction that has begun. */
function setLimits(limits: Limits, scope: 'SESSION' | 'LOCAL'): string {
  const settings = {
    statement_timeout: limits.statementMs,
    idle_in_transaction_session_timeout: limits.idleInTransactionMs,
    ...(limits.synchronousCommit && { synchronous_commit: limits.synchronousCommit }),
  };
  return Object.entries(settings)
    .map(([name, value]) => `SET ${scope} ${name} = ${value};`)
    .join(' ');
}
