/** Machines are entries of a list of their own. */
const ARCADE_LIST = 'arcade';

/** What the catalog knows an entry of a software list by. */
export function entryKeyOf(list: string, name: string): string {
  return `mame:${list}/${name}`;
}

/** What it knows a machine by. */
export function machineKeyOf(name: string): string {
  return entryKeyOf(ARCADE_LIST, name);
}
