import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { Config } from '../../src/config.ts';
import { withStore } from '../support/accounts.ts';
import { load } from '../support/samples/layers.ts';
import { ENGINES, newPlace, settingsOf } from '../support/servers/engines.ts';
import { assertEqual, dump, newOriginal } from '../support/servers/mirror.ts';
import { DISK_IS_FULL, runProgram, startProgram, withLargestFile } from '../support/servers/program.ts';

/** When a follower is killed, as parts of its usual time. Before that it only loads its modules. */
const KILLED_AT = [0.5, 0.7, 0.9];
/** More than a follower asks for at once. */
const GAMES = 1100;

async function newLargeOriginal() {
  const { server, store, shown } = await newOriginal();
  const change = async (round: number) => {
    const games = Array.from({ length: GAMES }, (_, i) => ({ key: `${i}`, title: `Game ${i} of ${round}` }));
    await load(store, 'mame', games);
    await shown();
  };
  await change(0);
  await dump(server);
  const args = ['follow', server.url, '--once'];
  const envOf = (config: Config) => ({ ...settingsOf(config), LUDEX_FOLLOW_KEY: server.key });
  const follow = async (config: Config) => {
    const { code, stderr } = await runProgram(args, envOf(config));
    assert.equal(code, 0, stderr);
  };
  const assertFollowed = (config: Config) => withStore(config, (mirror) => assertEqual(store, mirror, server.url));
  return { server, change, args, envOf, follow, assertFollowed };
}

for (const engine of ENGINES)
  test(`${engine}: a follower that is killed again and again has everything in the end`, async () => {
    const { change, args, envOf, follow, assertFollowed } = await newLargeOriginal();
    const newMirror = () => newPlace(engine, { starter: 'false' });
    const [config, undisturbed] = [await newMirror(), await newMirror()];
    let changes = 0;
    // First from the dump, then by the changes.
    for (const isChanged of [false, true]) {
      if (isChanged) await change(++changes);
      let startedAt = performance.now();
      await follow(undisturbed);
      let usualMs = performance.now() - startedAt;
      for (let kills = 0; kills < KILLED_AT.length; ) {
        const { process: child, ended } = startProgram(args, envOf(config));
        startedAt = performance.now();
        await Promise.race([ended, pause(usualMs * (KILLED_AT[kills] as number))]);
        child.kill('SIGKILL');
        const { code, stderr } = await ended;
        assert.ok(code === null || code === 0, stderr);
        if (code === null) kills++;
        else {
          // It took less time than the one before, as other programs may have ended. It has nothing left to do.
          usualMs = Math.min(usualMs, performance.now() - startedAt);
          await change(++changes);
        }
      }
      await follow(config);
    }
    await assertFollowed(config);
  });

test('on a full disk one sentence says so, and the next attempt goes on', async () => {
  const { server, change, args, envOf, follow, assertFollowed } = await newLargeOriginal();
  const config = await newPlace('sqlite', { starter: 'false' });
  await follow(config);
  await change(1);
  const { code, stderr } = await runProgram(args, envOf(config), undefined, withLargestFile(64));
  assert.equal(code, 1, stderr);
  assert.match(stderr, DISK_IS_FULL);
  assert.ok(!stderr.includes(server.key));
  await follow(config);
  await assertFollowed(config);
});
