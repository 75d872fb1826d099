import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { checkPassword } from '../../src/accounts/passwords.ts';
import { readConfig } from '../../src/config.ts';
import { openUsage } from '../../src/quota/usage.ts';
import { withStore } from '../support/accounts.ts';
import { temporaryFolder } from '../support/samples/bundle.ts';
import { runHere } from '../support/servers/command.ts';
import { startProgram } from '../support/servers/program.ts';
import { NOON } from '../support/servers/server.ts';

const LUDEX_DATA = temporaryFolder('accounts');
const config = readConfig({ data: LUDEX_DATA }, {});
const env = { LUDEX_DATA, LUDEX_PUBLIC_URL: 'https://games.example.org' };
const ludex = (...args: string[]) => runHere(args, env);
const accountOf = (email: string) => withStore(config, (store) => store.accounts.findAccount(email));

test('an operator is added, listed with the role, and can be made a member', async () => {
  const added = await ludex('account', 'add', 'boss@example.org', '--operator');
  assert.match(added.stdout, /^ludex_\w+\n$/);
  assert.match(
    added.stderr,
    /Set a password here, then sign in: https:\/\/games\.example\.org\/reset\?token=ludex_\w{32}\n$/,
  );
  assert.match((await ludex('account', 'list')).stdout, /boss@example\.org +free +operator +active/);
  assert.equal((await ludex('account', 'role', 'boss@example.org', 'member')).code, 0);
  assert.equal((await accountOf('boss@example.org'))?.role, 'member');
  await ludex('account', 'role', 'boss@example.org', 'operator');
});

test('an account whose key is taken is not created', async () => {
  const key = 'a-key-of-my-own-choice';
  assert.equal((await ludex('account', 'add', 'one@example.org', '--key', key)).stdout, `${key}\n`);
  const taken = await ludex('account', 'add', 'two@example.org', '--key', key);
  assert.deepEqual(
    [taken.code, taken.stdout, taken.stderr],
    [1, '', 'ludex: This key already exists; choose another one\n'],
  );
  assert.equal(await accountOf('two@example.org'), undefined);
});

test('account reset prints a link, or reads the password from stdin', async () => {
  const { stdout, stderr } = await ludex('account', 'reset', 'boss@example.org');
  assert.match(stdout, /^https:\/\/games\.example\.org\/reset\?token=ludex_\w{32}\n$/);
  assert.equal(stderr, '');
  const guessed = await runHere(['account', 'reset', 'boss@example.org'], { LUDEX_DATA });
  assert.match(guessed.stdout, /^http:\/\/localhost:8080\/reset\?token=ludex_\w{32}\n$/);
  assert.match(guessed.stderr, /^ludex: Set LUDEX_PUBLIC_URL if the site is not at http:\/\/localhost:8080\n$/);
  const setPassword = async (password: string) => {
    const program = startProgram(['account', 'reset', 'boss@example.org', '--stdin'], env, undefined, {
      stdin: 'pipe',
    });
    program.process.stdin?.end(`${password}\n`);
    await once(program.process, 'close');
    return program.ended;
  };
  assert.match((await setPassword('short')).stderr, /This password cannot be used\. Use at least 10 characters/);
  assert.equal((await setPassword('a long enough one')).code, 0);
  const stored = (await accountOf('boss@example.org'))?.password ?? null;
  assert.equal(await checkPassword(stored, 'a long enough one'), true);
});

test('an account can be suspended and resumed, and its address changed', async () => {
  await ludex('account', 'add', 'ada@example.org');
  await ludex('account', 'suspend', 'ada@example.org');
  assert.match((await ludex('account', 'list')).stdout, /ada@example\.org +free +member +suspended/);
  const found = (await ludex('account', 'list', 'ADA@')).stdout;
  assert.ok(found.includes('ada@example.org') && !found.includes('boss@example.org'));
  assert.equal((await ludex('account', 'list', 'nobody')).stdout, '');
  await ludex('account', 'resume', 'ada@example.org');
  assert.equal((await accountOf('ada@example.org'))?.suspendedAt, null);
  const taken = await ludex('account', 'email', 'ada@example.org', 'boss@example.org');
  assert.match(taken.stderr, /The account boss@example\.org already exists/);
  assert.equal((await ludex('account', 'email', 'ada@example.org', 'Countess@example.org')).code, 0);
  assert.ok(await accountOf('countess@example.org'));
});

test('invitations can be added, listed and removed', async () => {
  const { stdout } = await ludex('invite', 'add', 'for Fred', '--plan', 'commercial');
  assert.match(stdout, /^https:\/\/games\.example\.org\/invite\/ludex_\w{32}\n$/);
  const [invite] = JSON.parse((await ludex('invite', 'list', '--json')).stdout);
  assert.deepEqual([invite.note, invite.plan], ['for Fred', 'commercial']);
  assert.equal((await ludex('invite', 'remove', String(invite.invite_id))).code, 0);
  assert.equal((await ludex('invite', 'list')).stdout, '');
});

test('usage is shown by day, key, endpoint and status, for all accounts or one', async (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: NOON });
  await withStore(config, async (store) => {
    const usage = openUsage(store.usage, Date.now, (error) => assert.fail(String(error)));
    const [key] = await store.accounts.listKeys((await accountOf('countess@example.org'))?.accountId ?? 0);
    usage.count(key?.keyId ?? 0, '/games', 200);
    usage.count(0, '/games', 401);
    await usage.close();
  });
  const day = new Date(NOON).toISOString().slice(0, 10);
  assert.deepEqual(JSON.parse((await ludex('usage', '--json')).stdout), [{ day, requests: 2, errors: 1 }]);
  const own = await ludex('usage', 'countess@example.org', '--by', 'endpoint', '--days', '1', '--json');
  assert.deepEqual(JSON.parse(own.stdout), [{ endpoint: '/games', requests: 1, errors: 0 }]);
  assert.match((await ludex('usage', '--by', 'status')).stdout, /401 +1 +1/);
});
