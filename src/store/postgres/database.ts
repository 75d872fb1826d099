import pg from 'pg';
import { isBroken, isCut, refusesTls, WrongServer } from './errors.ts';
import type { PostgresAddress } from './url.ts';

/** How long things may take, and how many there may be. */
export interface Limits {
  connections: number;
  /** Of one statement, as the server counts it; what does not answer at all is given up a little later. */
  statementMs: number;
  /** A transaction of a node that hangs or has lost its way is ended, and its locks with it. */
  idleInTransactionMs: number;
  /** More to say at the beginning of each session. */
  session?: string;
}

interface Statement {
  text: string;
  values?: readonly unknown[];
  /** What is asked all the time is prepared under a name. */
  name?: string;
}

/** Asks and tells one connection. */
export interface Connection {
  query<R extends object>(statement: Statement): Promise<R[]>;
  /** Rows as arrays, which take less time and memory. */
  queryArrays<R extends unknown[]>(statement: Statement): Promise<R[]>;
  /** How many rows it changed. */
  run(text: string, values?: readonly unknown[]): Promise<number>;
}

export interface PostgresDatabase extends Connection {
  transaction<T>(begin: string, work: (connection: Connection) => Promise<T>): Promise<T>;
  /** For Kysely. */
  pool: { connect(): Promise<PooledClient>; end(): Promise<void>; options: object };
  close(): Promise<void>;
}

interface PooledClient {
  query(text: string, values: readonly unknown[]): Promise<never>;
  release(): void;
}

const GRACE_MS = 1000;
const IDLE_MS = 30_000;
const KEEP_ALIVE_MS = 10_000;
const INT8 = 20;
const NUMERIC = 1700;

/** All our whole numbers are safe integers. */
const TYPES = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === INT8 || oid === NUMERIC ? Number : pg.types.getTypeParser(oid, format as 'text'),
} as pg.CustomTypesConfig;

/** A pool of connections to the one of the servers that is as it should be. */
export function openPostgres(address: PostgresAddress, limits: Limits): PostgresDatabase {
  const servers = openServers(address);
  const pool = new pg.Pool({
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
    Client: servers.Client as never,
    onConnect: (client) => prepareSession(client, servers, limits, address.connectMs),
  });
  // A connection that breaks while nobody uses it is left out of the pool, and that is all.
  pool.on('error', () => {});

  const connect = async (): Promise<pg.PoolClient> => {
    for (let tried = 1; ; tried++) {
      const before = servers.current();
      try {
        return await pool.connect();
      } catch (error) {
        if (servers.current() === before || tried >= servers.count) throw error;
      }
    }
  };
  /** What only asks, or may be done twice, is done again when a connection turns out to have been cut before. */
  const alone = async <T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> => {
    try {
      return await withClient(connect, work);
    } catch (error) {
      if (!isCut(error)) throw error;
      return withClient(connect, work);
    }
  };
  return {
    query: (statement) => alone((client) => onClient(client).query(statement)),
    queryArrays: (statement) => alone((client) => onClient(client).queryArrays(statement)),
    run: (text, values) => alone((client) => onClient(client).run(text, values)),
    transaction: (begin, work) =>
      withClient(connect, async (client) => {
        await client.query(begin);
        try {
          const result = await work(onClient(client));
          await client.query('COMMIT');
          return result;
        } catch (error) {
          // On a connection that is lost there is nothing to roll back.
          if (!isBroken(error)) await client.query('ROLLBACK');
          throw error;
        }
      }),
    pool: { connect: async () => forKysely(await connect()), end: () => pool.end(), options: {} },
    close: () => (pool.ended || pool.ending ? Promise.resolve() : pool.end()),
  };
}

function onClient(client: pg.PoolClient): Connection {
  return {
    query: async (statement) => (await client.query({ ...statement, values: [...(statement.values ?? [])] })).rows,
    queryArrays: async (statement) =>
      (await client.query({ ...statement, values: [...(statement.values ?? [])], rowMode: 'array' })).rows as never,
    run: async (text, values = []) => (await client.query(text, [...values])).rowCount ?? 0,
  };
}

