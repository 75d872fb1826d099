import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from '../support/bundle.ts';
import { runHere } from '../support/command.ts';
import { newDatabase } from '../support/postgres.ts';
import { administer, OWNER, openClient, withLogin } from '../support/postgres-roles.ts';
import { runProgram, startServing } from '../support/program.ts';
import { until } from '../support/until.ts';

const STARTER = fileURLToPath(new URL('../../starter', import.meta.url));
const SECRET = 'one secret for all nodes of the fleet';

test('nodes that start at once on an empty database serve the starter catalog and stop cleanly', async () => {
  const url = await newDatabase();
  const file = join(temporaryFolder('secret'), 'url');
  writeFileSync(file, `${url}\n`);
  const env = () => ({
    LUDEX_DATABASE_URL_FILE: file,
    LUDEX_SECRET: SECRET,
    LUDEX_DATA: temporaryFolder('node'),
    LUDEX_THREADS: '2',
    LUDEX_LOG_LEVEL: 'error',
  });
  const nodes = await Promise.all([startServing(env()), startServing(env())]);
  const { stdout: key } = await runHere(['account', 'add', 'me@example.org', '--plan', 'unlimited'], env());
  for (const node of nodes) {
    const answer = await fetch(`${node.url}/v1/games?limit=1&api_key=${key.trim()}`);
    assert.equal(answer.status, 200);
    assert.equal(answer.headers.get('total-count'), '245');
    assert.equal((await fetch(`${node.url}/readyz`)).status, 200);
  }
  const status = await runHere(['status'], env());
  assert.match(status.stdout, /^data +postgres:\/\/127\.0\.0\.1:\d+\/ludex_test_\w+$/m);
  assert.match(status.stdout, /^games +245$/m);
  for (const node of nodes) {
    node.process.kill('SIGTERM');
    const { code, stderr } = await node.ended;
    assert.deepEqual([code, stderr], [0, '']);
  }
});

test('a node waits for another one that takes long to load the starter catalog', async () => {
  const url = await newDatabase();
  const env = { LUDEX_DATABASE_URL: url, LUDEX_SECRET: SECRET, LUDEX_DATA: temporaryFolder('node') };
  assert.equal((await runHere(['status'], env)).code, 0);
  const holder = await openClient(url);
  await holder.query("BEGIN; SELECT 1 FROM catalog_facts WHERE name = 'writer' FOR UPDATE");
  const starting = startServing(env);
  const seen = new Set<string>();
  // An attempt gives up after five seconds, and the next one begins.
  await until(async () => {
    const waiting = await administer(
      url,
      "SELECT xact_start::text FROM pg_stat_activity WHERE wait_event_type = 'Lock'",
    );
    for (const { xact_start } of waiting.rows) seen.add(xact_start);
    return seen.size > 1;
  });
  await holder.query('ROLLBACK');
  await holder.end();
  const node = await starting;
  assert.equal((await fetch(`${node.url}/readyz`)).status, 200);
  node.process.kill('SIGTERM');
  assert.equal((await node.ended).code, 0);
});

test('a node with another secret does not start', async () => {
  const env = { LUDEX_DATABASE_URL: await newDatabase(), LUDEX_STARTER: 'false', LUDEX_LOG_LEVEL: 'error' };
  const own = { ...env, LUDEX_SECRET: SECRET, LUDEX_DATA: temporaryFolder('one') };
  await runHere(['account', 'add', 'me@example.org'], own);
  const other = await runProgram(['serve'], { ...env, LUDEX_DATA: temporaryFolder('two'), LUDEX_PORT: '0' });
  assert.equal(other.code, 1);
  assert.match(other.stderr, /^ludex: The secret file .*secret, which encrypts the keys, cannot be used.*LUDEX_SECRET/);
});

test('backup refers to pg_dump for PostgreSQL', async () => {
  const { code, stderr } = await runHere(['backup', 'x.tar.gz'], { LUDEX_DATABASE_URL: 'postgres://a@b/c' });
  assert.equal(code, 1);
  assert.match(stderr, /is in PostgreSQL: back it up with pg_dump/);
});

const WRONG: [string, Record<string, string>, RegExp][] = [
  ['a URL of another database', { LUDEX_DATABASE_URL: 'mysql://x' }, /LUDEX_DATABASE_URL must be a URL such as/],
  ['a replica without a primary', { LUDEX_DATABASE_READ_URL: 'postgres://a@b/c' }, /LUDEX_DATABASE_READ_URL requires/],
  [
    'an unknown value of LUDEX_QUOTA_FAIL',
    { LUDEX_QUOTA_FAIL: 'maybe' },
    /LUDEX_QUOTA_FAIL must be one of closed and open/,
  ],
  [
    'an unreachable database',
    { LUDEX_DATABASE_URL: 'postgres://a:secret@127.0.0.1:1/c' },
    /127\.0\.0\.1:1\/c cannot be used/,
  ],
];

test('every command reports a wrong password in one sentence', async () => {
  const url = withLogin(await newDatabase(), { ...OWNER, password: 'wrong' });
  const env = { LUDEX_DATABASE_URL: url, LUDEX_DATA: temporaryFolder('data'), LUDEX_SECRET: SECRET };
  const commands = [
    ['status'],
    ['account', 'add', 'me@example.org'],
    ['import', STARTER],
    ['move', url, env.LUDEX_DATA],
  ];
  for (const command of commands) {
    const { code, stdout, stderr } = await runHere(command, env);
    assert.deepEqual([code, stdout], [1, '']);
    assert.match(
      stderr,
      /^ludex: The database \S+ cannot be used \(password authentication failed for user "\w+"\): check.*\n$/,
    );
    assert.ok(!stderr.includes('wrong'));
  }
});

test('a failed command exits even if handles are open', async () => {
  // Like a DNS lookup without an answer.
  const late = '--import=data:text/javascript,setTimeout(()=>process.exit(7),10_000)';
  const env = { LUDEX_DATABASE_URL: 'postgres://a@127.0.0.1:1/c', NODE_OPTIONS: late };
  assert.equal((await runHere(['status'], env)).code, 1);
});

for (const [name, env, says] of WRONG) {
  test(`${name} is reported in one sentence`, async () => {
    const { code, stderr } = await runHere(['status'], env);
    assert.equal(code, 1);
    assert.match(stderr, says);
    assert.equal(stderr.trim().split('\n').length, 1);
    assert.ok(!stderr.includes('secret'));
  });
}
