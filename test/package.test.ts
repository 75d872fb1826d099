import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { temporaryFolder } from './support/bundle.ts';
import { startServing } from './support/program.ts';

/** The steps of the Dockerfile as plain commands: pack, install into an empty folder, run as somebody else. */

const PROJECT = fileURLToPath(new URL('..', import.meta.url));
const NOBODY = 65534;
const run = promisify(execFile);

test('the package installs into an empty folder and serves as another user, who may write nothing but the data', async () => {
  const folder = temporaryFolder('package');
  const packed = join(folder, 'packed');
  const home = join(folder, 'installed');
  const data = join(folder, 'data');
  for (const path of [packed, home, data]) mkdirSync(path);
  await run('npm', ['pack', '--pack-destination', packed], { cwd: PROJECT });
  const archive = join(packed, readdirSync(packed)[0] as string);
  await run('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', archive], { cwd: home });
  const installed = join(home, 'node_modules');
  // As in the image, which has a Node of its own.
  for (const name of readdirSync(installed).filter((one) => /^node-/.test(one))) {
    rmSync(join(installed, name), { recursive: true });
  }

  const isRoot = process.getuid?.() === 0;
  if (isRoot) chownSync(data, NOBODY, NOBODY);
  chmodSync(folder, 0o755);
  const server = await startServing(
    { LUDEX_DATA: data, HOME: '/nonexistent' },
    join(installed, 'ludex', 'bin', 'ludex.js'),
    isRoot ? { uid: NOBODY, gid: NOBODY, cwd: '/' } : { cwd: '/' },
  );
  const page = await fetch(`${server.url}/`);
  assert.equal(page.status, 200);
  assert.match(await page.text(), /video games/);
  assert.equal((await fetch(`${server.url}/healthz`)).status, 200);
  assert.equal((await fetch(`${server.url}/docs`)).status, 200);
  server.process.kill('SIGTERM');
  assert.equal((await server.ended).code, 0);
});
