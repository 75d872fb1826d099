import assert from 'node:assert/strict';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { COMMANDS } from '../../src/cli/command-table.ts';
import { temporaryFolder, writeBundle, writeRawBundle } from '../support/samples/bundle.ts';
import { runHere } from '../support/servers/command.ts';
import { runProgram } from '../support/servers/program.ts';

const LUDEX_DATA = temporaryFolder('cli');
const ludex = (...args: string[]) => runHere(args, { LUDEX_DATA });

test('a process prints the output of its command and returns its exit code', async () => {
  const data = temporaryFolder('process');
  for (const args of [['--version'], ['improt'], ['account', 'list', '--json'], ['account', 'add', 'nobody']])
    assert.deepEqual(await runProgram([...args, '--data', data]), await runHere([...args, '--data', data]));
});

test('every command has --help, and a group of commands lists them', async () => {
  const { stdout } = await ludex('--help');
  for (const { usage } of COMMANDS) assert.ok(stdout.includes(usage), usage);
  assert.match((await ludex('help', 'key', 'limit')).stdout, /^Usage: ludex key limit KEY_ID[\s\S]*--per-hour N/);
  assert.equal((await ludex('help', 'import')).stdout, (await ludex('import', '--help')).stdout);
  assert.match((await ludex('account')).stdout, /ludex account add EMAIL/);
  assert.match((await ludex('--version')).stdout, /^\d+\.\d+\.\d+\n$/);
});

test('account add prints only the key; the account can be listed, changed and removed', async () => {
  const added = await ludex('account', 'add', 'Ada@Example.org', '--plan', 'commercial');
  assert.match(added.stdout, /^ludex_[A-Za-z0-9]{32}\n$/);
  assert.deepEqual([added.code, added.stderr], [0, '']);
  const listed = JSON.parse((await ludex('account', 'list', '--json')).stdout);
  assert.deepEqual([listed[0].email, listed[0].plan], ['ada@example.org', 'commercial']);
  assert.equal((await ludex('account', 'plan', 'ada@example.org', 'unlimited')).code, 0);
  assert.match((await ludex('account', 'list')).stdout, /ada@example\.org +unlimited/);
  assert.equal((await ludex('account', 'remove', 'ada@example.org')).code, 0);
  assert.equal((await ludex('account', 'list', '--json')).stdout, '[]\n');
});

test('keys are listed, added, rotated with a grace period, limited and revoked', async () => {
  const first = (await ludex('account', 'add', 'bob@example.org', '--key', 'brought-along+key')).stdout.trim();
  assert.equal(first, 'brought-along+key');
  const second = (await ludex('key', 'add', 'bob@example.org', '--name', 'launcher')).stdout.trim();
  const list = async () => JSON.parse((await ludex('key', 'list', 'bob@example.org', '--json', '--show')).stdout);
  assert.deepEqual(
    (await list()).map((key: { key: string }) => key.key),
    [first, second],
  );

  const [, { key_id: id }] = await list();
  await ludex('key', 'limit', String(id), '--per-hour', '5', '--per-second', 'none');
  const rotated = (await ludex('key', 'rotate', String(id), '--grace', '2')).stdout.trim();
  const [, old, young] = await list();
  assert.equal(young.key, rotated);
  assert.deepEqual([young.name, young.per_hour, young.per_second], ['launcher', 5, 'none']);
  const grace = Date.parse(old.expires) - Date.parse(young.created);
  assert.ok(Math.abs(grace - 2 * 3600 * 1000) < 1000);

  await ludex('key', 'limit', String(young.key_id), '--per-hour', 'plan');
  assert.equal((await ludex('key', 'revoke', String(young.key_id))).code, 0);
  const revoked = (await list())[2];
  assert.match((await ludex('key', 'rotate', String(young.key_id))).stderr, /has expired/);
  assert.equal(revoked.per_hour, 360);
  assert.ok(Date.parse(revoked.expires) <= Date.now());
});

test('config shows every setting and no secret', async () => {
  const secret = 'x'.repeat(40);
  const { stdout } = await runHere(['config'], { LUDEX_DATA, LUDEX_SECRET: secret, LUDEX_FREE_PER_HOUR: 'none' });
  assert.match(stdout, /LUDEX_PORT +8080/);
  assert.match(stdout, /LUDEX_SECRET +\(set\)/);
  assert.match(stdout, /LUDEX_FREE_PER_HOUR +none/);
  assert.ok(!stdout.includes(secret));
});

const oneGame = {
  platforms: [{ key: 'platform:nes', platform_name: 'NES' }],
  games: [{ key: 'test:a', title: 'A', platforms: [{ platform: 'platform:nes' }] }],
};

