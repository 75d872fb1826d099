import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { readConfig } from '../../src/config.ts';
import { serve } from '../../src/server/serve.ts';
import { temporaryFolder, writeBundle } from '../support/samples/bundle.ts';
import { CATALOG } from '../support/samples/catalog.ts';
import { runHere } from '../support/servers/command.ts';
import { addKey, importInto, NOON } from '../support/servers/server.ts';

const folder = temporaryFolder('etags');
const at = (name: string) => join(folder, name);
const configOf = (data: string) =>
  readConfig({ data, port: '0', 'public-url': 'https://games.example.org', 'log-level': 'error' }, {});
const ludex = async (...args: string[]) => assert.equal((await runHere(args)).code, 0, args.join(' '));
const PATHS = ['/v1/games?limit=5', '/v1/games/1', '/v1/genres', '/v1/platforms'];

/** The ETags and the bodies that a server with this data folder gives. */
async function ask(data: string): Promise<{ etags: (string | null)[]; bodies: string[] }> {
  const serving = await serve(configOf(data), () => NOON);
  try {
    const responses = await Promise.all(
      PATHS.map((path) => fetch(`http://localhost:${serving.port}${path}`, { headers: { 'x-api-key': key } })),
    );
    assert.ok(responses.every(({ ok }) => ok));
    const bodies = await Promise.all(responses.map((response) => response.text()));
    return { etags: responses.map(({ headers }) => headers.get('etag')), bodies };
  } finally {
    await serving.close();
  }
}

const data = at('data');
await importInto(configOf(data), writeBundle(CATALOG), () => NOON);
const key = await addKey(configOf(data), 'unlimited');
const before = await ask(data);

test('ETags are the same after backup and restore, and differ once the two catalogs do', async () => {
  await ludex('backup', at('all.tar'), '--data', data);
  await ludex('restore', at('all.tar'), '--data', at('restored'));
  assert.deepEqual(await ask(at('restored')), before);

  const bundleOf = (title: string) => {
    const platforms = [{ key: 'platform:nes', platform_name: 'NES' }];
    const games = [{ key: 'mine:new', title, platforms: [{ platform: 'platform:nes' }] }];
    return writeBundle({ platforms, games }, { source: 'mine' });
  };
  await importInto(configOf(data), bundleOf('One'), () => NOON);
  await importInto(configOf(at('restored')), bundleOf('Two'), () => NOON);
  const [one, two] = [await ask(data), await ask(at('restored'))];
  assert.equal(new Set([before.etags[0], one.etags[0], two.etags[0]]).size, 3);
  assert.deepEqual([one.etags[1], two.etags[1]], [before.etags[1], before.etags[1]], 'this game is unchanged');
});

test('an export gives the same content with other ETags', async () => {
  await ludex('restore', at('all.tar'), '--data', at('source'));
  await ludex('export', at('bundle'), '--data', at('source'));
  await ludex('import', at('bundle'), '--data', at('target'));
  const store = configOf(at('target'));
  await addKey(store, 'unlimited', key);
  const after = await ask(at('target'));
  assert.deepEqual(after.bodies, before.bodies);
  assert.ok(after.etags.every((etag) => !before.etags.includes(etag)));
});
