import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import pg from 'pg';
import { openPostgres, type PostgresDatabase } from '../../src/store/postgres/database.ts';
import { checkUsable } from '../../src/store/postgres/schema.ts';
import { type PostgresAddress, parsePostgresUrl } from '../../src/store/postgres/url.ts';
import { temporaryFolder } from '../support/samples/bundle.ts';
import { listen } from '../support/servers/free-port.ts';
import { startPostgres } from '../support/servers/postgres.ts';
import { administer, OWNER, withLogin } from '../support/servers/postgres-roles.ts';
import { admit, CERTIFICATE, CERTIFICATE_KEY, offerTls } from '../support/servers/tls.ts';
import { until } from '../support/until.ts';

const server = await startPostgres();
after(() => server.kill());
const authority = join(temporaryFolder('tls'), 'authority.pem');
writeFileSync(authority, CERTIFICATE);

const LIMITS = { connections: 2, statementMs: 3000, idleInTransactionMs: 3000 };

function addressOf(host: string, parameters: string, login = OWNER): PostgresAddress {
  const url = withLogin(`postgres://${host}:${server.port}/postgres${parameters}`, login);
  return parsePostgresUrl('LUDEX_DATABASE_URL', url, undefined);
}

async function isEncrypted(database: PostgresDatabase): Promise<boolean> {
  const text = 'SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()';
  return (await database.query<{ ssl: boolean }>({ text }))[0]?.ssl as boolean;
}

/** The error message. */
async function readError(...target: Parameters<typeof addressOf>): Promise<string> {
  const address = addressOf(...target);
  const database = openPostgres(address, LIMITS);
  try {
    await checkUsable(database, address);
    return 'usable';
  } catch (error) {
    return (error as Error).message;
  } finally {
    await database.close();
  }
}

async function connectsEncrypted(...target: Parameters<typeof addressOf>): Promise<boolean> {
  const database = openPostgres(addressOf(...target), LIMITS);
  return isEncrypted(database).finally(database.close);
}

test('a server without TLS is used unless the URL requires TLS', async () => {
  assert.equal(await connectsEncrypted('127.0.0.1', ''), false);
  await assert.rejects(connectsEncrypted('127.0.0.1', '?sslmode=require'), /does not support SSL/);
  await assert.rejects(connectsEncrypted('127.0.0.1', '?sslmode=verify-full'), /does not support SSL/);
  assert.match(
    await readError('127.0.0.1', '?sslmode=require'),
    /\(The server does not support SSL connections\): turn on ssl in PostgreSQL, or set sslmode=prefer in LUDEX_/,
  );
});

test('a server with TLS is used as the URL says', async () => {
  await offerTls(server);
  await until(() => connectsEncrypted('127.0.0.1', ''));
  assert.equal(await connectsEncrypted('localhost', '?sslmode=disable'), false);
  assert.equal(await connectsEncrypted('localhost', '?sslmode=require'), true);
  await assert.rejects(connectsEncrypted('localhost', '?sslmode=verify-ca'), /self-signed certificate/);
  await assert.rejects(connectsEncrypted('localhost', '?sslmode=verify-full'), /self-signed certificate/);
  const trusted = `&sslrootcert=${authority}`;
  assert.equal(await connectsEncrypted('localhost', `?sslmode=verify-full${trusted}`), true);
  assert.equal(await connectsEncrypted('127.0.0.1', `?sslmode=verify-ca${trusted}`), true);
  await assert.rejects(connectsEncrypted('127.0.0.1', `?sslmode=verify-full${trusted}`), /does not match certificate/);
  assert.match(
    await readError('localhost', '?sslmode=verify-full'),
    /\(self-signed certificate\): name the file of the authority that signed it in LUDEX_DATABASE_URL, as sslrootcert=/,
  );
  assert.match(
    await readError('127.0.0.1', `?sslmode=verify-full${trusted}`),
    /\): use the name of the certificate as the host in LUDEX_DATABASE_URL, or sslmode=verify-ca$/,
  );
});

test('a role logs in with a certificate, or with an MD5 or plain password', async () => {
  const older = { user: 'older', password: `older p@ss:w/rd '"\\ ü` };
  const certified = { user: 'localhost', password: '' };
  await administer(server.url, 'CREATE ROLE localhost LOGIN');
  await administer(
    server.url,
    `SET password_encryption = 'md5'; CREATE ROLE older LOGIN PASSWORD ${pg.escapeLiteral(older.password)}`,
  );
  await admit(
    server,
    'hostssl all localhost all cert',
    'hostssl all older all md5',
    'hostnossl all older all password',
  );
  const key = join(dirname(authority), 'own.key');
  writeFileSync(key, CERTIFICATE_KEY);
  const certificate = `&sslrootcert=${authority}&sslcert=${authority}&sslkey=${key}`;
  await until(() => connectsEncrypted('localhost', `?sslmode=verify-full${certificate}`, certified).catch(() => false));
  assert.equal(await connectsEncrypted('localhost', '?sslmode=require', older), true);
  assert.equal(await connectsEncrypted('localhost', '?sslmode=disable', older), false);
  assert.match(
    await readError('localhost', '?sslmode=require', certified),
    /\(connection requires a valid client certificate\): name one and its key in LUDEX_DATABASE_URL, as sslcert=FILE&sslkey=FILE$/,
  );
});

test('a failed connection does not lead to an unencrypted one', async () => {
  let taken = 0;
  const door = createServer((client) => {
    if (taken++ === 0) return void client.destroy();
    const inside = connect(server.port, '127.0.0.1');
    client.pipe(inside).pipe(client);
    for (const socket of [client, inside]) socket.on('error', () => {});
  });
  const port = await listen(door);
  const database = openPostgres({ ...addressOf('127.0.0.1', ''), port }, LIMITS);
  assert.equal(await isEncrypted(database), true);
  await database.close();
});
