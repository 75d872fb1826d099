import { getOrInsert } from '../get-or-insert.ts';
import { readTable } from './tables.ts';

const KEY = /^[a-z]+:[^\s/]+\/\S+$/;
/** The line that an entry becomes, by the key of the entry, or by that of the line which the source has it in and its title. */
const games = new Map<string, string>();
/** For each line of the table, which of the games of one line of the source it is. */
const parts = new Map<string, Set<string>>();
for (const [line = '', entry = '', game = ''] of readTable('other-games.tsv')) {
  games.set(KEY.test(entry) ? entry : `${line} ${entry}`, game);
  for (const key of [line, game]) getOrInsert(parts, key, () => new Set()).add(`${line} ${key}`);
}

/** The key of the line that an entry of a source belongs to, if the source has it in the line of another game. */
export function findOtherGame(entry: string): string | undefined {
  return games.get(entry);
}

/** What tells apart the games that a source has in one line: the key of that line, and the key of the game. */
export function listParts(keys: readonly string[]): string[] {
  return keys.flatMap((key) => [...(parts.get(key) ?? [])]);
}
