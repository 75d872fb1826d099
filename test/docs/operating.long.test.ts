import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import pg from 'pg';
import { signUp } from '../support/accounts.ts';
import { reportSubstitute } from '../support/instead.ts';
import { writeFiles } from '../support/samples/bundle.ts';
import { linkIn, type Mailbox, openMailbox } from '../support/servers/mailbox.ts';
import { type PostgresServer, startPostgres } from '../support/servers/postgres.ts';
import { administer } from '../support/servers/postgres-roles.ts';
import { CERTIFICATE, offerTls } from '../support/servers/tls.ts';
import { until } from '../support/until.ts';
import { readBlock } from './blocks.ts';
import { LISTS, MAME_FOLDER } from './files.ts';
import { askSecurely, startNginx } from './proxies.ts';
import { openStage, type Stage } from './stage.ts';
import { copyStarterData } from './starter-data.ts';

const PAGE = 'docs/operating.md';
/** Characters that mean something in a URL, a shell or SQL, and spaces around them. */
const PASSWORD = ` p@ss:w/rd %41&?#=+'"\\ $x \`ü `;
const SENDER = { user: 'ludex', password: 'p@ss:w/rd %41' };

test('docs/operating.md, from one machine to three nodes, over PostgreSQL with TLS', async (t) => {
  const postgres = await openPostgres(t);
  const mailbox = await openMailbox(0, SENDER);
  const stage = await openStage(t);
  const key = await prepareOldServer(stage);
  const parameters = `?sslmode=verify-full&sslrootcert=${stage.home}/authority.pem`;
  const printed = await stage.follow(PAGE, {
    'db.example.org/ludex': `localhost:${postgres.port}/ludex${parameters}`,
    'choose-a-password': PASSWORD,
    '/var/backups': join(stage.home, 'backups'),
    'mail-password': encodeURIComponent(SENDER.password),
    'mail.example.org': new URL(mailbox.url).host,
  });
  assert.match(printed.join(''), /^games +245$/m);
  assert.deepEqual(await listEncryption(postgres), [true]);
  await assertSame(stage, key);
  await assertFollowed(stage, key);
  await assertMailed(stage, mailbox);
  await assertStopIsUnseen(t, stage, key);
});

async function openPostgres(t: TestContext): Promise<PostgresServer> {
  const postgres = await startPostgres();
  t.after(() => postgres.kill());
  await offerTls(postgres);
  await createDatabase(postgres);
  return postgres;
}

/** As whoever runs PostgreSQL does. */
async function createDatabase({ url }: PostgresServer): Promise<void> {
  const statements = readBlock(PAGE, 'sql').replaceAll("'choose-a-password'", () => pg.escapeLiteral(PASSWORD));
  for (const statement of statements.trim().split('\n')) await administer(url, statement);
}

/** What the reader has: a data folder with an account, and the certificate of whoever signs for the servers. */
async function prepareOldServer({ terminal, home, handOver }: Stage): Promise<string> {
  writeFiles(home, LISTS);
  writeFileSync(join(home, 'authority.pem'), CERTIFICATE);
  mkdirSync(join(home, 'backups'));
  await copyStarterData(join(home, 'data'));
  handOver();
  await terminal.run('given', `export NODE_EXTRA_CA_CERTS=${home}/authority.pem`);
  return (await terminal.run('given', 'ludex account add ada@example.org --plan unlimited')).trim();
}

/** Which connections there are: encrypted ones, others, or both. */
async function listEncryption({ url }: PostgresServer): Promise<boolean[]> {
  const { rows } = await administer(
    url,
    "SELECT DISTINCT ssl FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) WHERE usename = 'ludex'",
  );
  return rows.map(({ ssl }) => ssl);
}

const nodesOf = ({ port }: Stage) => [1, 2, 3].map((n) => `http://localhost:${port + n}`);

function askNodes(stage: Stage, key: string, path: string): Promise<Response[]> {
  return Promise.all(nodesOf(stage).map((url) => fetch(url + path, { headers: { 'x-api-key': key } })));
}

async function assertSame(stage: Stage, key: string): Promise<void> {
  const answers = await askNodes(stage, key, '/v1/games?limit=100');
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
  assert.equal(new Set(answers.map(({ headers }) => headers.get('etag'))).size, 1);
  const texts = await Promise.all(answers.map((answer) => answer.text()));
  assert.equal(new Set(texts).size, 1);
  assert.match(texts[0] as string, /https:\/\/games\.example\.org\/games\//);
}

/** An import anywhere is shown by every node. */
async function assertFollowed(stage: Stage, key: string): Promise<void> {
  await stage.terminal.run('import', `ludex import mame ${join(stage.home, MAME_FOLDER)}`);
  await until(async () => {
    const answers = await askNodes(stage, key, '/v1/games?title=hop%20over%20docs');
    const texts = await Promise.all(answers.map((answer) => answer.text()));
    return texts.every((text) => text.includes('Hop over Docs'));
  });
}

/** Whoever signs up gets an email, with a link that works. */
async function assertMailed({ port }: Stage, mailbox: Mailbox): Promise<void> {
  const { browser } = await signUp({ url: `http://localhost:${port}` }, 'bob@example.org');
  const letter = await mailbox.next('bob@example.org');
  assert.match(letter, /https:\/\/games\.example\.org\/verify/);
  assert.equal((await browser.open(linkIn(letter, '/verify'))).status, 200);
}

/** The first job of the shell is the first node. */
const STOP_FIRST = "jobs -l > jobs; kill $(sed -n 's/^\\[1\\][ +-]*\\([0-9]*\\).*/\\1/p' jobs)";

/** Behind the proxy of the page one node stops, and no client sees it. */
async function assertStopIsUnseen(t: TestContext, stage: Stage, key: string): Promise<void> {
  const upstream = readBlock(PAGE, 'nginx', 'upstream ludex');
  const server = readBlock(PAGE, 'nginx', 'server_name').replaceAll('127.0.0.1:8080', 'ludex');
  const standIns = [1, 2, 3].map((n) => [`node${n}.example.org:8080`, `127.0.0.1:${stage.port + n}`]);
  const proxy = await startNginx(upstream + server, Object.fromEntries(standIns));
  if (proxy === undefined) return reportSubstitute(t, 'no nginx, so no node is stopped behind one');
  const statuses = new Set<number>();
  const ask = async () => statuses.add((await askSecurely(proxy, '/v1/games/210', { 'x-api-key': key })).status);
  await stage.terminal.run('stop a node', STOP_FIRST);
  const isGone = () =>
    fetch(`http://localhost:${stage.port + 1}/healthz`).then(
      () => false,
      () => true,
    );
  await until(async () => (await ask()) && isGone());
  for (let i = 0; i < 20; i++) await ask();
  assert.deepEqual(statuses, new Set([200]));
}
