import { readTable } from '../../vocabulary/tables.ts';

export const DROP = 'drop';
const rules = readTable('mame-drivers.tsv').map(([source, machine, platform = '']) => ({
  source: new RegExp(`^(?:${source})$`),
  machine: machine === '' ? undefined : new RegExp(`^(?:${machine})$`),
  platform,
}));

/** Platforms of machines with built-in games, which run no others. */
const dedicated = new Set(rules.map(({ platform }) => platform).filter((platform) => platform !== DROP));

export function isDedicated(platform: string): boolean {
  return dedicated.has(platform);
}

/**
 * Finds the platform of a machine by its source file, or `DROP` if it is not for games. Most machines without either are
 * coin-operated, or computers.
 */
export function findPlatform(source: string, machine: string): string | undefined {
  return rules.find((rule) => rule.source.test(source) && (rule.machine?.test(machine) ?? true))?.platform;
}
