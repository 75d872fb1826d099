import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { temporaryFolder } from '../support/samples/bundle.ts';

const MAIN = new URL('../../src/main.ts', import.meta.url);
const THREAD = "const { getCompileCacheDir } = await import('node:module'); console.log(getCompileCacheDir())";
const PROGRAM = `
  const { main } = await import('${MAIN.href}');
  await main(['--version']);
  const { Worker } = await import('node:worker_threads');
  new Worker(${JSON.stringify(THREAD)}, { eval: true });
`;

test('threads and child processes use the compile cache as well', async () => {
  const folder = temporaryFolder('compile-cache');
  const { NODE_COMPILE_CACHE: _own, ...env } = process.env;
  const args = ['--input-type=module', '-e', PROGRAM];
  const { stdout } = await promisify(execFile)(process.execPath, args, {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    env: { ...env, TMPDIR: folder },
  });
  const directory = stdout.trim().split('\n').at(-1) as string;
  assert.ok(directory.startsWith(folder), stdout);
  // One directory for this version of Node, not another one inside it.
  assert.ok(
    readdirSync(directory).every((name) => !name.startsWith('v')),
    directory,
  );
});
