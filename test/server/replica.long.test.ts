import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { CATALOG } from '../support/catalog.ts';
import { ask, openFleet } from '../support/fleet.ts';
import { startPostgres } from '../support/postgres.ts';
import { startReplica, WITH_REPLICAS } from '../support/postgres-copies.ts';
import { administer } from '../support/postgres-roles.ts';
import { startSlowProxy } from '../support/slow-proxy.ts';
import { until } from '../support/until.ts';

const primary = await startPostgres(WITH_REPLICAS);
after(() => primary.kill());
const fleet = openFleet(primary.url);
await fleet.import(CATALOG);
const { key } = await fleet.newKey('none');
const replica = await startReplica(primary);
after(() => replica.kill());
const proxy = await startSlowProxy(replica.port);
after(() => proxy.close());
const throughProxy = replica.url.replace(`:${replica.port}`, `:${proxy.port}`);
const node = await fleet.startNode({ LUDEX_DATABASE_READ_URL: throughProxy });

/** While the replica is paused. A request is at least one packet. */
const REQUESTS = 100;

/** Whole records are not cached. */
const RECORD = '/v1/games/2/platforms';

/** When the replica last served a read, according to PostgreSQL. */
async function lastReadAt(): Promise<string | undefined> {
  const { rows } = await administer(
    replica.url,
    "SELECT max(query_start)::text AS at FROM pg_stat_activity WHERE query LIKE '% FROM records WHERE %' AND pid <> pg_backend_pid()",
  );
  return rows[0].at ?? undefined;
}

test('games are read from a replica, and what it has not seen yet from the primary', async () => {
  assert.equal((await ask(node, RECORD, key)).status, 200);
  assert.ok(await lastReadAt());
  await administer(replica.url, 'SELECT pg_wal_replay_pause()');
  const [first, ...others] = CATALOG.games;
  await fleet.import({ ...CATALOG, games: [{ ...(first as object), title: 'Changed Meanwhile' }, ...others] as never });
  const find = async () => JSON.parse((await ask(node, '/v1/games?title=changed%20meanwhile', key)).text).games;
  await until(async () => (await find()).length === 1);
  assert.equal((await find())[0].title, 'Changed Meanwhile');
  await administer(replica.url, 'SELECT pg_wal_replay_resume()');
});

test('a stalled replica fails no request, delays few, and is used again when it recovers', async () => {
  await replica.pause();
  const packetsBefore = proxy.packets;
  try {
    for (let i = 0; i < REQUESTS; i++) {
      const { status, text } = await ask(node, RECORD, key);
      assert.equal(status, 200, text);
    }
  } finally {
    replica.resume();
  }
  const packets = proxy.packets - packetsBefore;
  assert.ok(packets >= 1 && packets < REQUESTS / 10, `${packets} packets were sent to the replica`);
  const before = await lastReadAt();
  await until(async () => {
    await ask(node, RECORD, key);
    return (await lastReadAt()) !== before;
  });
});
