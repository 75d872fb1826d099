import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from '../support/samples/bundle.ts';
import { runHere } from '../support/servers/command.ts';
import { newDatabase } from '../support/servers/postgres.ts';
import { OWNER, withLogin } from '../support/servers/postgres-roles.ts';

const STARTER = fileURLToPath(new URL('../../starter', import.meta.url));
const SECRET = 'one secret for all nodes of the fleet';

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

test('an unreachable database is reported in one sentence, without its password', async () => {
  const { code, stderr } = await runHere(['status'], { LUDEX_DATABASE_URL: 'postgres://a:secret@127.0.0.1:1/c' });
  assert.equal(code, 1);
  assert.match(stderr, /^[^\n]*127\.0\.0\.1:1\/c cannot be used[^\n]*\n$/);
  assert.ok(!stderr.includes('secret'));
});
