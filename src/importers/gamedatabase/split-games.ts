import { type Entry, yearOf } from '../dumps/entry.ts';

interface Game {
  key: string;
  own: Entry[];
}

/** Versions of an arcade machine appear soon after each other. */
const MAX_YEARS_BETWEEN_MACHINES = 3;

/**
 * The games among the rows of one id. The files of makers of arcade machines have ids of their own: two games of one title may
 * share one.
 */
export function splitGames(group: string, entries: readonly Entry[]): Game[] {
  if (!entries.every(isMachine)) return [{ key: group, own: [...entries] }];
  const games: Game[] = [];
  for (const entry of entries.toSorted((a, b) => yearOf(a) - yearOf(b))) {
    const last = games.at(-1)?.own.at(-1);
    if (last && yearOf(entry) - yearOf(last) <= MAX_YEARS_BETWEEN_MACHINES) games.at(-1)?.own.push(entry);
    else games.push({ key: last ? `${group}@${yearOf(entry)}` : group, own: [entry] });
  }
  return games;
}

function isMachine(entry: Entry): boolean {
  return (entry.foreignKeys ?? []).length > 0 && yearOf(entry) > 0;
}
