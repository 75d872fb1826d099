import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { isRoot } from '../support/checkout.ts';

/** What this machine allows. */

/** In no /etc/passwd: nobody knows a name or a home of it. */
export const UNKNOWN_USER = 54321;

/** Whether commands can be run in namespaces of their own (`unshare FLAGS`), with what has to be set up there first. */
export function allowsNamespace(flags: readonly string[], setUp: string): boolean {
  return spawnSync('unshare', [...asRoot(), ...flags, 'sh', '-c', setUp], { stdio: 'ignore' }).status === 0;
}

/** An ordinary user may do so as root of a namespace of users, where the machine allows that. */
export function asRoot(): string[] {
  return isRoot ? [] : ['--map-root-user'];
}

/** As one word of a shell. */
export function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

export function hasProgram(name: string): boolean {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => isExecutable(join(folder, name)));
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
