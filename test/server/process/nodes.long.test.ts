import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { readConfig } from '../../../src/config.ts';
import { openStore } from '../../../src/store/open.ts';
import { temporaryFolder } from '../../support/samples/bundle.ts';
import { CATALOG } from '../../support/samples/catalog.ts';
import { ask, type FleetResponse, type Node, openFleet, whileAsking } from '../../support/servers/fleet.ts';
import { startPostgres, withPatience } from '../../support/servers/postgres.ts';
import { administer } from '../../support/servers/postgres-roles.ts';
import { untilServed } from '../../support/servers/server.ts';
import { until } from '../../support/until.ts';

/** A separate database server, which a test stops. */
const database = await startPostgres();
after(() => database.kill());
const fleet = openFleet(withPatience(database.url));
const config = readConfig({ data: temporaryFolder('node') }, { LUDEX_DATABASE_URL: withPatience(database.url) });
await fleet.import(CATALOG);
const [free, counted, limited] = await Promise.all([fleet.newKey('none'), fleet.newKey(1_000_000), fleet.newKey(20)]);
const nodes = await Promise.all([fleet.startNode(), fleet.startNode(), fleet.startNode()]);

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
    const answers = await Promise.all(nodes.map((node) => ask(node, path, free.key)));
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]), path);
    assert.equal(new Set(answers.map(({ text }) => text)).size, 1, path);
    assert.equal(new Set(answers.map(({ headers }) => headers.get('etag'))).size, 1, path);
  }
});

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
  const store = await openStore(config);
  await administer(database.url, "UPDATE catalog_facts SET value = value::int + 96 WHERE name = 'tables_version'");
  await store.catalog.write((writer) => writer.putGame(game));
  const find = async (node: Node) => {
    const { text } = await ask(node, '/v1/games?title=after%20the%20upgrade&format=id', free.key);
    return JSON.parse(text).games.length === 1;
  };
  for (const node of nodes) await until(() => find(node));
  await assert.rejects(openStore(config), /run the newer Ludex/);
  await store.catalog.write((writer) => writer.removeGame(game.gameId));
  await administer(database.url, "UPDATE catalog_facts SET value = value::int - 96 WHERE name = 'tables_version'");
  await store.close();
});

test('a rolling restart fails no request of a client that retries on the next node', async () => {
  const restarted = await Promise.all([fleet.startNode(), fleet.startNode()]);
  const { key, keyId } = counted;
  let answered = 0;
  let retried = 0;
  /** Like a proxy: retries a failed connection on another node, but never a response. */
  const askAny = async (from: number): Promise<FleetResponse> => {
    for (let tried = 0; ; tried++) {
      try {
        return await ask(restarted[(from + tried) % 2] as Node, '/v1/games/1', key);
      } catch (error) {
        if (tried === 1) throw error;
        retried++;
      }
    }
  };
  const request = async (number: number) => {
    const { status, text } = await askAny(number + answered);
    assert.equal(status, 200, text);
    answered++;
  };
  const restarts = async () => {
    for (const [at, node] of restarted.entries()) {
      const before = answered;
      await until(() => answered > before + 30);
      node.process.kill('SIGTERM');
      const { code, stderr } = await node.ended;
      assert.deepEqual([code, stderr], [0, '']);
      restarted[at] = await fleet.startNode({}, node.port);
    }
  };
  await whileAsking(6, request, restarts);
  assert.ok(retried > 0);
  const used = await fleet.countedOf(keyId);
  assert.ok(used >= answered && used <= answered + retried, `${used} counted, ${answered} answered`);
});

const CACHED = '/v1/games/3?asked=0';

test('without the database, cached responses are served, everything else gets 503, and nodes recover when it returns', async () => {
  const [first] = nodes;
  // A new snapshot clears the cache.
  const { rows } = await administer(database.url, "SELECT value FROM catalog_facts WHERE name = 'revision'");
  for (const node of nodes) await untilServed(node, Number(rows[0].value));
  // Twice: the second request fills the cache.
  for (const node of [...nodes, ...nodes])
    for (const { key } of [free, limited]) assert.equal((await ask(node, CACHED, key)).status, 200);
  await database.kill();
  const statusOf = async (node: Node, path: string, key: string) => (await ask(node, path, key)).status;
  assert.equal(await statusOf(first, CACHED, free.key), 200);
  assert.equal(await statusOf(first, '/v1/games?format=brief', free.key), 200);
  const refused = await ask(first, CACHED, limited.key);
  assert.deepEqual([refused.status, refused.headers.get('retry-after')], [503, '1']);
  assert.equal(await statusOf(first, '/v1/games/40', free.key), 503);
  assert.equal(await statusOf(first, CACHED, 'a key that nobody has seen'), 503);

  await database.start();
  for (const node of nodes)
    for (const { key } of [free, counted]) await until(async () => (await statusOf(node, '/v1/games/41', key)) === 200);
});
