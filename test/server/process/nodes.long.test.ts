import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { addAccount } from '../../../src/accounts/accounts.ts';
import { issueKey } from '../../../src/accounts/keys.ts';
import { openSecret } from '../../../src/accounts/secret.ts';
import { type Config, readConfig } from '../../../src/config.ts';
import type { Plan } from '../../../src/plans.ts';
import { serve } from '../../../src/server/serve.ts';
import { openStore } from '../../../src/store/open.ts';
import { temporaryFolder, writeBundle } from '../../support/samples/bundle.ts';
import { CATALOG } from '../../support/samples/catalog.ts';
import { TEST_FLAGS } from '../../support/servers/engines.ts';
import { type PostgresServer, startPostgres, withPatience } from '../../support/servers/postgres.ts';
import { administer } from '../../support/servers/postgres-roles.ts';
import { importInto, NOON } from '../../support/servers/server.ts';
import { until } from '../../support/until.ts';

const SECRET = 'one secret for all nodes of the fleet';

/** A separate database server, which a test may stop. */
const database: PostgresServer = await startPostgres();
after(() => database.kill());
let now = NOON;

function configOf(settings: Record<string, string> = {}): Config {
  const flags = {
    ...TEST_FLAGS,
    data: temporaryFolder('node'),
    'public-url': 'https://games.example',
    ...settings,
  };
  return readConfig(flags, { LUDEX_DATABASE_URL: withPatience(database.url), LUDEX_SECRET: SECRET });
}

async function startNode(settings: Record<string, string> = {}) {
  const serving = await serve(configOf(settings), () => now);
  after(() => serving.close());
  return async (path: string, key: string) => {
    const response = await fetch(`http://localhost:${serving.port}${path}`, { headers: { 'x-api-key': key } });
    return { status: response.status, headers: response.headers, text: await response.text() };
  };
}

function importCatalog(catalog: Parameters<typeof writeBundle>[0]): Promise<number> {
  return importInto(configOf(), writeBundle(catalog), () => now);
}

async function newKey(plan: Plan): Promise<string> {
  const config = configOf();
  const store = await openStore(config);
  const email = `${crypto.randomUUID()}@example.org`;
  const { accountId } = await addAccount(store.accounts, { email, plan, createdAt: NOON });
  const secret = await openSecret(config, store.accounts);
  const key = await issueKey(store.accounts, secret, { accountId, name: 'test', createdAt: NOON });
  await store.close();
  return key;
}

await importCatalog(CATALOG);
const nodes = [await startNode(), await startNode(), await startNode({ 'quota-fail': 'open' })] as const;
const free = await newKey('unlimited');

test('all nodes give the same responses, ETags, orders and random games at one revision', async () => {
  for (const path of [
    '/v1/games?limit=100',
    '/v1/games?format=brief&limit=50&offset=20',
    '/v1/games/recent?format=id',
    '/v1/games/random',
    '/v1/genres',
    '/v1/games/search?q=filler&format=id',
    '/v1/suggest?q=nintendo',
    '/v1/games/1/platforms',
  ]) {
    const answers = await Promise.all(nodes.map((ask) => ask(path, free)));
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]), path);
    assert.equal(new Set(answers.map(({ text }) => text)).size, 1, path);
    assert.equal(new Set(answers.map(({ headers }) => headers.get('etag'))).size, 1, path);
  }
});

type Node = (typeof nodes)[number];

async function readRevision(): Promise<number> {
  const { rows } = await administer(database.url, "SELECT value FROM catalog_facts WHERE name = 'revision'");
  return Number(rows[0].value);
}

/** Waits until all nodes serve the revision. */
async function follow(revision: number): Promise<void> {
  const revisionOf = async (ask: Node) =>
    Number(/^ludex_catalog_revision (\d+)$/m.exec((await ask('/metrics', free)).text)?.[1]);
  await Promise.all(nodes.map((ask) => until(async () => (await revisionOf(ask)) === revision)));
}

test('running nodes keep working after a newer Ludex has migrated the tables; only a new start is refused', async () => {
  const names = { title: 'After The Upgrade', names: 'after the upgrade', hash: '', provenance: '{}' };
  const game = {
    ...names,
    gameId: 900,
    modifiedAt: 1,
    facets: Uint32Array.of(0, 0, 0, 0, 1, 7),
    filters: new Uint32Array(5),
    card: '{}',
    record: '{}',
  };
  const store = await openStore(configOf());
  await administer(database.url, "UPDATE catalog_facts SET value = '2' WHERE name = 'schema_version'");
  await store.catalog.write((writer) => writer.putGame(game));
  const find = async (ask: (typeof nodes)[number]) =>
    JSON.parse((await ask('/v1/games?title=after%20the%20upgrade&format=id', free)).text).games.length === 1;
  for (const ask of nodes) await until(() => find(ask));
  await assert.rejects(openStore(configOf()), /run the newer Ludex/);
  await store.catalog.write((writer) => writer.removeGame(game.gameId));
  await administer(database.url, "UPDATE catalog_facts SET value = '1' WHERE name = 'schema_version'");
  await store.close();
});

test('without the database, cached responses are served, everything else gets 503, and nodes recover when it returns', async () => {
  const [closed, , open] = nodes;
  // A new snapshot clears the cache.
  await follow(await readRevision());
  const key = await newKey('commercial');
  for (const ask of nodes) {
    // Twice: the second request fills the cache.
    for (let i = 0; i < 2; i++) {
      now += 1000;
      assert.equal((await ask('/v1/games/3', free)).status, 200);
      assert.equal((await ask('/v1/games/3', key)).status, 200);
      now += 1000;
    }
  }
  await database.kill();
  assert.equal((await closed('/v1/games/3', free)).status, 200);
  assert.equal((await closed('/v1/games?format=brief', free)).status, 200);
  const refused = await closed('/v1/games/3', key);
  assert.equal(refused.status, 503);
  assert.equal(refused.headers.get('retry-after'), '1');
  assert.equal((await closed('/v1/games/40', free)).status, 503);
  assert.equal((await closed('/v1/games/3', 'a key that nobody has seen')).status, 503);

  // Counted by the node alone: ten per second here as well.
  const counted = await Promise.all(Array.from({ length: 20 }, () => open('/v1/games/3', key)));
  assert.equal(counted.filter(({ status }) => status === 200).length, 6);
  assert.equal(counted.filter(({ status }) => status === 429).length, 14);

  await database.start();
  now += 10_000;
  await until(async () => (await closed('/v1/games/40', free)).status === 200);
  await until(async () => (await closed('/v1/games/3', key)).status === 200);
  await until(async () => (await open('/v1/games/41', free)).status === 200);
});
