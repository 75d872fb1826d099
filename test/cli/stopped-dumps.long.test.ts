import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { temporaryFolder, writeBundle } from '../support/samples/bundle.ts';
import { CATALOG } from '../support/samples/catalog.ts';
import { runHere, runWell } from '../support/servers/command.ts';
import { startProgram, startServing } from '../support/servers/program.ts';
import { until } from '../support/until.ts';

/** Preloaded into the program: never goes on where it renames the complete folder into place. */
const HELD = `--import=data:text/javascript,${encodeURIComponent(`
  import fs from 'node:fs';
  import { syncBuiltinESMExports } from 'node:module';
  const { renameSync, writeFileSync } = fs;
  fs.renameSync = (from, to) => {
    if (!String(from).includes('ludex-temporary-dump')) return renameSync(from, to);
    writeFileSync(process.env.HELD, '');
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  };
  syncBuiltinESMExports();
`)}`;

const data = join(temporaryFolder('stopped-dumps'), 'data');
const dumps = join(data, 'dumps');
await runWell(['import', writeBundle(CATALOG), '--data', data]);
const isTemporary = (name: string) => name.startsWith('ludex-temporary-');
const listComplete = () => readdirSync(dumps).filter((name) => !isTemporary(name));

/** Kills a dump just before it appears. */
async function killDump(name: string): Promise<void> {
  const held = join(data, name);
  const { process: child, ended } = startProgram(['dump', '--data', data], { NODE_OPTIONS: HELD, HELD: held });
  await until(() => existsSync(held));
  child.kill('SIGKILL');
  assert.equal((await ended).code, null);
}

test('a killed dump is not visible; the next one begins at once and removes what it left', async () => {
  await killDump('one');
  assert.deepEqual([listComplete().length, readdirSync(dumps).filter(isTemporary).length], [0, 1]);
  await runWell(['dump', '--data', data]);
  assert.deepEqual([listComplete().length, readdirSync(dumps).length], [1, 1]);
});

test('a server removes what a killed dump left, and shows the ones before', async () => {
  await killDump('two');
  const before = listComplete();
  assert.equal(readdirSync(dumps).length, before.length + 1);
  const { url } = await startServing({ LUDEX_DATA: data });
  assert.deepEqual(readdirSync(dumps), before);
  const manifest = await (await fetch(`${url}/data/latest/manifest.json`)).text();
  assert.equal(manifest, readFileSync(join(dumps, before[0] ?? '', 'manifest.json'), 'utf8'));
});

test('on a full disk one sentence says so, and the dumps before stay', async () => {
  const description = 'x'.repeat(1000);
  const platforms = [{ platform: 'platform:nes' }];
  const games = Array.from({ length: 400 }, (_, i) => ({
    key: `own:${i}`,
    title: `Game ${i}`,
    description,
    platforms,
  }));
  const nes = [{ key: 'platform:nes', platform_name: 'NES' }];
  await runWell(['import', writeBundle({ platforms: nes, games }, { source: 'own' }), '--data', data]);
  const before = listComplete();
  // Where no file can grow beyond a limit, which is as good as a full disk.
  const limited = { prefix: ['bash', '-c', 'ulimit -f 64; exec "$0" "$@"'] };
  const temporary = { TMPDIR: temporaryFolder('full-disk') };
  const { code, stderr } = await startProgram(['dump', '--data', data], temporary, undefined, limited).ended;
  assert.equal(code, 1);
  assert.match(
    stderr,
    /^(?:\d+ of .*\n)*ludex: The disk is full \(.+\); nothing was changed\. Free some space for .+, and try again\n$/,
  );
  assert.deepEqual(readdirSync(dumps), before);
  assert.equal((await runHere(['dump', '--data', data])).code, 0);
});
