import { readTable } from '../../vocabulary/tables.ts';

const DROP = 'drop';
const rules = readTable('mame-drivers.tsv').map(([source, machine, platform = '']) => ({
  source: new RegExp(`^(?:${source})$`),
  machine: machine === '' ? undefined : new RegExp(`^(?:${machine})$`),
  platform,
}));

/** Platforms of machines that hold one game, or a few, and take no other. */
const dedicated = new Set(rules.map(({ platform }) => platform).filter((platform) => platform !== DROP));

export function isDedicated(platform: string): boolean {
  return dedicated.has(platform);
}

/** What MAME's source file tells of the machines in it; undefined is most often that they take coins, or are computers. */
export function findDriver(source: string, machine: string): { platform: string } | 'drop' | undefined {
  const rule = rules.find((one) => one.source.test(source) && (one.machine?.test(machine) ?? true));
  return rule?.platform === DROP ? DROP : rule;
}
