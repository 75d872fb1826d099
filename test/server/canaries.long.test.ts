import assert from 'node:assert/strict';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { readConfig } from '../../src/config.ts';
import { type Browser, openBrowser, type Shown } from '../support/browser.ts';
import { temporaryFolder } from '../support/samples/bundle.ts';
import { runHere } from '../support/servers/command.ts';
import { runSqlDirectly } from '../support/servers/engines.ts';
import { linkIn, openMailbox } from '../support/servers/mailbox.ts';
import { startProgram, startServing } from '../support/servers/program.ts';
import { askRaw, sendBytes } from '../support/servers/raw.ts';
import { CERTIFICATE } from '../support/servers/tls.ts';
import { until } from '../support/until.ts';

/** Secrets by name. Everything that the program emits is searched for them. */
const canaries = new Map<string, string>();
/** What was emitted, by where. */
const emitted: [where: string, text: string][] = [];

function plant(name: string, secret: string | undefined): string {
  assert.ok(secret !== undefined && secret.length > 8, name);
  canaries.set(name, secret);
  return secret;
}

/** Fails if a text contains a secret, as it is or in an encoding that we use, unless it is the place for it. */
function assertNoneIn(where: string, text: string, meant: readonly string[] = []): void {
  for (const [name, secret] of canaries) {
    if (meant.includes(name)) continue;
    const forms = [secret, encodeURIComponent(secret), Buffer.from(`${secret}:`).toString('base64')];
    for (const form of forms) assert.ok(!text.includes(form), `${name} is in ${where}`);
  }
}

const PASSWORD = 'canary of a password';
const data = temporaryFolder('canaries');
const authority = join(temporaryFolder('authority'), 'authority.pem');
writeFileSync(authority, CERTIFICATE);
const SENDER = { user: 'ludex', password: 'canary-of-the-mail-server' };
const mailbox = await openMailbox(0, SENDER);
const env = {
  LUDEX_DATA: data,
  LUDEX_LOG_LEVEL: 'trace',
  LUDEX_METRICS: 'public',
  LUDEX_SMTP_URL: mailbox.url.replace('//', `//${SENDER.user}:${plant('the SMTP password', SENDER.password)}@`),
  LUDEX_MAIL_FROM: 'ludex@example.org',
  NODE_EXTRA_CA_CERTS: authority,
};
// Makes the store and the operator, whose first key is printed here only.
plant(
  'the key of the operator',
  (await runHere(['account', 'add', 'op@example.org', '--operator'], env)).stdout.trim(),
);
const serving = await startServing(env);
plant('the secret file', readFileSync(join(data, 'secret'), 'utf8').trim());

const visitor = openBrowser(serving.url);
const operator = openBrowser(serving.url);

/** Notes an answer for the search. `meant` are the secrets that the page is for. */
function see(where: string, { text, headers }: Pick<Shown, 'text' | 'headers'>, ...meant: string[]): void {
  // A cookie is sent to its owner only.
  const others = [...headers].filter(([name]) => name !== 'set-cookie');
  pending.push(() => assertNoneIn(where, `${JSON.stringify(others)}${text}`, meant));
}
/** Run at the end, when all secrets are known. */
const pending: (() => void)[] = [];

async function signUp(browser: Browser, email: string): Promise<Shown> {
  await browser.open('/signup');
  see('the page after signing up', await browser.submit('/signup', { email }));
  const letter = await mailbox.next(email);
  const link = linkIn(letter, '/verify');
  plant('the token of a sign-up', new URL(link, serving.url).searchParams.get('token') ?? '');
  pending.push(() => assertNoneIn('the letter of a sign-up', letter, ['the token of a sign-up']));
  see('the page of a sign-up', await browser.open(link), 'the token of a sign-up');
  return browser.submit('/verify', { password: PASSWORD, terms: 'yes' });
}

