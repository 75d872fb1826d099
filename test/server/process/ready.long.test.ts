import assert from 'node:assert/strict';
import { closeSync, copyFileSync, openSync, renameSync, rmSync, statSync, writeSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { serve } from '../../../src/server/serve.ts';
import { newPlace, runSqlDirectly } from '../../support/servers/engines.ts';

const PAGE_BYTES = 16_384;

async function startReady(settings = {}) {
  const config = await newPlace('sqlite', settings);
  const serving = await serve(config);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const ask = async (path: string, headers = {}) => {
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    get({ host: '127.0.0.1', port: serving.port, path, agent, headers }, async (response) => {
      resolve(`${response.statusCode} ${(await response.toArray()).join('')}`);
    }).on('error', reject);
    return promise;
  };
  assert.equal(await ask('/readyz'), '200 {"status":"ready"}');
  const close = async () => {
    await serving.close();
    agent.destroy();
  };
  return { config, ask, close };
}

test('/readyz fails while the store cannot be read, and /healthz does not', async () => {
  const { config, ask, close } = await startReady();
  await runSqlDirectly(config, 'catalog', 'ALTER TABLE catalog_facts RENAME TO hidden');
  assert.equal(await ask('/readyz'), '503 {"status":"store unavailable"}');
  assert.equal(await ask('/healthz'), '200 {"status":"ok"}');
  await runSqlDirectly(config, 'catalog', 'ALTER TABLE hidden RENAME TO catalog_facts');
  assert.equal(await ask('/readyz'), '200 {"status":"ready"}');
  await close();
});

const FAULTS: [name: string, damage: (path: string) => void, reason: string][] = [
  ['is removed', (path) => rmSync(path), 'is missing'],
  ['is replaced', replaceFile, 'was replaced; restart the server'],
  ['is overwritten', overwrite, 'is damaged'],
];

for (const file of ['catalog.db', 'service.db']) {
  for (const [name, damage, reason] of FAULTS) {
    test(`/readyz says so when ${file} ${name}`, async (t) => {
      // A second thread would still be starting.
      const { config, ask, close } = await startReady({ threads: '1' });
      t.after(close);
      const path = join(config.data, file);
      checkpoint(path);
      // From here on the check could read from its cache.
      assert.equal(await ask('/readyz'), '200 {"status":"ready"}');
      damage(path);
      assert.equal(await ask('/readyz'), `503 {"status":"store unavailable","reason":"${file} ${reason}"}`);
      assert.equal(await ask('/healthz'), '200 {"status":"ok"}');
    });
  }
}

/** As a restored file that is moved into place. */
function replaceFile(path: string): void {
  copyFileSync(path, `${path}.copy`);
  renameSync(`${path}.copy`, path);
}

/** Moves everything from the WAL into the file. */
function checkpoint(path: string): void {
  const database = new DatabaseSync(path);
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  database.close();
}

/** All but the first page, which SQLite would notice anyway. */
function overwrite(path: string): void {
  const file = openSync(path, 'r+');
  writeSync(file, Buffer.alloc(statSync(path).size - PAGE_BYTES, 0xaa), 0, undefined, PAGE_BYTES);
  closeSync(file);
}

test('a stopping server is not ready on connections that are still open', async () => {
  const { ask, close } = await startReady();
  const closed = close();
  assert.equal(await ask('/readyz'), '503 {"status":"stopping"}');
  await closed;
});

test('health checks and metrics answer under exactly their paths', async () => {
  const { ask, close } = await startReady({ metrics: 'public' });
  for (const path of ['/healthz', '/readyz', '/metrics', '/metrics?a=b']) assert.match(await ask(path), /^200 /);
  for (const path of ['/healthz/', '/readyz/', '/metrics/', '/metrics/?a=b', '/%6detrics', '/METRICS', '//metrics'])
    assert.match(await ask(path), /^404 /, path);
  await close();
});

const METRICS: [setting: string, direct: number, forwarded: number][] = [
  ['off', 404, 404],
  ['local', 200, 404],
  ['public', 200, 200],
];

for (const [metrics, direct, forwarded] of METRICS) {
  test(`LUDEX_METRICS=${metrics}: ${direct} for this machine, ${forwarded} for a request that a proxy forwards`, async () => {
    const { ask, close } = await startReady({ metrics });
    assert.match(await ask('/metrics'), new RegExp(`^${direct} `));
    for (const header of ['X-Forwarded-For', 'Forwarded'])
      assert.match(await ask('/metrics', { [header]: '127.0.0.1' }), new RegExp(`^${forwarded} `));
    await close();
  });
}
