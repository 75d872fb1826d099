import assert from 'node:assert/strict';
import { hostname } from 'node:os';
import { after, test } from 'node:test';
import { serve } from '../../../src/server/serve.ts';
import { startNodeReport } from '../../../src/server/watch.ts';
import { openStore } from '../../../src/store/open.ts';
import { listNodes } from '../../../src/store/status.ts';
import { VERSION } from '../../../src/version.ts';
import { addSignedIn } from '../../support/accounts.ts';
import { readable } from '../../support/browser.ts';
import { newPlace } from '../../support/servers/engines.ts';
import { NOON } from '../../support/servers/server.ts';
import { until } from '../../support/until.ts';

const MINUTE = 60_000;

test('a node reports its version and revision until it stops; one that was killed is forgotten', async () => {
  const store = await openStore(await newPlace());
  let now = NOON;
  const start = () =>
    startNodeReport(
      store,
      () => now,
      () => ({ revision: 7, threads: 2 }),
      assert.ifError,
    );
  const killed = start();
  await until(async () => (await listNodes(store.status, now)).length === 1);
  const [node] = await listNodes(store.status, now);
  const { memoryBytes = 0, ...facts } = node ?? {};
  assert.ok(memoryBytes > 1e6);
  const expected = { host: hostname(), version: VERSION, revision: 7, threads: 2, startedAt: NOON, seenAt: NOON };
  assert.deepEqual(facts, expected);
  now += 3 * MINUTE;
  assert.deepEqual(await listNodes(store.status, now), []);
  const stop = start();
  await until(async () => (await store.status.list('node')).length === 1);
  assert.equal((await listNodes(store.status, now))[0]?.startedAt, now);
  await stop();
  await killed();
  assert.deepEqual(await store.status.list('node'), []);
  await store.close();
});

test('the overview lists the nodes that share a PostgreSQL', async () => {
  const config = await newPlace('postgres', { 'public-url': 'http://localhost' });
  const nodes = [await serve(config, () => NOON), await serve(config, () => NOON)];
  after(() => Promise.all(nodes.map((node) => node.close())));
  const server = { url: `http://localhost:${nodes[0]?.port}`, config };
  const { browser: boss } = await addSignedIn(server, 'boss@example.org', 'operator');
  const row = new RegExp(`${hostname()}${VERSION}\\d+1 minute[\\d,]+ MB1`, 'g');
  // A node reports when it has started to serve.
  await until(async () => readable((await boss.open('/operator')).text).match(row)?.length === 2);
});
