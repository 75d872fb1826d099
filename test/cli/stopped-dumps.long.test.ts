import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { manyTitles, temporaryFolder, writeBundle, writeGames } from '../support/samples/bundle.ts';
import { CATALOG } from '../support/samples/catalog.ts';
import { runHere, runWell } from '../support/servers/command.ts';
import { DISK_IS_FULL, killedAt, runProgram, startServing, withLargestFile } from '../support/servers/program.ts';

const data = join(temporaryFolder('stopped-dumps'), 'data');
const dumps = join(data, 'dumps');
await runWell(['import', writeBundle(CATALOG), '--data', data]);
const isTemporary = (name: string) => name.startsWith('ludex-temporary-');
const listComplete = () => readdirSync(dumps).filter((name) => !isTemporary(name));

/** Kills a dump where its complete folder would appear. */
async function killDump(): Promise<void> {
  const env = { NODE_OPTIONS: killedAt('renameSync', 'ludex-temporary-dump') };
  assert.equal((await runProgram(['dump', '--data', data], env)).code, null);
}

test('a killed dump is not visible; the next one begins at once and removes what it left', async () => {
  await killDump();
  assert.deepEqual([listComplete().length, readdirSync(dumps).filter(isTemporary).length], [0, 1]);
  await runWell(['dump', '--data', data]);
  assert.deepEqual([listComplete().length, readdirSync(dumps).length], [1, 1]);
});

test('a server removes what a killed dump left, and shows the ones before', async () => {
  await killDump();
  const before = listComplete();
  assert.equal(readdirSync(dumps).length, before.length + 1);
  const { url } = await startServing({ LUDEX_DATA: data });
  assert.deepEqual(readdirSync(dumps), before);
  const manifest = await (await fetch(`${url}/data/latest/manifest.json`)).text();
  assert.equal(manifest, readFileSync(join(dumps, before[0] ?? '', 'manifest.json'), 'utf8'));
});

test('on a full disk one sentence says so, and the dumps before stay', async () => {
  const bundle = writeGames(manyTitles(400), 'own', () => ({ description: 'x'.repeat(1000) }));
  await runWell(['import', bundle, '--data', data]);
  const before = listComplete();
  const temporary = { TMPDIR: temporaryFolder('full-disk') };
  const { code, stderr } = await runProgram(['dump', '--data', data], temporary, undefined, withLargestFile(64));
  assert.equal(code, 1);
  assert.match(stderr, DISK_IS_FULL);
  assert.deepEqual(readdirSync(dumps), before);
  assert.equal((await runHere(['dump', '--data', data])).code, 0);
});
