import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { temporaryFolder, writeBundle } from '../support/samples/bundle.ts';
import { CATALOG } from '../support/samples/catalog.ts';
import { runHere } from '../support/servers/command.ts';
import { startProgram, startServing } from '../support/servers/program.ts';
import { until } from '../support/until.ts';

/** Preloaded into the program: never goes on after its copies of the databases are complete. */
const HELD = `--import=data:text/javascript,${encodeURIComponent(`
  import fs from 'node:fs';
  import { syncBuiltinESMExports } from 'node:module';
  const { readdirSync, writeFileSync } = fs;
  fs.readdirSync = (path, ...rest) => {
    if (!String(path).endsWith('media')) return readdirSync(path, ...rest);
    writeFileSync(process.env.HELD, '');
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  };
  syncBuiltinESMExports();
`)}`;

const root = temporaryFolder('killed-backup');
const data = join(root, 'place', 'data');
assert.equal((await runHere(['import', writeBundle(CATALOG), '--data', data])).code, 0);
mkdirSync(join(data, 'media'), { recursive: true });
const leftoversIn = (folder: string) => readdirSync(folder).filter((name) => name.startsWith('ludex-temporary-'));

/** Kills a backup when it has copied the databases. */
async function killBackup(target: string): Promise<void> {
  const held = join(root, `held-${leftoversIn(root).length}-${target.replaceAll(/\W/g, '')}`);
  const { process: child, ended } = startProgram(['backup', target, '--data', data], {
    NODE_OPTIONS: HELD,
    HELD: held,
  });
  await until(() => existsSync(held));
  child.kill('SIGKILL');
  assert.equal((await ended).code, null);
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
