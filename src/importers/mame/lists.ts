import { readTable } from '../../vocabulary/tables.ts';
import { TITLE_OR_SLASH, TITLE_SEPARATOR } from '../dumps/description.ts';

export const PROFILES = ['console', 'all'] as const;
export type Profile = (typeof PROFILES)[number];

/** When a clone is the same game as its parent: always, unless it is a sequel, or only if the titles are equal. */
export type Clones = 'sure' | 'series' | 'titles';

/** Facts about a software list. */
export interface ListFacts {
  platform: string;
  profile: Profile;
  clones: Clones;
  /** The country of all entries, which then need not name it. */
  country: string | undefined;
  /** False if `release` is the date of the copy, or a catalog number. */
  releaseIsDate: boolean;
  /** What separates several titles in a description. */
  titleSeparator: RegExp;
  /** Names that the list had in earlier versions of MAME. Ids are bound to keys with these names too. */
  former: readonly string[];
}

const NO_GAMES = 'none';
const lists = new Map<string, ListFacts | undefined>();
for (const [list = '', platform = '', profile = '', country, quirks, former] of readTable('mame-lists.tsv')) {
  const facts = () => makeListFacts(platform, profile as Profile, country, split(quirks), split(former));
  lists.set(list, profile === NO_GAMES ? undefined : facts());
}

export function isKnownList(list: string): boolean {
  return lists.has(list);
}

const consoles = new Set(
  [...lists.values()].flatMap((facts) => (facts?.profile === 'console' ? [facts.platform] : [])),
);
const computers = new Set([...lists.values()].flatMap((facts) => (facts ? [facts.platform] : []))).difference(consoles);

export function isComputer(platform: string): boolean {
  return computers.has(platform);
}

/** Undefined if the list has no games that the profile includes. */
export function findList(list: string, profile: Profile): ListFacts | undefined {
  const facts = lists.get(list);
  return facts && isIncluded(facts, profile) ? facts : undefined;
}

export function isIncluded(facts: ListFacts, profile: Profile): boolean {
  return profile === 'all' || facts.profile === profile;
}

/** By default those of a list of which only the platform is known. */
export function makeListFacts(
  platform: string,
  profile: Profile = consoles.has(platform) ? 'console' : 'all',
  country = '',
  quirks: readonly string[] = ['series-clones'],
  former: readonly string[] = [],
): ListFacts {
  const clones = quirks.includes('title-clones') ? 'titles' : quirks.includes('series-clones') ? 'series' : 'sure';
  const releaseIsDate = !quirks.includes('dump-dates') && !quirks.includes('release-codes');
  const titleSeparator = quirks.includes('slash-titles') ? TITLE_OR_SLASH : TITLE_SEPARATOR;
  return { platform, profile, clones, country: country || undefined, releaseIsDate, titleSeparator, former };
}

function split(words = ''): string[] {
  return words.split(' ').filter((word) => word !== '');
}
