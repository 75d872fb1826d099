import assert from 'node:assert/strict';
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { temporaryFolder, writeBundle } from '../support/samples/bundle.ts';
import { CATALOG } from '../support/samples/catalog.ts';
import { runHere } from '../support/servers/command.ts';
import { killedAt, runProgram, startServing } from '../support/servers/program.ts';

const root = temporaryFolder('killed-backup');
const data = join(root, 'place', 'data');
assert.equal((await runHere(['import', writeBundle(CATALOG), '--data', data])).code, 0);
mkdirSync(join(data, 'media'), { recursive: true });
const leftoversIn = (folder: string) => readdirSync(folder).filter((name) => name.startsWith('ludex-temporary-'));

/** Kills a backup when it has copied the databases. */
async function killBackup(target: string): Promise<void> {
  const env = { NODE_OPTIONS: killedAt('readdirSync', join(data, 'media')) };
  assert.equal((await runProgram(['backup', target, '--data', data], env)).code, null);
}

test('the next backup removes what killed ones have left', async () => {
  const folder = join(root, 'backups');
  for (const name of ['one.tar', 'two.tar.gz']) {
    await killBackup(join(folder, name));
    const [left = '', ...others] = leftoversIn(folder);
    assert.deepEqual(others, [], 'the second one has removed those of the first');
    assert.deepEqual(readdirSync(join(folder, left)).toSorted(), ['catalog.db', 'service.db']);
  }
  const { code, stderr } = await runHere(['backup', join(folder, 'three.tar'), '--data', data]);
  assert.deepEqual([code, stderr], [0, '']);
  assert.deepEqual(readdirSync(folder), ['three.tar']);
});

test('a server removes what killed backups have left beside its data folder', async () => {
  const folder = join(root, 'place');
  await killBackup('-');
  assert.equal(leftoversIn(folder).length, 1);
  await startServing({ LUDEX_DATA: data });
  assert.deepEqual(readdirSync(folder), ['data']);
});
