import { readTable } from '../../vocabulary/tables.ts';
import type { GameCode } from './game-codes.ts';

const machines = readTable('reissue-machines.tsv').map(([platform = '', tags = '', codes = '']) => ({
  platform: `platform:${platform}`,
  tags: new RegExp(`^(?:${tags})$`),
  codes: codes === '' ? undefined : new RegExp(`^platform:(?:${codes})`),
}));

/** The older machine that a game was made for: by a tag of its name, or by the first letters of its code. */
export function findMachine(
  platform: string,
  tags: readonly string[],
  gameCodes: readonly GameCode[],
): string | undefined {
  const isCode = (pattern: RegExp | undefined) => gameCodes.some(({ game }) => pattern?.test(`${platform}:${game}`));
  const tagged = machines.find((machine) => tags.some((tag) => machine.tags.test(tag)));
  const machine = (tagged ?? machines.find(({ codes }) => isCode(codes)))?.platform;
  return machine === platform ? undefined : machine;
}