test('--undo --dry-run shows what --undo would do, and changes nothing', async () => {
  const data = { LUDEX_DATA: temporaryFolder('undo') };
  assert.equal((await runHere(['import', writeBundle(oneGame)], data)).code, 0);
  const undo = (...flags: string[]) => runHere(['import', '--undo', ...flags], data);
  const countGames = async () => JSON.parse((await runHere(['status', '--json'], data)).stdout).games;
  const says = /^The last import, of test, would be undone\ntest: .* 1 removed\n.*nothing was changed\n$/;
  assert.match((await undo('--dry-run')).stdout, says);
  assert.equal(await countGames(), 1);
  assert.match((await undo()).stdout, /^The last import, of test, was undone\ntest: .* 1 removed\n$/);
  assert.equal(await countGames(), 0);
});

const MISTAKES: [name: string, args: string[], says: RegExp][] = [
  ['an unknown command', ['fly', 'away'], /^ludex: Unknown command "fly"\. "ludex --help" lists all commands$/m],
  ['a misspelt command', ['improt', 'mame'], /^ludex: Unknown command "improt"\. Did you mean "import"\?$/m],
  [
    'a misspelt subcommand',
    ['key', 'rotat', '1'],
    /^ludex: Unknown command "key rotat"\. Did you mean "key rotate"\?$/m,
  ],
  ['an unknown flag', ['status', '--fast'], /Unknown option '--fast'.*"ludex status --help"/],
  [
    'a misspelt flag',
    ['import', 'mame', 'x', '--lisxml', 'y'],
    /Unknown option '--lisxml'\. Did you mean "--listxml"\?$/m,
  ],
  ['a misspelt source', ['import', 'libreto', 'x'], /Unknown source "libreto"\. Did you mean "libretro"\?$/m],
  ['an unknown source', ['import', 'igdb', 'x'], /Unknown source "igdb"; use one of open, corrections, pictures, mame/],
  ['no path at all', ['import'], /Usage: ludex import \[SOURCE\] PATH…/],
  [
    'both --strict and --lenient',
    ['import', 'libretro', 'x', '--strict', '--lenient'],
    /--strict and --lenient exclude/,
  ],
  ["another source's switch", ['import', 'mame', 'x', '--new-games'], /--new-games does not apply to "import mame"/],
  [
    "a source's flag on a bundle",
    ['import', writeBundle(oneGame), '--profile', 'all'],
    /--profile does not apply to a bundle/,
  ],
  ['a bundle that does not exist', ['import', '/no/such'], /There is no file or folder \/no\/such$/m],
  ['a source without paths', ['import', 'mame'], /Usage: ludex import mame PATH…/],
  ['a missing argument', ['account', 'add'], /Usage: ludex account add EMAIL/],
  ['an extra argument', ['status', 'now'], /Usage: ludex status/],
  ['a wrong address', ['account', 'add', 'nobody'], /"nobody" is not an email address/],
  [
    'an unknown plan',
    ['account', 'add', 'x@y.z', '--plan', 'gold'],
    /Unknown plan "gold"; use one of free, commercial, unlimited/,
  ],
  [
    'a key with spaces',
    ['account', 'add', 'x@y.z', '--key', 'two words and more'],
    /printable ASCII characters without spaces/,
  ],
  ['a key that is in use', ['account', 'add', 'x@y.z', '--key', 'brought-along+key'], /This key already exists/],
  ['an account twice', ['account', 'add', 'BOB@example.org'], /The account bob@example\.org already exists/],
  ['an account that does not exist', ['key', 'list', 'eve@example.org'], /There is no account eve@example\.org/],
  ['a key that does not exist', ['key', 'revoke', '99999'], /There is no key 99999/],
  ['an invalid limit', ['key', 'limit', '1', '--per-hour', '-3'], /.*/],
  [
    'an unknown role',
    ['account', 'role', 'bob@example.org', 'king'],
    /Unknown role "king"; use one of member, operator/,
  ],
  ['an invitation that does not exist', ['invite', 'remove', '99'], /There is no invitation 99/],
  ['usage by something unknown', ['usage', '--by', 'moon'], /--by must be one of day, key, endpoint, status/],
  ['usage of no days', ['usage', '--days', '0'], /--days must be a whole number/],
  ['no limit at all', ['key', 'limit', '2'], /Set --per-hour, --per-second or both/],
  ['an invalid grace period', ['key', 'rotate', '2', '--grace', 'soon'], /--grace must be a whole number of hours/],
  ['a folder that is not a bundle', ['import', '/tmp'], /is not a bundle/],
  ['a broken bundle', ['import', writeRawBundle({ platforms: 'x\n' })], /platforms\.jsonl:1: not valid JSON/],
  [
    'a missing file of corrections',
    ['import', 'corrections', '/no/such.jsonl'],
    /^ludex: \/no\/such\.jsonl is not a file; name a file of corrections$/m,
  ],
  [
    'a manifest with control characters',
    ['import', writeBundle(oneGame, { licence: '\u001b[2J' })],
    /^ludex: \S+: manifest\.json: sources\.0\.licence contains a control character$/m,
  ],
  [
    'a property whose name is an escape code',
    ['import', writeBundle({ platforms: [{ ...oneGame.platforms[0], '\u001b[2J': 1 }] })],
    /^platforms\.jsonl:1: \\u001b\[2J is not a known property$/m,
  ],
  [
    'a wrong flag of serve',
    ['serve', '--port', 'eighty'],
    /--port must be a whole number from 0 to 65535, not "eighty"/,
  ],
];

for (const [name, args, says] of MISTAKES) {
  test(`${name} prints one sentence on stderr, with exit code 1`, async () => {
    const { code, stdout, stderr } = await ludex(...args);
    assert.equal(code, 1);
    assert.equal(stdout, '');
    assert.match(stderr, /^ludex: /);
    assert.match(stderr, says);
    assert.doesNotMatch(stderr, / at .*\.ts:/);
  });
}

test('a missing data folder is reported and not created', async () => {
  const folder = `${LUDEX_DATA}-elsewhere`;
  for (const args of [['status'], ['account', 'list'], ['key', 'list', 'a@b.c']]) {
    const { code, stderr } = await runHere([...args, '--data', folder]);
    assert.equal(code, 1);
    assert.match(stderr, /There is no data folder .*-elsewhere/);
  }
  assert.ok(!existsSync(folder));
});

function emptyFile(): string {
  const path = join(temporaryFolder('empty'), 'file');
  writeFileSync(path, '\n');
  return path;
}

const SETTINGS: [name: string, env: Record<string, string>, says: RegExp][] = [
  ['an invalid port', { LUDEX_PORT: '99999' }, /LUDEX_PORT must be a whole number from 0 to 65535/],
  ['an invalid public URL', { LUDEX_PUBLIC_URL: 'games.example.org' }, /LUDEX_PUBLIC_URL must be an http or https URL/],
  ['a short secret', { LUDEX_SECRET: 'short' }, /LUDEX_SECRET must have at least 32 characters/],
  ['a secret file that is missing', { LUDEX_SECRET_FILE: '/no/such/file' }, /LUDEX_SECRET_FILE names \/no\/such\/file/],
  ['a secret file that is empty', { LUDEX_SECRET_FILE: emptyFile() }, /LUDEX_SECRET_FILE names .*, which is empty/],
  [
    'a secret that is set twice',
    { LUDEX_SECRET: 'x'.repeat(32), LUDEX_SECRET_FILE: '/x' },
    /LUDEX_SECRET and LUDEX_SECRET_FILE are both set/,
  ],
  ['a misspelt setting', { LUDEX_PROT: '80' }, /LUDEX_PROT is not a setting/],
  ['a negative limit', { LUDEX_FREE_PER_HOUR: '-1' }, /LUDEX_FREE_PER_HOUR must be a whole number from 0/],
  ['an invalid boolean', { LUDEX_STARTER: 'yes' }, /LUDEX_STARTER must be true or false, not "yes"/],
  ['an invalid contact', { LUDEX_CONTACT: 'javascript:alert(1)' }, /LUDEX_CONTACT must be an email address or a URL/],
  ['an unknown level', { LUDEX_LOG_LEVEL: 'loud' }, /LUDEX_LOG_LEVEL must be one of/],
  ['an unknown choice', { LUDEX_SIGN_UP: 'maybe' }, /LUDEX_SIGN_UP must be one of open, invite and closed/],
  ['a mail server without a URL', { LUDEX_SMTP_URL: 'mail.example.org' }, /LUDEX_SMTP_URL must be a URL such as smtps/],
  [
    'a mail server without a sender',
    { LUDEX_SMTP_URL: 'smtp://mail.example.org' },
    /LUDEX_SMTP_URL requires LUDEX_MAIL_FROM/,
  ],
  ['an invalid sender', { LUDEX_MAIL_FROM: 'nobody' }, /LUDEX_MAIL_FROM must be an email address/],
  ['a number below its range', { LUDEX_SESSION_DAYS: '0' }, /LUDEX_SESSION_DAYS must be a whole number from 1 to 365/],
  ['a URL of another database', { LUDEX_DATABASE_URL: 'mysql://x' }, /LUDEX_DATABASE_URL must be a URL such as/],
];

for (const [name, env, says] of SETTINGS) {
  test(`${name} stops the start with a sentence`, async () => {
    const { code, stderr } = await runHere(['serve'], { LUDEX_DATA, LUDEX_STARTER: 'false', ...env });
    assert.equal(code, 1);
    assert.match(stderr, says);
  });
}

test('a changed secret stops the start with a sentence', async () => {
  const env = { LUDEX_DATA, LUDEX_STARTER: 'false', LUDEX_SECRET: 'y'.repeat(32) };
  const { code, stderr } = await runProgram(['serve'], env);
  assert.equal(code, 1);
  assert.match(stderr, /is not the secret that the keys in this store were encrypted with/);
});
