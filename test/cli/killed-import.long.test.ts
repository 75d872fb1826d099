import assert from 'node:assert/strict';
import { cpSync, existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { temporaryFolder, writeBundle } from '../support/bundle.ts';
import { runHere } from '../support/command.ts';
import { startProgram } from '../support/program.ts';

test('a killed import leaves the old catalog, and the next import works', async () => {
  const env = { LUDEX_DATA: temporaryFolder('cli-kill') };
  const bundle = (title: string, count: number) =>
    writeBundle({
      platforms: [{ key: 'platform:nes', platform_name: 'NES' }],
      games: Array.from({ length: count }, (_, i) => ({
        key: `test:${i}`,
        title: `${title} ${i}`,
        description: 'x'.repeat(4000),
        platforms: [{ platform: 'platform:nes' }],
      })),
    });
  await runHere(['import', bundle('Old', 200)], env);
  const statusOf = async (folder: { LUDEX_DATA: string }) => {
    const { data: _, ...status } = JSON.parse((await runHere(['status', '--json'], folder)).stdout);
    return status;
  };
  const before = await statusOf(env);
  const next = bundle('New', 2000);
  /** Kills an import when its WAL has so many bytes. Returns its folder. */
  const killAt = async (bytes: number) => {
    const copy = { LUDEX_DATA: temporaryFolder('cli-kill') };
    cpSync(env.LUDEX_DATA, copy.LUDEX_DATA, { recursive: true });
    const log = join(copy.LUDEX_DATA, 'catalog.db-wal');
    const { process: child, ended } = startProgram(['import', next], copy);
    while (child.exitCode === null && bytes > 0 && !(existsSync(log) && statSync(log).size >= bytes)) await pause(1);
    child.kill('SIGKILL');
    await ended;
    return copy;
  };
  // From the first statement to the middle of the write, which takes milliseconds: the WAL grows when the transaction ends.
  for (const bytes of [0, 1, 4_000_000, 10_000_000]) {
    let killed = await killAt(bytes);
    // On a busy machine the signal may come after the write. Then the whole new catalog is there.
    for (let tries = 1; tries < 5 && (await statusOf(killed)).games === 2000; tries++) killed = await killAt(bytes);
    assert.deepEqual(await statusOf(killed), before);
    const { stdout } = await runHere(['import', next], killed);
    assert.match(stdout, /^test: 1800 games added, 200 changed, 0 unchanged, 0 removed$/m);
  }
});
