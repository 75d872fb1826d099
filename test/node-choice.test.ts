import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { temporaryFolder } from './support/bundle.ts';

const BIN = join(import.meta.dirname, '../bin');
/** Preloaded: what Node 24 lacks. */
const AS_OLD = ['--import=data:text/javascript,delete Map.prototype.getOrInsertComputed'];

/** An installed package whose program says who runs it. The Node that npm brings is a script here. */
async function install(hasBroughtNode: boolean): Promise<string> {
  const folder = temporaryFolder('package');
  cpSync(BIN, join(folder, 'bin'), { recursive: true });
  const write = (path: string, text: string, mode = 0o644) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text, { mode });
  };
  write('package.json', '{"type":"module"}');
  write('dist/main.js', 'export const main = (args) => console.log(process.execPath, ...args);');
  const { nodePackage } = await import(join(BIN, 'node-package.js'));
  const name = nodePackage(process.platform, process.arch);
  if (hasBroughtNode) write(`node_modules/${name}/bin/node`, '#!/bin/sh\nshift; echo brought "$@"; exit 3\n', 0o755);
  return join(folder, 'bin/ludex.js');
}

function run(file: string, flags: string[] = []) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [...flags, file, 'status', '--json'], {
    encoding: 'utf8',
  });
  return { status, stdout: stdout.trim(), stderr: stderr.trim() };
}

test('a Node that has all that is needed runs the program, even if npm has brought another', async () => {
  for (const hasBroughtNode of [true, false])
    assert.deepEqual(run(await install(hasBroughtNode)), {
      status: 0,
      stdout: `${process.execPath} status --json`,
      stderr: '',
    });
});

test('an older Node starts the one that npm has brought, with its arguments and exit code', async () => {
  assert.deepEqual(run(await install(true), AS_OLD), { status: 3, stdout: 'brought status --json', stderr: '' });
});

test('an older Node alone is refused with a sentence', async () => {
  const { status, stdout, stderr } = run(await install(false), AS_OLD);
  assert.deepEqual([status, stdout], [1, '']);
  assert.match(
    stderr,
    /^ludex: Ludex needs Node 26 or newer, and this is Node [\d.]+ \(without Map\.getOrInsertComputed\): install .*$/,
  );
});
