import { readTable } from '../../vocabulary/tables.ts';

const DROP = 'drop';
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

/** Finds the platform of a machine by its source file. Most machines without one are coin-operated, or computers. */
export function findDriver(source: string, machine: string): { platform: string } | 'drop' | undefined {
  const rule = rules.find((one) => one.source.test(source) && (one.machine?.test(machine) ?? true));
  return rule?.platform === DROP ? DROP : rule;
}
