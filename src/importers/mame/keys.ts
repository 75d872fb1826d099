import { findTextProblem } from '../../bundle/plain-text.ts';
import { findOtherGame } from '../../vocabulary/other-games.ts';

/** The key of an entry of a software list. Machines are entries of two lists of their own. */
export function mameKey(list: string, name: string): string {
  return `mame:${list}/${name}`;
}

/** The key of the entry that one is a clone of. Clones that are other games are in `other-games.tsv`. */
export function parentKey(list: string, name: string, cloneof: string | undefined): string | undefined {
  const key = mameKey(list, name);
  const game = findOtherGame(key);
  if (game !== undefined) return game === key ? undefined : game;
  return cloneof ? mameKey(list, cloneof) : undefined;
}

export function isMachineKey(key: string): boolean {
  return /^mame:(arcade|dedicated)\//.test(key);
}

/** Whether an entry has a name that a key can contain. */
export function isEntryName(name: string): boolean {
  return /^\S{1,200}$/.test(name) && findTextProblem(name) === undefined;
}
