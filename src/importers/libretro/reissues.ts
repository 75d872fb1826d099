import type { LibretroEntry } from './entry.ts';

/**
 * Entries by the machine that they were made for: the Wii has two games called Sonic the Hedgehog, of the Mega Drive and of
 * the Master System. For an entry that names no machine, the other entries of its title decide: for facts the machine
 * of most dumps, and for a dump that of the facts, if all of them have the same.
 */
export function groupByMachine(entries: readonly LibretroEntry[]): Map<string | undefined, LibretroEntry[]> {
  const titles = Map.groupBy(entries, ({ titleKey }) => titleKey);
  const usual = new Map(Array.from(titles, ([title, own]) => [title, usualMachines(own)]));
  return Map.groupBy(entries, ({ machine, isListed, gameCodes, titleKey }) => {
    const { ofDumps, ofFacts } = usual.get(titleKey) ?? {};
    return machine ?? (gameCodes.length > 0 ? undefined : isListed ? ofFacts : ofDumps);
  });
}

function usualMachines(title: readonly LibretroEntry[]) {
  const { true: dumps = [], false: facts = [] } = Object.groupBy(title, ({ isListed }) => `${isListed}`);
  const [first, ...others] = new Set(facts.filter(({ gameCodes }) => gameCodes.length > 0).map(machineOf));
  return { ofDumps: mostFrequent(dumps.map(machineOf)), ofFacts: others.length === 0 ? first : undefined };
}

function machineOf({ machine }: LibretroEntry): string | undefined {
  return machine;
}

/** Undefined if any dump names no machine. */
function mostFrequent(machines: readonly (string | undefined)[]): string | undefined {
  if (machines.includes(undefined)) return undefined;
  const counts = [...Map.groupBy(machines, (machine) => machine)];
  return counts.toSorted(([, a], [, b]) => b.length - a.length)[0]?.[0];
}
