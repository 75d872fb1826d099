import { spawnSync } from 'node:child_process';
import { networkInterfaces } from 'node:os';
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

export function hasIpv6(): boolean {
  return Object.values(networkInterfaces()).some((list) => list?.some(({ address }) => address === '::1'));
}

/** As one word of a shell. */
export function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
