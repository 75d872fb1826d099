/** Numbers of players that lists are filtered by: one only, or at least so many. */
export const PLAYERS = [1, 2, 3, 4] as const;
export type Players = (typeof PLAYERS)[number];
/** What lists are filtered by: a number of players, or whether they play together. */
export type Play = Players | typeof COOPERATIVE;

export const COOPERATIVE = 'cooperative';

/** The category of attributes such as `1 Player`, `2 Players`, `1-4 Players`. */
const PLAYERS_CATEGORY = 'Number of Players Supported';

interface Attribute {
  attribute_name: string;
  attribute_category_name: string;
}

/** What a game with these attributes is found by. */
export function listPlay(attributes: readonly Attribute[]): Play[] {
  const numbers = attributes.filter(({ attribute_category_name }) => attribute_category_name === PLAYERS_CATEGORY);
  const most = numbers.reduce((sofar, { attribute_name }) => Math.max(sofar, parsePlayers(attribute_name)), 0);
  const plays: Play[] = listPlayers(most);
  return attributes.some(isCooperative) ? [...plays, COOPERATIVE] : plays;
}

function isCooperative({ attribute_name, attribute_category_name }: Attribute): boolean {
  return attribute_category_name === 'Multiplayer Options' && attribute_name === 'Cooperative';
}

/** The largest number of players of an attribute; 0 if it has none. */
function parsePlayers(attribute: string): number {
  if (attribute === 'Massively Multiplayer') return Infinity;
  return Number(/(\d{1,4}) Players?$/.exec(attribute)?.[1] ?? 0);
}

/** The filters that a game for so many players matches. */
function listPlayers(most: number): Players[] {
  return PLAYERS.filter((players) => (players === 1 ? most === 1 : most >= players));
}