async function withClient<T>(connect: () => Promise<pg.PoolClient>, work: (client: pg.PoolClient) => Promise<T>) {
  const client = await connect();
  try {
    const result = await work(client);
    client.release();
    return result;
  } catch (error) {
    client.release(isBroken(error));
    throw error;
  }
}

/** Kysely gives a connection back without a word about how it went. */
function forKysely(client: pg.PoolClient): PooledClient {
  let broken = false;
  return {
    query: async (text, values) => {
      try {
        return (await client.query(text, [...values])) as never;
      } catch (error) {
        broken ||= isBroken(error);
        throw error;
      }
    },
    release: () => client.release(broken),
  };
}

/** In one round trip: the limits of this session, and whether the server is one that we want. */
async function prepareSession(
  client: pg.ClientBase,
  servers: Servers,
  limits: Limits,
  connectMs: number,
): Promise<void> {
  // This is still a part of connecting, even where statements may take an hour.
  const query: pg.QueryConfig & { query_timeout: number } = {
    query_timeout: connectMs,
    text: `SET statement_timeout = ${limits.statementMs};
     SET idle_in_transaction_session_timeout = ${limits.idleInTransactionMs};
     ${limits.session ? `${limits.session};` : ''}
     SHOW transaction_read_only`,
  };
  const results = (await client.query(query)) as unknown as pg.QueryResult[];
  const isReadOnly = results.at(-1)?.rows[0]?.transaction_read_only === 'on';
  servers.check(client as InstanceType<Servers['Client']>, isReadOnly);
}

type Servers = ReturnType<typeof openServers>;

/** The servers of an address. The one that worked last is the one that new connections go to, until it fails. */
function openServers({ hosts, sslMode, tls, sessionAttrs }: PostgresAddress) {
  const wanted = {
    any: [undefined],
    'read-write': [false],
    primary: [false],
    'read-only': [true],
    standby: [true],
    'prefer-standby': [true, undefined],
  }[sessionAttrs];
  const ways = (host: string) => {
    if (sslMode === 'disable' || host.startsWith('/')) return [false as const];
    return sslMode === 'prefer' ? [tls, false as const] : [tls];
  };
  const choices = wanted.flatMap((readOnly) =>
    hosts.flatMap(({ host, port }) => ways(host).map((ssl) => ({ host, port, ssl, readOnly }))),
  );
  let at = 0;
  const current = () => choices[at] as (typeof choices)[number];
  const next = () => {
    at = (at + 1) % choices.length;
  };
  const fail = (choice: (typeof choices)[number], error: Error) => {
    // Others may have failed with it, and moved on already.
    if (choice !== current()) return;
    next();
    // A server that is down or full says nothing about encryption: it is tried again with it.
    const isSame = () => current().host === choice.host && current().port === choice.port;
    if (choice.ssl && isSame() && current().ssl === false && !refusesTls(error)) next();
  };

  class Client extends pg.Client {
    readonly choice = current();

    constructor(options: pg.ClientConfig) {
      const { host, port, ssl } = current();
      // The pool hides the password from enumeration: a spread leaves it out.
      super({ ...options, password: options.password, host, port, ssl });
      // One that is cut while it is in somebody's hands, between two statements, says so here: unheard, that would end the
      // process. Whoever uses it next finds out, and the pool takes it out.
      this.on('error', () => {});
    }

    override connect(): Promise<this>;
    override connect(callback: (error: Error) => void): void;
    override connect(callback?: (error: Error) => void): Promise<this> | undefined {
      super.connect((error: Error) => {
        if (error) fail(this.choice, error);
        callback?.(error);
      });
      return undefined;
    }
  }

  return {
    Client,
    count: choices.length,
    current,
    check: ({ choice }: InstanceType<typeof Client>, isReadOnly: boolean) => {
      if (choice.readOnly === undefined || choice.readOnly === isReadOnly) return;
      const error = new WrongServer(
        `${choice.host}:${choice.port} ${isReadOnly ? 'takes no changes' : 'is no standby'}`,
      );
      fail(choice, error);
      throw error;
    },
  };
}
