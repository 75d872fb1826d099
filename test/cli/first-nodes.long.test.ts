import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { temporaryFolder } from '../support/samples/bundle.ts';
import { runHere } from '../support/servers/command.ts';
import { newDatabase } from '../support/servers/postgres.ts';
import { administer, openClient } from '../support/servers/postgres-roles.ts';
import { startServing } from '../support/servers/program.ts';
import { until } from '../support/until.ts';

const SECRET = 'one secret for all nodes of the fleet';

test('nodes that start at once on an empty database serve the starter catalog and stop cleanly', async () => {
  const url = await newDatabase();
  const file = join(temporaryFolder('secret'), 'url');
  writeFileSync(file, `${url}\n`);
  const env = () => ({
    LUDEX_DATABASE_URL_FILE: file,
    LUDEX_SECRET: SECRET,
    LUDEX_DATA: temporaryFolder('node'),
    LUDEX_THREADS: '2',
    LUDEX_LOG_LEVEL: 'error',
  });
  const nodes = await Promise.all([startServing(env()), startServing(env())]);
  const { stdout: key } = await runHere(['account', 'add', 'me@example.org', '--plan', 'unlimited'], env());
  for (const node of nodes) {
    const answer = await fetch(`${node.url}/v1/games?limit=1&api_key=${key.trim()}`);
    assert.equal(answer.status, 200);
    assert.equal(answer.headers.get('total-count'), '245');
    assert.equal((await fetch(`${node.url}/readyz`)).status, 200);
  }
  const status = await runHere(['status'], env());
  assert.match(status.stdout, /^data +postgres:\/\/127\.0\.0\.1:\d+\/ludex_test_\w+$/m);
  assert.match(status.stdout, /^games +245$/m);
  for (const node of nodes) {
    node.process.kill('SIGTERM');
    const { code, stderr } = await node.ended;
    assert.deepEqual([code, stderr], [0, '']);
  }
});

test('a node waits for another one that takes long to load the starter catalog', async () => {
  const url = await newDatabase();
  const env = { LUDEX_DATABASE_URL: url, LUDEX_SECRET: SECRET, LUDEX_DATA: temporaryFolder('node') };
  assert.equal((await runHere(['status'], env)).code, 0);
  const holder = await openClient(url);
  await holder.query("BEGIN; SELECT 1 FROM catalog_facts WHERE name = 'writer' FOR UPDATE");
  const starting = startServing(env);
  const seen = new Set<string>();
  // An attempt gives up after five seconds, and the next one begins.
  await until(async () => {
    const waiting = await administer(
      url,
      "SELECT xact_start::text FROM pg_stat_activity WHERE wait_event_type = 'Lock'",
    );
    for (const { xact_start } of waiting.rows) seen.add(xact_start);
    return seen.size > 1;
  });
  await holder.query('ROLLBACK');
  await holder.end();
  const node = await starting;
  assert.equal((await fetch(`${node.url}/readyz`)).status, 200);
  node.process.kill('SIGTERM');
  assert.equal((await node.ended).code, 0);
});
