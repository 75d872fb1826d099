import { spawnSync } from 'node:child_process';
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from '../samples/bundle.ts';

export const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
export const isRoot = process.geteuid?.() === 0;
/** An unprivileged user on every system. */
export const NOBODY = 65534;

export interface Checkout {
  folder: string;
  /** The Node that runs this. */
  node: string;
}

/** The checkout, or a copy if only root can read it, as below /root. */
export function readableCheckout(): Checkout {
  const folder = canReadAsNobody(ROOT) ? ROOT : copyCheckout();
  return { folder, node: process.execPath.replace(ROOT, folder) };
}

function canReadAsNobody(folder: string): boolean {
  if (!isRoot) return true;
  return spawnSync('test', ['-r', join(folder, 'package.json')], { uid: NOBODY, gid: NOBODY }).status === 0;
}

/** Uses hard links on the same disk. */
function copyCheckout(): string {
  const parent = temporaryFolder('checkout');
  chmodSync(parent, 0o755);
  const folder = join(parent, 'ludex/');
  const isCopied = ['-rl', '-r'].some((how) => spawnSync('cp', [how, ROOT, folder]).status === 0);
  if (!isCopied) throw new Error(`${ROOT} cannot be copied to ${folder}`);
  return folder;
}
