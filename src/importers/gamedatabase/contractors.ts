import { getOrInsert } from '../../get-or-insert.ts';
import type { Row } from './rows.ts';

/** In fewer games, a name that is never first may be a developer by chance. */
const MIN_GAMES = 4;

/** Who made only a part of games. */
export interface Contractors {
  add(game: string, row: Row): void;
  has(name: string): boolean;
}

/**
 * The column of developers also names studios for sound, voices or programming, after the developer: `SEGA AM2/81 Produce`.
 * They are those who are in many games, but never first, and publish none.
 */
export function makeContractors(): Contractors {
  const games = new Map<string, Set<string>>();
  const leading = new Set<string>();
  return {
    add: (game, { developer, publisher }) => {
      const [first = '', ...others] = splitNames(developer);
      for (const name of [first, ...splitNames(publisher)]) leading.add(name);
      for (const name of others) getOrInsert(games, name, () => new Set()).add(game);
    },
    has: (name) => !leading.has(name) && (games.get(name)?.size ?? 0) >= MIN_GAMES,
  };
}

export function splitNames(text: string): string[] {
  return text
    .split('/')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}
