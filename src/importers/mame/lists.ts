import { readTable } from '../../vocabulary/tables.ts';

export const PROFILES = ['console', 'all'] as const;
export type Profile = (typeof PROFILES)[number];

/** How far `cloneof` can be trusted: always, but for sequels, or only between equal titles. */
export type Clones = 'sure' | 'series' | 'titles';

/** What is known of a software list. */
export interface ListFacts {
  platform: string;
  profile: Profile;
  clones: Clones;
  /** Where all of it was sold, if the entries need not say so. */
  country: string | undefined;
  /** In some lists `release` is the day on which somebody published the copy, or a catalog number. */
  releaseIsDate: boolean;
}

const NO_GAMES = 'none';
const lists = new Map<string, ListFacts | typeof NO_GAMES>();
for (const [list = '', platform = '', profile = '', country = '', quirks = ''] of readTable('mame-lists.tsv')) {
  lists.set(list, profile === NO_GAMES ? NO_GAMES : toFacts(platform, profile as Profile, country, quirks.split(' ')));
}

/** Undefined is a list that the table does not know yet. */
export function findList(list: string): ListFacts | 'none' | undefined {
  return lists.get(list);
}

export function isInProfile(facts: ListFacts, profile: Profile): boolean {
  return profile === 'all' || facts.profile === profile;
}

function toFacts(platform: string, profile: Profile, country: string, quirks: readonly string[]): ListFacts {
  const clones = quirks.includes('title-clones') ? 'titles' : quirks.includes('series-clones') ? 'series' : 'sure';
  const releaseIsDate = !quirks.includes('dump-dates') && !quirks.includes('release-codes');
  return { platform, profile, clones, country: country || undefined, releaseIsDate };
}
