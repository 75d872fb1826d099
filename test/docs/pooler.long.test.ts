import assert from 'node:assert/strict';
import { chownSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { type Config, readConfig } from '../../src/config.ts';
import { serve } from '../../src/server/serve.ts';
import { reportSubstitute } from '../support/instead.ts';
import { temporaryFolder, writeBundle } from '../support/samples/bundle.ts';
import { CATALOG } from '../support/samples/catalog.ts';
import { isRoot, NOBODY } from '../support/servers/checkout.ts';
import { newPlace } from '../support/servers/engines.ts';
import { freePort } from '../support/servers/free-port.ts';
import { OWNER, openClient } from '../support/servers/postgres-roles.ts';
import { addKey, fillWithCatalog, importInto } from '../support/servers/server.ts';
import { until } from '../support/until.ts';
import { readBlock } from './blocks.ts';
import { isInstalled, start, translate } from './proxies.ts';

const LIMIT = 30;

test('nodes work behind PgBouncer in transaction mode, and limits stay exact', async (t) => {
  if (!isInstalled('pgbouncer', '--version')) return reportSubstitute(t, 'no PgBouncer, so no node runs behind one');
  const direct = await newPlace('postgres', {}, fillWithCatalog);
  const url = await startPooler(direct);
  const settings = { LUDEX_DATABASE_URL: `${url}&pool_mode=transaction`, LUDEX_FREE_PER_HOUR: String(LIMIT) };
  const config = readConfig(
    { port: '0', data: direct.data, 'log-level': 'silent' },
    { ...settings, LUDEX_FREE_PER_SECOND: 'none' },
  );
  // The first one creates the secret.
  const nodes = [await serve(config), await serve(config)];
  after(() => Promise.all(nodes.map((node) => node.close())));
  const get = async (i: number, path: string, key: string) =>
    fetch(`http://localhost:${nodes[i % nodes.length]?.port}/v1${path}`, { headers: { 'x-api-key': key } });

  const free = await addKey(config, 'free');
  const asked = await Promise.all(Array.from({ length: 2 * LIMIT }, (_, i) => get(i, `/games/${(i % 20) + 1}`, free)));
  const statuses = Object.groupBy(asked, ({ status }) => status);
  assert.deepEqual([statuses[200]?.length, statuses[429]?.length], [LIMIT, LIMIT]);

  const [game, ...others] = CATALOG.games;
  await importInto(config, writeBundle({ ...CATALOG, games: [{ ...game, title: 'Pooled' }, ...others] }), Date.now);
  const unlimited = await addKey(config, 'unlimited');
  for (const i of nodes.keys())
    await until(async () => (await (await get(i, '/games?title=pooled', unlimited)).text()).includes('Pooled'));

  const client = await openClient(url);
  const { rows } = await client.query('SHOW statement_timeout');
  await client.end();
  assert.equal(rows[0].statement_timeout, '0', 'no session keeps the limits of a transaction');
});

/** PgBouncer with the configuration of the docs, but with two connections for everything. Returns its URL of the database. */
async function startPooler({ database_url = '' }: Config): Promise<string> {
  const to = new URL(database_url);
  const [folder, port] = [temporaryFolder('pooler'), await freePort()];
  const users = join(folder, 'userlist.txt');
  const quote = (text: string) => `"${text.replaceAll('"', '""')}"`;
  writeFileSync(users, `${quote(OWNER.user)} ${quote(OWNER.password)}\n`);
  const config = translate(readBlock('docs/operating.md', 'ini', 'pool_mode = transaction'), {
    'ludex = host=db1.example.org port=5432': `${to.pathname.slice(1)} = host=127.0.0.1 port=${to.port}`,
    'listen_port = 6432': `listen_port = ${port}`,
    '/etc/pgbouncer/userlist.txt': users,
    'default_pool_size = 20': 'default_pool_size = 2\nunix_socket_dir =',
  });
  const path = join(folder, 'pgbouncer.ini');
  writeFileSync(path, config);
  if (isRoot) for (const one of [folder, users, path]) chownSync(one, NOBODY, NOBODY);
  await start('pgbouncer', [path], folder, port);
  to.port = String(port);
  return to.href;
}
