import assert from 'node:assert/strict';
import { createServer as createHttpServer } from 'node:http';
import { createServer } from 'node:net';
import { test } from 'node:test';
import { readConfig } from '../../src/config.ts';
import { OperatorError, StoreUnavailable } from '../../src/errors.ts';
import { openStore } from '../../src/store/open.ts';
import { temporaryFolder } from '../support/samples/bundle.ts';
import { listen } from '../support/servers/free-port.ts';
import { newDatabase } from '../support/servers/postgres.ts';
import { administer, OWNER, withLogin } from '../support/servers/postgres-roles.ts';

const url = await newDatabase();
const name = new URL(url).pathname.slice(1);
const unprivileged = { user: `unprivileged_${process.pid}`, password: 'pass%word' };
await administer(url, `CREATE ROLE ${unprivileged.user} LOGIN PASSWORD '${unprivileged.password}'`);
const limited = { user: `limited_${process.pid}`, password: 'pass%word' };
await administer(url, `CREATE ROLE ${limited.user} LOGIN PASSWORD '${limited.password}' CONNECTION LIMIT 0`);

/** Another database of that server, after a statement of the superuser. */
async function newChangedDatabase(sql: (database: string) => string): Promise<string> {
  const other = await newDatabase();
  await administer(other, sql(new URL(other).pathname.slice(1)));
  return other;
}

const urlOfHost = (host: string, parameters = '') => `postgres://me:pass%25word@${host}/games${parameters}`;
const urlOfDatabase = (database: string) => url.replace(`/${name}`, `/${database}`);

interface Case {
  name: string;
  url: () => string | Promise<string>;
  says: RegExp;
}

/** Problems that may go away, so that a server waits. */
const TEMPORARY: Case[] = [
  {
    name: 'a wrong password',
    url: () => withLogin(url, { ...OWNER, password: 'pass%word' }),
    says: /\(password authentication failed for user "ludex_test"\): check the user in LUDEX_DATABASE_URL, and the password there or in LUDEX_DATABASE_PASSWORD$/,
  },
  {
    name: 'no password',
    url: () => withLogin(url, { ...OWNER, password: '' }),
    says: /\(it requires a password, but none is set\): set LUDEX_DATABASE_PASSWORD, or LUDEX_DATABASE_PASSWORD_FILE to/,
  },
  {
    name: 'a closed port',
    url: () => urlOfHost('127.0.0.1:1'),
    says: /^The database postgres:\/\/127\.0\.0\.1:1\/games cannot be used \(connect ECONNREFUSED 127\.0\.0\.1:1\): start PostgreSQL, or check the host and the port in LUDEX_DATABASE_URL$/,
  },
  {
    name: 'an unknown host',
    // A label of more than 63 letters needs no DNS query.
    url: () => urlOfHost('x'.repeat(64)),
    says: /\(getaddrinfo E\w+ x+\): check the name of the host in LUDEX_DATABASE_URL$/,
  },
  {
    name: 'a server that never responds',
    url: async () =>
      urlOfHost(`127.0.0.1:${await listen(createServer((socket) => socket.on('error', () => {})))}`, SHORT_TIMEOUT),
    says: /\(no answer within 1 s\): check the host and the port in LUDEX_DATABASE_URL, and that no firewall blocks it$/,
  },
  {
    name: 'another program on that port',
    url: async () => urlOfHost(`127.0.0.1:${await listen(createHttpServer())}`, SHORT_TIMEOUT),
    says: /\(There was an error establishing an SSL connection\): check LUDEX_DATABASE_URL, and that PostgreSQL runs there$/,
  },
  {
    name: 'a missing database',
    url: () => urlOfDatabase('games'),
    says: /\(database "games" does not exist\): create it with CREATE DATABASE games OWNER ludex_test, or name another one/,
  },
  {
    name: 'a database that the role may not connect to',
    url: async () =>
      withLogin(
        await newChangedDatabase((database) => `REVOKE CONNECT ON DATABASE ${database} FROM PUBLIC`),
        unprivileged,
      ),
    says: /\(permission denied for database "\w+"\): as its owner run GRANT CONNECT ON DATABASE \w+ TO unprivileged_\d+$/,
  },
  {
    name: 'a role whose connection limit is reached',
    url: () => withLogin(url, limited),
    says: /\(too many connections for role "limited_\d+"\): raise max_connections of PostgreSQL, or lower LUDEX_/,
  },
  {
    name: 'a role that may not create tables',
    url: () => withLogin(url, unprivileged),
    says: /^The tables in postgres:\S+ cannot be created \(permission denied for schema public\): run ALTER DATABASE \w+ OWNER TO unprivileged_\d+, or GRANT CREATE ON SCHEMA public TO unprivileged_\d+$/,
  },
  {
    name: 'tables of another role',
    url: () => newChangedDatabase(() => 'CREATE TABLE catalog_facts (name TEXT, value TEXT)'),
    says: /^The tables in postgres:\S+ cannot be read \(permission denied for table catalog_facts\): use the role that owns them instead of ludex_test$/,
  },
  {
    name: 'a server that is read-only',
    url: () => newChangedDatabase((database) => `ALTER DATABASE ${database} SET default_transaction_read_only = on`),
    says: /^The database postgres:\S+ is read-only: name another server in LUDEX_DATABASE_URL$/,
  },
];

/** Problems that need another database or another server. */
const FINAL: Case[] = [
  {
    name: 'a server that is too old',
    url: async () => {
      const other = await newChangedDatabase(
        () => "CREATE FUNCTION version() RETURNS text LANGUAGE SQL AS $$SELECT 'PostgreSQL 13.22 on x86_64'$$",
      );
      await administer(
        other,
        `ALTER DATABASE ${new URL(other).pathname.slice(1)} SET search_path = public, pg_catalog`,
      );
      return other;
    },
    says: /^The database postgres:\S+ is PostgreSQL 13, which is too old: use PostgreSQL 14 or newer$/,
  },
  {
    name: 'a database that cannot hold every letter',
    url: async () => {
      await administer(
        url,
        `CREATE DATABASE ${name}_latin OWNER ${OWNER.user} ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0`,
      );
      return urlOfDatabase(`${name}_latin`);
    },
    says: /has the encoding LATIN1; create one with CREATE DATABASE … ENCODING 'UTF8' TEMPLATE template0$/,
  },
];

const SHORT_TIMEOUT = '?connect_timeout=1';

for (const [kind, cases] of Object.entries({ TEMPORARY, FINAL })) {
  for (const { name: what, url: open, says } of cases) {
    test(`${what} is explained in one sentence that says what to do`, async () => {
      const config = readConfig({ data: temporaryFolder('data') }, { LUDEX_DATABASE_URL: await open() });
      await assert.rejects(openStore(config), (error) => {
        assert.ok(error instanceof OperatorError, String(error));
        assert.equal(error instanceof StoreUnavailable, kind === 'TEMPORARY');
        assert.match(error.message, says);
        assert.doesNotMatch(error.message, /pass(%|%25)word|p@ss|p%40ss/);
        return true;
      });
    });
  }
}
