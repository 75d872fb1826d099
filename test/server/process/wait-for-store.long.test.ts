import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { test } from 'node:test';
import { readConfig } from '../../../src/config.ts';
import { StoreUnavailable } from '../../../src/errors.ts';
import { openLog } from '../../../src/log.ts';
import { backoffMs, retryWhileUnavailable } from '../../../src/server/wait-for-store.ts';
import { temporaryFolder } from '../../support/samples/bundle.ts';
import { freePort, listen } from '../../support/servers/free-port.ts';
import { newDatabase } from '../../support/servers/postgres.ts';
import { administer, OWNER } from '../../support/servers/postgres-roles.ts';
import { type Program, startProgram } from '../../support/servers/program.ts';
import { until } from '../../support/until.ts';

async function startWaiting(databaseUrl: string, port: number): Promise<Program & { url: string }> {
  const program = startProgram(['serve'], {
    LUDEX_DATABASE_URL: databaseUrl,
    LUDEX_SECRET: 'one secret for all nodes of the fleet',
    LUDEX_DATA: temporaryFolder('node'),
    LUDEX_PORT: String(port),
    LUDEX_STARTER: 'false',
    LUDEX_THREADS: '2',
  });
  const url = `http://127.0.0.1:${port}`;
  const isAlive = () =>
    fetch(`${url}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    );
  await until(async () => program.process.exitCode !== null || (await isAlive()));
  return { ...program, url };
}

test('a server without its database logs that, answers 503, and serves once the database exists', async () => {
  const there = await newDatabase();
  const name = `${new URL(there).pathname.slice(1)}_late`;
  const {
    url,
    output,
    process: child,
    ended,
  } = await startWaiting(there.replace(/\/\w+\?/, `/${name}?`), await freePort());

  const ready = await fetch(`${url}/readyz`);
  assert.deepEqual([ready.status, await ready.json()], [503, { status: 'store unavailable' }]);
  const api = await fetch(`${url}/v1/games?limit=1`);
  assert.equal(api.status, 503);
  assert.equal(api.headers.get('retry-after'), '5');
  assert.equal(api.headers.get('access-control-allow-origin'), '*');
  assert.deepEqual(await api.json(), {
    code: 503,
    error: 'Service unavailable',
    message: 'The catalog is not available yet; please try again in a few seconds.',
  });
  const page = await fetch(`${url}/games`);
  assert.deepEqual([page.status, page.headers.get('content-type')], [503, 'text/html; charset=utf-8']);
  assert.match(await page.text(), /<h1>Not available yet<\/h1>/);
  assert.equal((await fetch(`${url}/signin`, { method: 'POST', body: 'a=b' })).status, 503);

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
  assert.equal((await fetch(`${url}/readyz`)).status, 200);
  assert.equal((await fetch(`${url}/v1/games`)).status, 401);
  child.kill('SIGTERM');
  assert.equal((await ended).code, 0);
});

test('SIGTERM stops a server that waits for its database', async () => {
  const {
    output,
    process: child,
    ended,
  } = await startWaiting('postgres://me:pass%25word@127.0.0.1:1/games', await freePort());
  child.kill('SIGTERM');
  assert.equal((await ended).code, 0);
  assert.match(output.stderr, /cannot be used \(connect ECONNREFUSED 127\.0\.0\.1:1\): start PostgreSQL/);
  assert.doesNotMatch(output.stderr, /pass/);
});

const FINAL: [string, string, RegExp][] = [
  ['an invalid database URL', 'postgres://me:hidden@sesame@one/games', /^ludex: LUDEX_DATABASE_URL has an @/],
  ['a port that another program uses', 'postgres://me@127.0.0.1:1/games', /^ludex: Another program uses port \d+/m],
];

for (const [name, databaseUrl, says] of FINAL) {
  test(`${name} fails the start immediately`, async () => {
    const { code, stderr } = await startProgram(['serve'], {
      LUDEX_DATABASE_URL: databaseUrl,
      LUDEX_DATA: temporaryFolder('node'),
      LUDEX_PORT: String(await listen(createServer())),
    }).ended;
    assert.equal(code, 1);
    assert.match(stderr, says);
    assert.doesNotMatch(stderr, /hidden|sesame/);
  });
}

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

test('a server that stops does not wait for its database', async () => {
  const config = readConfig({ 'log-level': 'silent' }, {});
  const stopping = new AbortController();
  let attempts = 0;
  const attempt = async () => {
    if (++attempts === 2) stopping.abort();
    throw new StoreUnavailable('no answer');
  };
  const { signal } = stopping;
  await assert.rejects(retryWhileUnavailable(config, openLog(config), attempt, { signal }), { name: 'AbortError' });
  assert.equal(attempts, 2);
});
