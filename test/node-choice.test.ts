import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { temporaryFolder } from './support/samples/bundle.ts';

const BIN = join(import.meta.dirname, '../bin');
/** Preloaded. */
const AS_OLD = ["--import=data:text/javascript,Object.defineProperty(process.versions,'node',{value:'24.14.1'})"];
const BROUGHT = '#!/bin/sh\nshift; echo brought "$@"; exit 3\n';

/** An installed package whose program says who runs it. The Node that npm brings is a script here. */
async function install(brought?: string): Promise<string> {
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
  if (brought) write(`node_modules/${name}/bin/node`, brought, 0o755);
  return join(folder, 'bin/ludex.js');
}

function run(file: string, flags: string[] = []) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [...flags, file, 'status', '--json'], {
    encoding: 'utf8',
  });
  return { status, stdout: stdout.trim(), stderr: stderr.trim() };
}

test('a Node that is new enough runs the program, even if npm has brought another', async () => {
  for (const brought of [BROUGHT, undefined])
    assert.deepEqual(run(await install(brought)), {
      status: 0,
      stdout: `${process.execPath} status --json`,
      stderr: '',
    });
});

test('an older Node starts the one that npm has brought, with its arguments and exit code', async () => {
  assert.deepEqual(run(await install(BROUGHT), AS_OLD), { status: 3, stdout: 'brought status --json', stderr: '' });
});

test('an older Node alone is refused with a sentence, also before the scripts of npm', async () => {
  const program = await install();
  for (const file of [program, join(dirname(program), 'check-node.js')]) {
    const { status, stdout, stderr } = run(file, AS_OLD);
    assert.deepEqual([status, stdout], [1, '']);
    assert.match(stderr, /^ludex: Ludex does not run on Node 24\.14\.1, and .*: install Node 24\.15\.0 or newer$/);
  }
});

test('a brought Node that cannot start is named in a sentence: of another C library, or without its libraries', async () => {
  for (const brought of ['#!/lib/ld-of-another-system.so\n', '#!/bin/sh\nexit 127\n']) {
    const { status, stdout, stderr } = run(await install(brought), AS_OLD);
    assert.deepEqual([status, stdout], [1, '']);
    assert.match(
      stderr,
      /^ludex: \S+, which npm has brought, does not start on this system: install Node 24\.15\.0 .*$/,
    );
  }
});

test('versions are compared as numbers', async () => {
  const { isTooOld } = await import(join(BIN, 'node-version.js'));
  for (const old of ['20.20.2', '24.9.0', '24.14.1']) assert.ok(isTooOld(old), old);
  for (const fit of ['24.15.0', '24.21.0', '26.0.0', '100.1.0']) assert.ok(!isTooOld(fit), fit);
});
