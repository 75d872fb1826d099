import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from '../support/bundle.ts';
import { runHere } from '../support/command.ts';
import { newDatabase } from '../support/postgres.ts';
import { OWNER, withLogin } from '../support/postgres-roles.ts';
import { runProgram } from '../support/program.ts';

const STARTER = fileURLToPath(new URL('../../starter', import.meta.url));
const SECRET = 'one secret for all nodes of the fleet';

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

test('an unreachable database is reported in one sentence, without its password', async () => {
  const { code, stderr } = await runHere(['status'], { LUDEX_DATABASE_URL: 'postgres://a:secret@127.0.0.1:1/c' });
  assert.equal(code, 1);
  assert.match(stderr, /^[^\n]*127\.0\.0\.1:1\/c cannot be used[^\n]*\n$/);
  assert.ok(!stderr.includes('secret'));
});
