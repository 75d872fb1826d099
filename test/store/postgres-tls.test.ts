import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { openPostgres, type PostgresDatabase } from '../../src/store/postgres/database.ts';
import { checkUsable } from '../../src/store/postgres/unusable.ts';
import { type PostgresAddress, parsePostgresUrl } from '../../src/store/postgres/url.ts';
import { temporaryFolder } from '../support/bundle.ts';
import { startPostgres } from '../support/postgres.ts';
import { CERTIFICATE, offerTls } from '../support/tls.ts';
import { until } from '../support/until.ts';

const server = await startPostgres();
after(() => server.kill());
const authority = join(temporaryFolder('tls'), 'authority.pem');
writeFileSync(authority, CERTIFICATE);

function addressOf(host: string, parameters: string, port = server.port): PostgresAddress {
  const url = server.url.replace(/@.*/, `@${host}:${port}/postgres${parameters}`);
  return parsePostgresUrl('LUDEX_DATABASE_URL', url, undefined, 'read-write');
}

function open(host: string, parameters: string, port = server.port): PostgresDatabase {
  const limits = { connections: 2, statementMs: 3000, idleInTransactionMs: 3000 };
  return openPostgres(addressOf(host, parameters, port), limits);
}

async function isEncrypted(database: PostgresDatabase): Promise<boolean> {
  const text = 'SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()';
  return (await database.query<{ ssl: boolean }>({ text }))[0]?.ssl as boolean;
}

/** What an operator is told. */
async function tellUnusable(host: string, parameters: string): Promise<string> {
  const database = open(host, parameters);
  try {
    await checkUsable(database, addressOf(host, parameters));
    return 'usable';
  } catch (error) {
    return (error as Error).message;
  } finally {
    await database.close();
  }
}

async function look(host: string, parameters: string): Promise<boolean> {
  const database = open(host, parameters);
  return isEncrypted(database).finally(database.close);
}

test('a server without encryption is used as it is, unless the address asks for encryption', async () => {
  assert.equal(await look('127.0.0.1', ''), false);
  await assert.rejects(look('127.0.0.1', '?sslmode=require'), /does not support SSL/);
  await assert.rejects(look('127.0.0.1', '?sslmode=verify-full'), /does not support SSL/);
  assert.match(
    await tellUnusable('127.0.0.1', '?sslmode=require'),
    /\(The server does not support SSL connections\): turn on ssl in PostgreSQL, or set sslmode=prefer in LUDEX_/,
  );
});

test('a server with encryption is asked as the address says', async () => {
  await offerTls(server);
  await until(() => look('127.0.0.1', ''));
  assert.equal(await look('localhost', '?sslmode=disable'), false);
  assert.equal(await look('localhost', '?sslmode=require'), true);
  await assert.rejects(look('localhost', '?sslmode=verify-ca'), /self-signed certificate/);
  await assert.rejects(look('localhost', '?sslmode=verify-full'), /self-signed certificate/);
  const trusted = `&sslrootcert=${authority}`;
  assert.equal(await look('localhost', `?sslmode=verify-full${trusted}`), true);
  assert.equal(await look('127.0.0.1', `?sslmode=verify-ca${trusted}`), true);
  await assert.rejects(look('127.0.0.1', `?sslmode=verify-full${trusted}`), /does not match certificate/);
  assert.match(
    await tellUnusable('localhost', '?sslmode=verify-full'),
    /\(self-signed certificate\): name the file of the authority that signed it in LUDEX_DATABASE_URL, as sslrootcert=/,
  );
  assert.match(
    await tellUnusable('127.0.0.1', `?sslmode=verify-full${trusted}`),
    /\): use the name of the certificate as the host in LUDEX_DATABASE_URL, or sslmode=verify-ca$/,
  );
});

test('a connection that fails is no reason to go on without encryption', async (t) => {
  let taken = 0;
  const door = createServer((client) => {
    if (taken++ === 0) return void client.destroy();
    const inside = connect(server.port, '127.0.0.1');
    client.pipe(inside).pipe(client);
    for (const socket of [client, inside]) socket.on('error', () => {});
  });
  const { promise: listening, resolve } = Promise.withResolvers<void>();
  door.listen(0, '127.0.0.1', resolve);
  await listening;
  t.after(() => door.close());
  const database = open('127.0.0.1', '', (door.address() as { port: number }).port);
  assert.equal(await isEncrypted(database), true);
  await database.close();
});
