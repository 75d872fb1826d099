import { addUnknown, type Context, platformKeys } from './context.ts';
import type { Item, Statement } from './item.ts';
import { findMode } from './mappings.ts';

const PLAYERS = 'Number of Players Supported';
const SINGLE_PLAYER = 'Q208850';
/** More are not counted by players of one game, but by those of a server. */
const MOST_PLAYERS = 1000;

/** The keys of the attributes of each platform: how many can play, and how. */
export function attributesOf(item: Item, platforms: readonly string[], context: Context): Map<string, string[]> {
  for (const { value } of item.statements.modes)
    if (!findMode(value, context.names.find(value))) addUnknown(context, 'game mode', value);
  return new Map(platforms.map((platform) => [platform, attributesOn(platform, item, context)]));
}

function attributesOn(platform: string, { statements }: Item, context: Context): string[] {
  const own = (list: readonly Statement[]) => list.filter((statement) => isOf(statement, platform, context));
  const modes = own(statements.modes).map(({ value }) => value);
  const found = modes.flatMap((mode) => {
    const facts = findMode(mode, context.names.find(mode));
    return facts?.attribute ? context.bundle.attribute(facts.category, facts.attribute) : [];
  });
  const players = describePlayers(own(statements.leastPlayers), own(statements.mostPlayers), modes);
  if (players !== undefined) found.push(context.bundle.attribute(PLAYERS, players));
  return [...new Set(found)].toSorted();
}

function isOf({ platforms }: Statement, platform: string, context: Context): boolean {
  return platforms.length === 0 || platformKeys(context, platforms).includes(platform);
}

/** `1 Player`, `1-4 Players`, `2 Players`. A game for many may well need two, so the most alone is not enough. */
function describePlayers(least: readonly Statement[], most: readonly Statement[], modes: readonly string[]) {
  const isSingle = modes.includes(SINGLE_PLAYER);
  const from = isSingle ? 1 : Math.min(...least.map(({ value }) => Number(value)));
  const to = Math.max(...most.map(({ value }) => Number(value)));
  if (to === 1 || (modes.length > 0 && modes.every((mode) => mode === SINGLE_PLAYER) && most.length === 0))
    return '1 Player';
  if (!isCount(from) || !isCount(to) || from > to) return undefined;
  return from === to ? `${to} Players` : `${from}-${to} Players`;
}

function isCount(players: number): boolean {
  return Number.isInteger(players) && players >= 1 && players <= MOST_PLAYERS;
}
