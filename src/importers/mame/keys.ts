import { findTextProblem } from '../../bundle/plain-text.ts';

/** The key of an entry of a software list. Machines are entries of two lists of their own. */
export function mameKey(list: string, name: string): string {
  return `mame:${list}/${name}`;
}

export function isMachineKey(key: string): boolean {
  return /^mame:(arcade|dedicated)\//.test(key);
}

/** Whether an entry has a name that a key can contain. */
export function isEntryName(name: string): boolean {
  return /^\S{1,200}$/.test(name) && findTextProblem(name) === undefined;
}
