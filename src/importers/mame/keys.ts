/** The key of an entry of a software list. Machines are entries of two lists of their own. */
export function mameKey(list: string, name: string): string {
  return `mame:${list}/${name}`;
}

export function isMachineKey(key: string): boolean {
  return /^mame:(arcade|dedicated)\//.test(key);
}
