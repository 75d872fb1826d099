import { spawnSync } from 'node:child_process';
import { networkInterfaces } from 'node:os';
import { isRoot } from '../support/servers/checkout.ts';

/** What this machine allows. */

/** A user id without an entry in /etc/passwd. */
export const UNKNOWN_USER = 54321;

/** Whether commands can run in new namespaces (`unshare FLAGS`) after a setup command. */
export function allowsNamespace(flags: readonly string[], setUp: string): boolean {
  return spawnSync('unshare', [...asRoot(), ...flags, 'sh', '-c', setUp], { stdio: 'ignore' }).status === 0;
}

/** Unprivileged users need a user namespace, if the machine allows that. */
export function asRoot(): string[] {
  return isRoot ? [] : ['--map-root-user'];
}

export function hasIpv6(): boolean {
  return Object.values(networkInterfaces()).some((list) => list?.some(({ address }) => address === '::1'));
}

/** Quotes for a shell. */
export function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
