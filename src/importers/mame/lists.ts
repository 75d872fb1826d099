import { readTable } from '../tables.ts';

export const PROFILES = ['console', 'all'] as const;
export type Profile = (typeof PROFILES)[number];

/** How far `cloneof` can be trusted: always, but for sequels, or only between equal titles. */
export type Clones = 'sure' | 'series' | 'titles';

/** What is known of a software list. */
export interface ListFacts {
  platform: string;
  profile: Profile;
  clones: Clones;
  /** Whether its `release` is the day on which somebody published a crack, or a catalog number. */
  releaseIsDate: boolean;
}

/** The games of these machines belong to no software list. */
export const ARCADE: ListFacts = { platform: 'platform:arcade', profile: 'all', clones: 'sure', releaseIsDate: true };
export const ARCADE_LIST = 'arcade';

const NO_GAMES = 'none';
const lists = new Map<string, ListFacts | typeof NO_GAMES>();
for (const [list = '', platform = '', profile = '', quirks = ''] of readTable('mame-lists.tsv')) {
  lists.set(list, profile === NO_GAMES ? NO_GAMES : toFacts(platform, profile as Profile, quirks.split(' ')));
}

/** Undefined is a list that the table does not know yet. */
export function findList(list: string): ListFacts | 'none' | undefined {
  return lists.get(list);
}

export function isInProfile(facts: ListFacts, profile: Profile): boolean {
  return profile === 'all' || facts.profile === profile;
}

function toFacts(platform: string, profile: Profile, quirks: readonly string[]): ListFacts {
  const clones = quirks.includes('title-clones') ? 'titles' : quirks.includes('series-clones') ? 'series' : 'sure';
  return {
    platform,
    profile,
    clones,
    releaseIsDate: !quirks.includes('crack-dates') && !quirks.includes('release-codes'),
  };
}
