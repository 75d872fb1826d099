import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { temporaryFolder } from '../support/bundle.ts';
import { isRoot, NOBODY, ROOT, readableCheckout } from '../support/checkout.ts';
import { reportSubstitute } from '../support/instead.ts';
import { quote } from './machine.ts';
import { inShell } from './rows.ts';
import { runRow } from './run-row.ts';

const checkout = readableCheckout();
const run = promisify(execFile);
const FLAGS = ['--prefer-offline', '--no-audit', '--no-fund'];

/** Characters that break URLs, shells and programs that expect ASCII. */
function strangeFolder(): string {
  const folder = join(temporaryFolder('world'), "Ada's Spiele – 100 % Übersicht #1 東京?");
  mkdirSync(folder);
  for (const path of [folder, dirname(folder)]) chmodSync(path, 0o755);
  return folder;
}

const inFolder = (folder: string) => inShell(`cd ${quote(folder)}`);

test('a checkout with `npm ci --omit=dev`, in a path with spaces and non-ASCII letters, runs with `npx ludex`', async () => {
  const copy = join(strangeFolder(), 'ludex');
  const left = /^(node_modules|\.git|data|dist|bench\/data)$/;
  cpSync(ROOT, copy, { recursive: true, filter: (path) => !left.test(relative(ROOT, path)) });
  await run('npm', ['ci', '--omit=dev', ...FLAGS], { cwd: copy });
  assert.ok(!readdirSync(join(copy, 'node_modules')).includes('typescript'));
  await runRow(checkout, { name: 'npm ci --omit=dev', prefix: inFolder(copy) }, ['npx', 'ludex']);
});

test('the package', async (t) => {
  const packed = temporaryFolder('packed');
  const installed = strangeFolder();
  let answers = {};
  await run('npm', ['pack', '--pack-destination', packed], { cwd: ROOT });
  const archive = join(packed, readdirSync(packed)[0] as string);
  await run('npm', ['install', ...FLAGS, archive], { cwd: installed });

  await t.test('installed into an empty folder runs with `npx ludex`', async () => {
    answers = (await runRow(checkout, { name: 'npm install', prefix: inFolder(installed) }, ['npx', 'ludex'])).answers;
  });

  await t.test('has the client as `ludex/client`', async () => {
    const program = "import { Ludex } from 'ludex/client'; console.log(typeof Ludex)";
    const { stdout } = await run('node', ['--input-type=module', '--eval', program], { cwd: installed });
    assert.equal(stdout, 'function\n');
  });

  await t.test(
    'runs as in the image of the Dockerfile: with another Node, as a user who may write nothing',
    async (t) => {
      const modules = join(installed, 'node_modules');
      for (const name of readdirSync(modules).filter((one) => /^node-/.test(one))) {
        rmSync(join(modules, name), { recursive: true });
      }
      if (!isRoot) reportSubstitute(t, 'only root can run it as somebody else, so it runs as you');
      const row = {
        name: 'image',
        prefix: inFolder('/'),
        env: { HOME: '/nonexistent' },
        ...(isRoot && { uid: NOBODY }),
      };
      const report = await runRow(checkout, row, [checkout.node, join(modules, 'ludex', 'bin', 'ludex.js')]);
      assert.deepEqual(report.answers, answers);
    },
  );
});