test('no secret is in logs, pages, headers, metrics, letters, the command line or the database', async (t) => {
  plant('the password', PASSWORD);
  const profile = await signUp(visitor, 'ada@example.org');
  const key = plant('the API key', /<code id="key-\d+">(ludex_\w+)/.exec(profile.text)?.[1]);
  see('the profile', profile, 'the API key');
  plant('the session', visitor.cookies.get('ludex_session'));
  plant('the cookie of the device', visitor.cookies.get('ludex_device'));

  await t.test('API', () => askApi(key));
  await t.test('links by mail', askReset);
  await t.test('pages of the operator', readOperatorPages);
  await t.test('errors', () => causeErrors(key));

  const processFiles = ['cmdline', 'comm'].map((name) =>
    readFileSync(`/proc/${serving.process.pid}/${name}`, 'latin1'),
  );
  emitted.push(['the command line', processFiles.join()]);
  serving.process.kill('SIGTERM');
  const { stdout, stderr } = await serving.ended;
  assert.match(stderr, /"url":"\/v1\/games\?api_key=\[redacted\]/);
  emitted.push(['stdout', stdout], ['the log', stderr]);
  for (const path of globSync('*.db*', { cwd: data })) emitted.push([path, readFileSync(join(data, path), 'latin1')]);
  for (const { to, text } of mailbox.letters) emitted.push([`a letter to ${to}`, text]);
  for (const [where, text] of emitted) assertNoneIn(where, text);
  for (const check of pending) check();
});

/** A key in every place that a client may put it, right and wrong. */
async function askApi(key: string): Promise<void> {
  const wrong = plant('a key with a typo', `${key.slice(0, -3)}xyz`);
  for (const one of [key, wrong]) {
    const basic = Buffer.from(`${one}:`).toString('base64');
    const ways: [path: string, headers: Record<string, string>][] = [
      [`/v1/games?limit=1&api_key=${one}`, {}],
      [`/v1/games?api_key=${one}&limit=x`, {}],
      [`/v1/games&api_key=${one}`, {}],
      [`/k/${one}/v1/games?limit=1`, {}],
      [`/k/${one}/v1/no-such-path`, {}],
      [`/k/${one}/no-such-path`, {}],
      [`/k/${one}`, {}],
      [`/v1/k/${one}`, { 'x-api-key': key }],
      [`/v1/games/${one}`, { 'x-api-key': key }],
      [`/games?title=${one}&api_key=${one}`, {}],
      ['/v1/games?limit=1', { 'x-api-key': one }],
      ['/v1/games?limit=1', { authorization: `Bearer ${one}` }],
      ['/v1/games?limit=1', { authorization: `Basic ${basic}` }],
      ['/v1/no-such-path', { authorization: `Bearer ${one}`, cookie: `ludex_session=${canaries.get('the session')}` }],
    ];
    for (const [path, headers] of ways) {
      const answer = await fetch(serving.url + path, { headers, redirect: 'manual' });
      // A page shows what was searched for, and nothing else may repeat it.
      const isSearch = path.startsWith('/games?');
      see(`${path} with ${Object.keys(headers)}`, {
        headers: answer.headers,
        text: isSearch ? '' : await answer.text(),
      });
    }
  }
  const broken = await sendBytes(serving.url, `GET /v1/games?api_key=${key} HTTP/9.9\r\nX-API-Key: ${key}\r\n\r\n`);
  emitted.push(['the answer to broken bytes', broken]);
}

async function askReset(): Promise<void> {
  const browser = openBrowser(serving.url);
  await browser.open('/signin');
  const mistyped = plant('a mistyped password', 'canary of a mistyped one');
  see('a failed sign-in', await browser.submit('/signin', { email: 'ada@example.org', password: mistyped }));
  await browser.open('/reset');
  see('the page after asking for a reset', await browser.submit('/reset', { email: 'ada@example.org' }));
  const letter = await mailbox.next('ada@example.org');
  const link = linkIn(letter, '/reset');
  plant('the token of a reset', new URL(link, serving.url).searchParams.get('token') ?? '');
  pending.push(() => assertNoneIn('the letter of a reset', letter, ['the token of a reset']));
  see('the page of a reset', await browser.open(link), 'the token of a reset');
  const password = plant('the new password', 'canary of a new password');
  see('the profile after a reset', await browser.submit('/reset/password', { password }), 'the API key');
}

const OPERATOR_PAGES = ['', '/accounts', '/accounts/2', '/usage', '/imports', '/messages', '/invites', '/corrections'];

async function readOperatorPages(): Promise<void> {
  const link = (await runHere(['account', 'reset', 'op@example.org'], env)).stdout.trim();
  plant('a link of the command line', new URL(link).searchParams.get('token') ?? '');
  await operator.open(new URL(link).pathname + new URL(link).search);
  const password = plant('the password of the operator', 'canary of an operator');
  await operator.submit('/reset/password', { password });
  plant('the session of the operator', operator.cookies.get('ludex_session'));
  for (const path of OPERATOR_PAGES) {
    const page = await operator.open(`/operator${path}`);
    assert.equal(page.status, 200, path);
    see(`/operator${path}`, page);
  }
  await operator.open('/operator/invites');
  const invited = await operator.submit('/operator/invites', { note: 'Bob' });
  plant('the token of an invitation', /\/invite\/(ludex_\w+)/.exec(invited.text)?.[1]);
  see('the list of invitations', await operator.open('/operator/invites'));
}

/** A bug of the program: its log line has the whole error. */
async function causeErrors(key: string): Promise<void> {
  await runSqlDirectly(readConfig({ data }, {}), 'catalog', 'DELETE FROM cards');
  const answer = await askRaw(serving.url, `/v1/games?api_key=${key}&limit=3&offset=7`, { 'x-api-key': key });
  assert.equal(answer.status, 500);
  await until(() => serving.output.stderr.includes('request failed'));
  for (const path of ['/metrics', '/healthz', '/readyz', '/robots.txt', '/sitemap.xml', '/feed.atom'])
    see(path, await openBrowser(serving.url).open(path));
  see('the errors of the operator', await operator.open('/operator'));
}

const DATABASE = 'canary-of-the-database';
const SETTINGS = {
  LUDEX_SECRET: 'canary-of-the-secret-that-encrypts-keys',
  LUDEX_SMTP_URL: 'smtp://ludex:canary-of-the-mail-server@127.0.0.1:9',
  LUDEX_MAIL_FROM: 'ludex@example.org',
  LUDEX_DATABASE_URL: `postgres://ludex:${DATABASE}@127.0.0.1:9/ludex?connect_timeout=1`,
};

test('no secret setting is in the output of commands that show settings or cannot connect', async () => {
  const others = { ...SETTINGS, LUDEX_DATA: temporaryFolder('canaries'), LUDEX_LOG_LEVEL: 'trace' };
  const separate = {
    ...others,
    LUDEX_DATABASE_URL: 'postgres://ludex@127.0.0.1:9/ludex',
    LUDEX_DATABASE_PASSWORD: DATABASE,
  };
  for (const settings of [others, separate]) {
    const shown = [await runHere(['config'], settings), await runHere(['config', '--json'], settings)];
    const failed = [await runHere(['status'], settings), await runHere(['account', 'list'], settings)];
    const waiting = startProgram(['serve'], { ...settings, LUDEX_PORT: '0' });
    await until(() => /127\.0\.0\.1/.test(waiting.output.stdout + waiting.output.stderr));
    waiting.process.kill('SIGTERM');
    for (const { stdout, stderr } of [...shown, ...failed, await waiting.ended])
      assert.doesNotMatch(stdout + stderr, /canary-of/);
    for (const { code, stderr } of failed) assert.ok(code === 1 && stderr.includes('127.0.0.1'), stderr);
  }
});
