import { attributeKey } from '../attributes.ts';
import { sortedUnique } from '../sorting.ts';
import { addUnknown, type Context, platformKeys } from './context.ts';
import type { Item, Statement } from './item.ts';
import { findMode } from './mappings.ts';

const PLAYERS = 'Number of Players Supported';
const SINGLE_PLAYER = 'Q208850';
/** Higher numbers count the players of a server, not of a game. */
const MAX_PLAYERS = 1000;

export function countUnknownModes({ statements }: Item, context: Context): void {
  for (const { value } of statements.modes)
    if (!findMode(value, context.names.find(value))) addUnknown(context, 'game mode', value);
}

/** The keys of the attributes on a platform: how many can play, and how. */
export function listAttributes(platform: string, { statements }: Item, context: Context): string[] {
  const own = (list: readonly Statement[]) =>
    list.filter(({ platforms }) => platforms.length === 0 || platformKeys(context, platforms).includes(platform));
  const modes = own(statements.modes).map(({ value }) => value);
  const keys = modes.flatMap((mode) => {
    const facts = findMode(mode, context.names.find(mode));
    return facts?.attribute ? attributeKey(facts.category, facts.attribute) : [];
  });
  const players = describePlayers(own(statements.leastPlayers), own(statements.mostPlayers), modes);
  if (players !== undefined) keys.push(attributeKey(PLAYERS, players));
  return sortedUnique(keys);
}

/** `1 Player`, `1-4 Players`, `2 Players`. The maximum alone is not enough, because a game may need two players. */
function describePlayers(least: readonly Statement[], most: readonly Statement[], modes: readonly string[]) {
  const from = modes.includes(SINGLE_PLAYER) ? 1 : Math.min(...least.map(({ value }) => Number(value)));
  const to = Math.max(...most.map(({ value }) => Number(value)));
  if (to === 1 || (modes.length > 0 && modes.every((mode) => mode === SINGLE_PLAYER) && most.length === 0))
    return '1 Player';
  if (!isCount(from) || !isCount(to) || from > to) return undefined;
  return from === to ? `${to} Players` : `${from}-${to} Players`;
}

function isCount(players: number): boolean {
  return Number.isInteger(players) && players >= 1 && players <= MAX_PLAYERS;
}
