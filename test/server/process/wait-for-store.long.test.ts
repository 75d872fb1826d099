import assert from 'node:assert/strict';
import { test } from 'node:test';
import { backoffMs } from '../../../src/server/wait-for-store.ts';
import { temporaryFolder } from '../../support/samples/bundle.ts';
import { freePort } from '../../support/servers/free-port.ts';
import { newDatabase } from '../../support/servers/postgres.ts';
import { administer, OWNER, withLogin } from '../../support/servers/postgres-roles.ts';
import { type Program, startProgram } from '../../support/servers/program.ts';
import { until } from '../../support/until.ts';

/** Starts a server that has no database, and waits until it has said so. */
async function startWaiting(databaseUrl: string, threads = 2): Promise<Program & { port: number }> {
  const port = await freePort();
  const program = startProgram(['serve'], {
    LUDEX_DATABASE_URL: databaseUrl,
    LUDEX_SECRET: 'one secret for all nodes of the fleet',
    LUDEX_DATA: temporaryFolder('node'),
    LUDEX_PORT: String(port),
    LUDEX_STARTER: 'false',
    LUDEX_THREADS: String(threads),
  });
  await until(() => program.process.exitCode !== null || program.output.stderr.includes('\n'));
  return { ...program, port };
}

test('a server without its database logs that, and serves once the database exists', async () => {
  const there = await newDatabase();
  const name = `${new URL(there).pathname.slice(1)}_late`;
  const { port, output, process: child, ended } = await startWaiting(there.replace(/\/\w+\?/, `/${name}?`));

  await until(() => output.stderr.trim().split('\n').length >= 2);
  for (const line of output.stderr.trim().split('\n')) {
    const { msg, retryMs } = JSON.parse(line);
    assert.match(
      msg,
      /^The database \S+ cannot be used \(database "\w+" does not exist\): create it with CREATE DATABASE/,
    );
    assert.ok(retryMs > 0);
  }
  assert.equal(output.stdout, '');

  await administer(there, `CREATE DATABASE ${name} OWNER ${OWNER.user}`);
  await until(() => /serves 0 games at/.test(output.stdout));
  const url = `http://127.0.0.1:${port}`;
  assert.equal((await fetch(`${url}/readyz`)).status, 200);
  assert.equal((await fetch(`${url}/v1/games`)).status, 401);
  child.kill('SIGTERM');
  assert.equal((await ended).code, 0);
});

test('SIGTERM stops a server that waits for its database', async () => {
  const { output, process: child, ended } = await startWaiting('postgres://me:pass%25word@127.0.0.1:1/games');
  child.kill('SIGTERM');
  assert.equal((await ended).code, 0);
  assert.match(output.stderr, /cannot be used \(connect ECONNREFUSED 127\.0\.0\.1:1\): start PostgreSQL/);
  assert.doesNotMatch(output.stderr, /pass/);
});

test('threads that the database refuses at first join the others later', async () => {
  const there = await newDatabase();
  const few = { user: `few_${process.pid}`, password: 'few connections' };
  await administer(there, `CREATE ROLE ${few.user} LOGIN PASSWORD '${few.password}' CONNECTION LIMIT 3`);
  await administer(there, `GRANT ${OWNER.user} TO ${few.user}`);
  const { port, output, process: child, ended } = await startWaiting(withLogin(there, few), 3);
  await until(() => /serves 0 games at/.test(output.stdout) && /too many connections for role/.test(output.stderr));
  assert.equal((await fetch(`http://127.0.0.1:${port}/healthz`)).status, 200);
  await administer(there, `ALTER ROLE ${few.user} CONNECTION LIMIT -1`);
  assert.equal((await fetch(`http://127.0.0.1:${port}/readyz`)).status, 200);
  child.kill('SIGTERM');
  assert.equal((await ended).code, 0);
});

test('an invalid database URL fails the start immediately', async () => {
  const { code, stderr } = await startProgram(['serve'], {
    LUDEX_DATABASE_URL: 'postgres://me:hidden@sesame@one/games',
    LUDEX_DATA: temporaryFolder('node'),
  }).ended;
  assert.equal(code, 1);
  assert.match(stderr, /^ludex: LUDEX_DATABASE_URL has an @/);
  assert.doesNotMatch(stderr, /hidden|sesame/);
});

test('retries back off exponentially up to a limit, with jitter', () => {
  const cases: [failures: number, random: number, ms: number][] = [
    [1, 0, 250],
    [1, 1, 500],
    [2, 1, 1000],
    [5, 0.5, 6000],
    [6, 0, 5000],
    [6, 1, 10_000],
    [10_000, 1, 10_000],
  ];
  for (const [failures, random, ms] of cases) assert.equal(backoffMs(failures, random), ms, `${failures} ${random}`);
});
