import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { chownSync, mkdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { temporaryFolder } from '../support/samples/bundle.ts';
import type { Checkout } from '../support/servers/checkout.ts';
import type { Order, Report } from './life.ts';
import type { Row } from './rows.ts';

/** Runs an installation in the environment of a row. */
export async function runRow(checkout: Checkout, row: Row, command: string[]): Promise<Report> {
  const { prefix = [], uid, env = {}, settings = {} } = row;
  const folder = writableFolder(uid);
  const order: Order = { command, folder, settings };
  const [program = '', ...args] = [...prefix, checkout.node, join(checkout.folder, 'test', 'world', 'life.ts')];
  const child = spawn(program, args, {
    cwd: folder,
    env: withoutOurs({ ...process.env, TMPDIR: folder, ...env }),
    ...(uid !== undefined && { uid, gid: uid }),
  });
  const { promise: ended, resolve, reject } = Promise.withResolvers<number | null>();
  child.once('error', reject).once('close', resolve);
  child.stdin.end(JSON.stringify(order));
  const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  assert.equal(code, 0, `${row.name}: ${stderr}`);
  return JSON.parse(stdout);
}

function writableFolder(uid: number | undefined): string {
  const folder = join(temporaryFolder('world'), 'w');
  mkdirSync(folder);
  if (uid !== undefined) for (const path of [folder, join(folder, '..')]) chownSync(path, uid, uid);
  return folder;
}

/** A clean environment: without settings and npm variables, and with the system's Node. */
function withoutOurs(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const kept = Object.entries(env).filter(([name]) => !/^(LUDEX|npm|NODE)_/i.test(name));
  const folders = (env.PATH ?? '').split(delimiter).filter((folder) => !/node_modules|node-gyp-bin/.test(folder));
  return { ...Object.fromEntries(kept), PATH: folders.join(delimiter) };
}
