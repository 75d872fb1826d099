import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { readConfig } from '../../../src/config.ts';
import { temporaryFolder, writeBundle } from '../../support/samples/bundle.ts';
import { CATALOG } from '../../support/samples/catalog.ts';
import { runProgram, startServing } from '../../support/servers/program.ts';
import { addKey, importInto } from '../../support/servers/server.ts';
import { until } from '../../support/until.ts';

/** Clients pause between requests, so that other processes get CPU time. */
const PACE_MS = 30;

test('a first start makes thumbnails only if another server serves the pictures', async () => {
  const hasThumbnails = (folder: string) =>
    readdirSync(join(folder, 'media'), { recursive: true }).some((name) => /-320\.webp$/.test(String(name)));
  const env = {
    LUDEX_DATA: temporaryFolder('serve'),
    LUDEX_LOG_LEVEL: 'silent',
    LUDEX_MEDIA_URL: 'https://pictures.example',
  };
  const { process: child, ended } = await startServing(env);
  assert.ok(hasThumbnails(env.LUDEX_DATA));
  child.kill('SIGTERM');
  assert.equal((await ended).code, 0);
});

test('of two concurrent first starts in one folder, one serves with a working key and the other is refused', async () => {
  const env = { LUDEX_DATA: temporaryFolder('serve'), LUDEX_LOG_LEVEL: 'silent', LUDEX_THREADS: '1' };
  const both = await Promise.allSettled([startServing(env), startServing(env)]);
  const [serving, ...others] = both.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : []));
  const refused = both.flatMap((start) => (start.status === 'rejected' ? [String(start.reason)] : []));
  assert.equal(others.length, 0);
  assert.match(
    refused.join(),
    /ended with 1: ludex: Another server( \(\S+\))? uses the data folder \S+: stop it first/,
  );
  const url = /http\S+api_key=\S+/.exec(serving?.output.stdout ?? '')?.[0] as string;
  assert.equal((await fetch(url)).status, 200);
  const again = await runProgram(['serve'], { ...env, LUDEX_PORT: '0' });
  assert.equal(again.code, 1);
  assert.match(again.stderr, new RegExp(`^ludex: Another server \\(${serving?.url}\\) uses the data folder `));
  serving?.process.kill('SIGTERM');
  assert.equal((await serving?.ended)?.code, 0);
});

test('an import by another process is visible within two seconds without a failed request', async () => {
  const env = {
    LUDEX_DATA: temporaryFolder('serve'),
    LUDEX_STARTER: 'false',
    LUDEX_THREADS: '2',
    LUDEX_LOG_LEVEL: 'silent',
  };
  const config = readConfig({}, env);
  const importGames = (games: typeof CATALOG.games) =>
    importInto(config, writeBundle({ ...CATALOG, games }), () => Date.now());
  await importGames(CATALOG.games);
  const key = await addKey(config, 'unlimited');
  const { url, process: child, ended } = await startServing(env);
  const titleOf = async () => {
    const response = await fetch(`${url}/v1/games?limit=100&api_key=${key}`);
    assert.equal(response.status, 200);
    const { games } = (await response.json()) as { games: { title: string }[] };
    assert.equal(games.length, 100);
    // A response comes from one revision: all titles are old, or all are new.
    assert.equal(new Set(games.map((game) => game.title.startsWith('New '))).size, 1);
    return games[0]?.title as string;
  };
  let asking = true;
  const load = Promise.all(
    Array.from({ length: 4 }, async () => {
      while (asking) {
        await titleOf();
        await pause(PACE_MS);
      }
    }),
  );
  for (let round = 0; round < 3; round++) {
    const prefix = 'New '.repeat(round + 1);
    const games = CATALOG.games.map((game) => ({ ...game, title: `${prefix}${game.title}` }));
    await importGames(games);
    await until(async () => (await titleOf()).startsWith(prefix), 2000);
  }
  asking = false;
  await load;
  child.kill('SIGTERM');
  assert.equal((await ended).code, 0);
});
