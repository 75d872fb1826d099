/** Machines are entries of lists of their own: those that take coins, and those that were made for one game. */
export type MachineList = 'arcade' | 'dedicated';

const MACHINE = /^mame:(arcade|dedicated)\//;

/** What the catalog knows an entry of a software list by. */
export function entryKeyOf(list: string, name: string): string {
  return `mame:${list}/${name}`;
}

/** What it knows a machine by. */
export function machineKeyOf(name: string, list: MachineList = 'arcade'): string {
  return entryKeyOf(list, name);
}

export function isMachineKey(key: string): boolean {
  return MACHINE.test(key);
}
