import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { CATALOG } from '../../support/samples/catalog.ts';
import { ask as askNode, type FleetResponse, type Node, openFleet } from '../../support/servers/fleet.ts';
import { startPostgres } from '../../support/servers/postgres.ts';
import { startReplica, WITH_REPLICAS } from '../../support/servers/postgres-copies.ts';
import { administer, openClient } from '../../support/servers/postgres-roles.ts';
import { startSlowProxy } from '../../support/servers/slow-proxy.ts';
import { until } from '../../support/until.ts';

/** Slower responses count as failures, whatever the fault. */
const LONGEST_MS = 5000;
const ask = (node: Node, path: string, key: string) => askNode(node, path, key, LONGEST_MS);

const primary = await startPostgres(WITH_REPLICAS);
after(() => primary.kill());
const fleet = openFleet(primary.url);
await fleet.import(CATALOG);
// Before any node starts: a change of keys clears the key caches of the nodes.
const [free, limited, late] = await Promise.all([
  fleet.newKey('none'),
  fleet.newKey(1_000_000),
  fleet.newKey(1_000_000),
]);
const replica = await startReplica(primary);
after(() => replica.kill());
const proxy = await startSlowProxy(primary.port);
after(() => proxy.close());
/** The address that leads to the server that accepts writes. */
const virtual = await startSlowProxy(primary.port);
after(() => virtual.close());

/** A default node, one with a single connection that can be slowed down, and one whose database is found by another address. */
const [usual, single, either] = await Promise.all([
  fleet.startNode(),
  fleet.startNode({
    LUDEX_DATABASE_URL: primary.url.replace(`:${primary.port}`, `:${proxy.port}`),
    LUDEX_DATABASE_CONNECTIONS: '1',
  }),
  fleet.startNode({ LUDEX_DATABASE_URL: primary.url.replace(`:${primary.port}`, `:${virtual.port}`) }),
]);
const nodes = [usual, single, either];

let isPaused = false;
async function pausePrimary(): Promise<void> {
  await primary.pause();
  isPaused = true;
}
function resumePrimary(): void {
  isPaused = false;
  primary.resume();
}

/** A response that was made twice is cached. Each test uses games of its own where it needs uncached ones. */
const CACHED = '/v1/games/3?asked=0';
for (const node of nodes) {
  for (let i = 0; i < 2; i++)
    for (const { key } of [free, limited]) assert.equal((await ask(node, CACHED, key)).status, 200);
}

/** Sends each kind of request to a node during a fault. */
async function askAll(node: Node, fresh: number) {
  const askedInPause = isPaused;
  const needDatabase = Promise.all([
    ask(node, `/v1/games/${fresh}`, free.key),
    ask(node, CACHED, limited.key),
    ask(node, CACHED, 'a key that nobody has seen'),
  ]);
  for (const answer of await Promise.all([
    ask(node, CACHED, free.key),
    ask(node, '/v1/games?format=brief', free.key),
  ])) {
    assert.equal(answer.status, 200, answer.text);
    if (askedInPause) assert.ok(isPaused, 'it was answered only when the database was back');
  }
  const [unread, counted, unknown] = await needDatabase;
  for (const answer of [unread, counted]) assertAnsweredOr503(answer);
  assertAnsweredOr503(unknown, 401);
  return { unread, counted, unknown };
}

function assertAnsweredOr503(answer: FleetResponse, usual = 200): void {
  if (answer.status === usual) return;
  assert.equal(answer.status, 503, answer.text);
  assert.equal(answer.headers.get('retry-after'), '1');
}

/** Everything works again without a restart. */
async function assertRecovers(list: readonly Node[], fresh: number): Promise<void> {
  const works = async (node: Node) => {
    const { unread, counted, unknown } = await askAll(node, fresh);
    const ready = await ask(node, '/readyz', free.key);
    return unread.status === 200 && counted.status === 200 && unknown.status === 401 && ready.status === 200;
  };
  await Promise.all(list.map((node) => until(() => works(node))));
}

test('no count is lost when the database stalls for two seconds', async () => {
  const countedBefore = await fleet.countedOf(limited.keyId);
  await pausePrimary();
  const asking = Promise.all(nodes.map((node) => askAll(node, 20)));
  await pause(2000);
  resumePrimary();
  const answers = await asking;
  const admitted = answers.filter(({ counted }) => counted.status === 200).length;
  const counted = (await fleet.countedOf(limited.keyId)) - countedBefore;
  assert.ok(counted >= admitted && counted <= nodes.length, `${counted} counted, ${admitted} admitted`);
  await assertRecovers(nodes, 20);
});

