import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { makeTemporaryFolder, removeTemporary } from '../../src/bundle/temporary-folder.ts';
import { temporaryFolder } from '../support/samples/bundle.ts';

const HOUR = 3_600_000;

test('leftovers of unknown processes are removed when they are a day old', () => {
  const parent = temporaryFolder('leftovers');
  const make = (name: string, hours: number) => {
    mkdirSync(join(parent, name));
    const time = new Date(Date.now() - hours * HOUR);
    utimesSync(join(parent, name), time, time);
  };
  make('ludex-temporary-old', 25);
  make('ludex-temporary-running', 23);
  make('something-else', 25);
  const own = makeTemporaryFolder('test', parent);
  assert.deepEqual(
    readdirSync(parent).filter((name) => join(parent, name) !== own),
    ['ludex-temporary-running', 'something-else'],
  );
  removeTemporary(own);
  assert.ok(!existsSync(own));
});

test('leftovers of a process that was killed are removed at once, those of a running one stay', () => {
  const parent = temporaryFolder('leftovers');
  const file = new URL('../../src/bundle/temporary-folder.ts', import.meta.url).href;
  const script = `
    import { makeTemporaryFolder } from ${JSON.stringify(file)};
    makeTemporaryFolder('backup', ${JSON.stringify(parent)});
    process.kill(process.pid, 'SIGKILL');`;
  assert.equal(spawnSync(process.execPath, ['--input-type=module', '--eval', script]).signal, 'SIGKILL');
  const [killed = ''] = readdirSync(parent);
  assert.match(killed, /^ludex-temporary-backup-/);
  // As if this process had made it before.
  const running = killed.replace(/-\d+-(\w+)$/, `-${process.pid}-$1`);
  mkdirSync(join(parent, running));
  const own = makeTemporaryFolder('test', parent);
  assert.deepEqual(
    readdirSync(parent).filter((name) => join(parent, name) !== own),
    [running],
  );
});
