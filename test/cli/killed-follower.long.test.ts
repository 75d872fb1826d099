import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { openStore } from '../../src/store/open.ts';
import { lastFirst } from '../support/at-end.ts';
import { load } from '../support/samples/layers.ts';
import { ENGINES, newPlace } from '../support/servers/engines.ts';
import { assertEqual, dump } from '../support/servers/mirror.ts';
import { startProgram } from '../support/servers/program.ts';
import { startServer } from '../support/servers/server.ts';
import { until } from '../support/until.ts';

const KILLS = 12;
const GAMES = 1500;

async function newOriginal() {
  const server = await startServer();
  const store = await openStore(server.config);
  lastFirst(() => store.close());
  const change = async (round: number) => {
    const games = Array.from({ length: GAMES }, (_, i) => ({ key: `${i}`, title: `Game ${i} of ${round}` }));
    await load(store, 'mame', games);
    const text = `\nludex_catalog_revision ${await store.catalog.readRevision()}\n`;
    await until(async () => (await (await fetch(`${server.url}/metrics`)).text()).includes(text));
  };
  return { server, store, change };
}

for (const engine of ENGINES)
  test(`${engine}: a follower that is killed again and again has everything in the end`, async () => {
    const { server, store, change } = await newOriginal();
    await change(0);
    await dump(server);
    const config = await newPlace(engine, { starter: 'false' });
    const env = {
      LUDEX_DATA: config.data,
      LUDEX_FOLLOW_KEY: server.key,
      ...(config.database_url !== undefined && { LUDEX_DATABASE_URL: config.database_url }),
    };
    const start = () => startProgram(['follow', server.url, '--once'], env);
    let [killed, longest] = [0, 2000];
    for (let round = 1; round <= KILLS; round++) {
      const { process: child, ended } = start();
      // From the start of the program to its end, as long as that takes on this machine.
      await Promise.race([ended, pause((longest * round) / KILLS)]);
      child.kill('SIGKILL');
      const { code, stderr } = await ended;
      assert.ok(code === null || code === 0, stderr);
      if (code === null) killed++;
      else await change(round);
      longest = code === null ? longest * 1.3 : longest;
    }
    assert.ok(killed >= KILLS / 3, `${killed} of ${KILLS} were killed before their end`);
    const { code, stderr } = await start().ended;
    assert.equal(code, 0, stderr);
    const mirror = await openStore(config);
    await assertEqual(store, mirror, server.url);
    await mirror.close();
  });

test('on a full disk one sentence says so, and the next attempt goes on', async () => {
  const { server, store, change } = await newOriginal();
  await change(0);
  await dump(server);
  const config = await newPlace('sqlite', { starter: 'false' });
  const env = { LUDEX_DATA: config.data, LUDEX_FOLLOW_KEY: server.key };
  const args = ['follow', server.url, '--once'];
  assert.equal((await startProgram(args, env).ended).code, 0);
  await change(1);
  // Where no file can grow beyond a limit, which is as good as a full disk.
  const limited = { prefix: ['bash', '-c', 'ulimit -f 64; exec "$0" "$@"'] };
  const full = await startProgram(args, env, undefined, limited).ended;
  assert.equal(full.code, 1, full.stderr);
  assert.match(
    full.stderr,
    /^(?:(?:[A-Z][a-z ]+: )?\d+ of .*\n)*ludex: The disk is full \(.+\); nothing was changed\. Free some space for .+, and try again\n$/,
  );
  assert.ok(!full.stderr.includes(server.key));
  const { code, stderr } = await startProgram(args, env).ended;
  assert.equal(code, 0, stderr);
  const mirror = await openStore(config);
  await assertEqual(store, mirror, server.url);
  await mirror.close();
});