test('requests fail with 503 when the database stalls for longer', async () => {
  await pausePrimary();
  const rounds = [21, 22].flatMap((fresh, round) =>
    nodes.map(async (node) => {
      // The second round starts while the first is still waiting.
      await pause(round * 2000);
      const { unread, counted, unknown } = await askAll(node, fresh);
      assert.deepEqual([unread.status, counted.status, unknown.status], [503, 503, 503]);
    }),
  );
  await Promise.all(rounds).finally(resumePrimary);
  await assertRecovers(nodes, 21);
});

test('site pages and generated covers also answer 503 while the database stalls', async () => {
  const answers = async (node: Node) => {
    const [page, cover] = await Promise.all([ask(node, '/games/130', ''), ask(node, '/covers/130.png', '')]);
    for (const { status, headers } of [page, cover]) assert.deepEqual([status, headers.get('retry-after')], [503, '1']);
    assert.match(page.text, /<h1>The catalog is busy<\/h1>/);
    assert.equal(JSON.parse(cover.text).message, 'Please try again in a few seconds.');
  };
  await pausePrimary();
  await Promise.all(nodes.map(answers)).finally(resumePrimary);
  await assertRecovers(nodes, 31);
});

test('repeatedly broken connections cause no error other than 503', async () => {
  const countedBefore = await fleet.countedOf(limited.keyId);
  const client = await openClient(primary.url);
  let cutting = true;
  let admitted = 0;
  const clients = nodes.flatMap((node) => Array.from({ length: 3 }, () => node));
  const asking = Promise.all(
    clients.map(async (node, number) => {
      for (let i = 0; cutting; i++) {
        const { counted } = await askAll(node, 30 + ((number + i) % 16));
        if (counted.status === 200) admitted++;
      }
    }),
  );
  let cut = 0;
  for (let times = 0; times < 10; times++) {
    const before = admitted;
    const { rowCount } = await client.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()`,
    );
    cut += rowCount ?? 0;
    await Promise.race([asking, until(() => admitted > before + 5)]);
  }
  cutting = false;
  await asking;
  await client.end();
  assert.ok(cut >= 10 * nodes.length);
  // A request whose response was lost after counting is retried and counted twice, but never missed.
  const counted = (await fleet.countedOf(limited.keyId)) - countedBefore;
  assert.ok(
    counted >= admitted && counted <= admitted + 10 * clients.length,
    `${counted} counted, ${admitted} admitted`,
  );
  await assertRecovers(nodes, 22);
});

test('only requests that wait for a lock time out', async () => {
  const holder = await openClient(primary.url);
  await holder.query(`BEGIN; SELECT FROM quota WHERE quota_id = ${limited.keyId} FOR UPDATE`);
  const rounds = await Promise.all(nodes.map((node) => askAll(node, 23)));
  for (const { unread, counted, unknown } of rounds) {
    assert.deepEqual([unread.status, counted.status, unknown.status], [200, 503, 401]);
  }
  await holder.query('ROLLBACK; BEGIN; LOCK TABLE cards');
  const others = await Promise.all([usual, either].map((node) => askAll(node, 24)));
  for (const { unread, counted, unknown } of others) {
    assert.deepEqual([unread.status, counted.status, unknown.status], [503, 200, 401]);
  }
  await holder.query('ROLLBACK');
  await holder.end();
  await assertRecovers(nodes, 24);
});

test('a slow database delays responses, and one that is too slow causes 503', async (t) => {
  t.after(() => {
    proxy.delayMs = 0;
  });
  proxy.delayMs = 100;
  const { unread, counted, unknown } = await askAll(single, 28);
  assert.deepEqual([unread.status, counted.status, unknown.status], [200, 200, 401]);
  // Each statement alone (find the key, count, read the game) is within the limit.
  proxy.delayMs = 1800;
  const [answer, ready] = await Promise.all([ask(single, '/v1/games/29', late.key), ask(single, '/readyz', free.key)]);
  assert.deepEqual([answer.status, answer.headers.get('retry-after')], [503, '1']);
  assert.match(String(ready.status), /^(200|503)$/);
  proxy.delayMs = 0;
  await assertRecovers([single], 29);
});

test('a promoted replica is found without a restart, and counting continues', async () => {
  for (let i = 0; i < 20; i++) assert.equal((await ask(either, CACHED, limited.key)).status, 200);
  const counted = await fleet.countedOf(limited.keyId);
  await until(async () => (await fleet.countedOf(limited.keyId, replica.url)) === counted);
  await primary.kill();
  const { unread, counted: refused, unknown } = await askAll(either, 26);
  assert.deepEqual([unread.status, refused.status, unknown.status], [503, 503, 503]);
  virtual.serverPort = replica.port;
  await administer(replica.url, 'SELECT pg_promote()');
  await assertRecovers([either], 26);
  assert.ok((await fleet.countedOf(limited.keyId, replica.url)) > counted);
  // Nodes that only know the old primary answer from their caches.
  for (const node of [usual, single]) await askAll(node, 27);
});
