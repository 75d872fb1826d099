import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { temporaryFolder } from '../support/samples/bundle.ts';
import { ROOT, readableCheckout } from '../support/servers/checkout.ts';
import { quote } from './machine.ts';
import { inShell } from './rows.ts';
import { runRow } from './run-row.ts';

const run = promisify(execFile);
const FLAGS = ['--prefer-offline', '--no-audit', '--no-fund'];

/** Characters that break URLs, shells and programs that expect ASCII. */
function strangeFolder(): string {
  const folder = join(temporaryFolder('world'), "Ada's Spiele – 100 % Übersicht #1 東京?");
  mkdirSync(folder);
  for (const path of [folder, dirname(folder)]) chmodSync(path, 0o755);
  return folder;
}

test('the package, in a path with spaces and non-ASCII letters', async (t) => {
  const packed = temporaryFolder('packed');
  const installed = strangeFolder();
  await run('npm', ['pack', '--pack-destination', packed], { cwd: ROOT });
  const archive = join(packed, readdirSync(packed)[0] as string);
  await run('npm', ['install', ...FLAGS, archive], { cwd: installed });

  await t.test('installed into an empty folder runs with `npx ludex`', async () => {
    await runRow(readableCheckout(), { name: 'npm install', prefix: inShell(`cd ${quote(installed)}`) }, [
      'npx',
      'ludex',
    ]);
  });

  await t.test('has the files of the client', () => {
    const files = readdirSync(join(installed, 'node_modules', 'ludex', 'client'));
    assert.deepEqual(files.toSorted(), readdirSync(join(ROOT, 'client')).toSorted());
  });
});
