import { findTextProblem } from '../../bundle/plain-text.ts';
import { findOtherGame } from '../../vocabulary/other-games.ts';
import { readTable } from '../../vocabulary/tables.ts';
import { TITLE_OR_SLASH, TITLE_SEPARATOR } from '../dumps/description.ts';

export const PROFILES = ['console', 'all'] as const;
export type Profile = (typeof PROFILES)[number];

/** When a clone is the same game as its parent: always, unless it is a sequel, or only if the titles are equal. */
export type Clones = 'sure' | 'series' | 'titles';

export interface ListFacts {
  platform: string;
  profile: Profile;
  clones: Clones;
  /** The country of all entries, which then need not name it. */
  country: string | undefined;
  /** False if `release` is the date of the copy, or a catalog number. */
  releaseIsDate: boolean;
  titleSeparator: RegExp;
  /** Names that the list had in earlier versions of MAME. Ids are bound to keys with these names too. */
  former: readonly string[];
}

const NO_GAMES = 'none';
const rows = readTable('mame-lists.tsv').map(([list = '', platform = '', profile = '', country, quirks, former]) => ({
  list,
  profile,
  facts: makeListFacts(platform, profile as Profile, country, split(quirks), split(former)),
}));
const lists = new Map(rows.map(({ list, profile, facts }) => [list, profile === NO_GAMES ? undefined : facts]));

export function isKnownList(list: string): boolean {
  return lists.has(list);
}

/** Undefined if the list has no games that the profile includes. */
export function findList(list: string, profile: Profile): ListFacts | undefined {
  const facts = lists.get(list);
  return profile === 'all' || facts?.profile === profile ? facts : undefined;
}

function makeListFacts(
  platform: string,
  profile: Profile,
  country: string | undefined,
  quirks: readonly string[],
  former: readonly string[],
): ListFacts {
  const clones = quirks.includes('title-clones') ? 'titles' : quirks.includes('series-clones') ? 'series' : 'sure';
  const releaseIsDate = !quirks.includes('dump-dates') && !quirks.includes('release-codes');
  const titleSeparator = quirks.includes('slash-titles') ? TITLE_OR_SLASH : TITLE_SEPARATOR;
  return { platform, profile, clones, country: country || undefined, releaseIsDate, titleSeparator, former };
}

function split(words = ''): string[] {
  return words.split(' ').filter((word) => word !== '');
}

/** The key of an entry of a software list. Machines are entries of two lists of their own. */
export function mameKey(list: string, name: string): string {
  return `mame:${list}/${name}`;
}

/** The key of the entry that one is a clone of. Clones that are other games are in `other-games.tsv`. */
export function parentKey(list: string, name: string, cloneof: string | undefined): string | undefined {
  const key = mameKey(list, name);
  const game = findOtherGame(key);
  if (game !== undefined) return game === key ? undefined : game;
  return cloneof ? mameKey(list, cloneof) : undefined;
}

export function isMachineKey(key: string): boolean {
  return /^mame:(arcade|dedicated)\//.test(key);
}

/** Whether an entry has a name that a key can contain. */
export function isEntryName(name: string): boolean {
  return /^\S{1,200}$/.test(name) && findTextProblem(name) === undefined;
}
