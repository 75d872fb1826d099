import type { Line } from '../../bundle/bundle.ts';
import type { GameLine, GamePlatformLine, ReleaseLine } from '../../bundle/lines.ts';
import type { GameBundle } from '../game-bundle.ts';
import { playersAttribute } from './attribute.ts';
import type { Entry } from './entry.ts';
import { listGroups, listLastingGroups } from './groups.ts';
import { toPlatformLine } from './platform-line.ts';
import type { Status } from './tags.ts';
import { alternateTitles, chooseTitle } from './titles.ts';

/** An entry of a source that knows more than the dump: what kind of game it is, and for how many. */
export interface RichEntry extends Entry {
  /** Keys of `genres.tsv`. */
  genres: string[];
  groups: Line<'groups.jsonl'>[];
  ratings: { system: string; name: string }[];
  /** At most so many at once; 0 where nothing is said. */
  players: number;
}

/** A game on one platform. */
export interface RichGame {
  key: string;
  platform: string;
  entries: readonly RichEntry[];
  ids: Record<string, string[]>;
  /** Whether it only adds to a game that another source knows. */
  enriches: boolean;
}

/** Copies that others have changed: what is said of them need not be true of the game. */
const CHANGED: readonly Status[] = ['pirate', 'hack', 'crack'];

/** The line of a game; all that it points to is made known to the bundle. */
export function toRichLine(bundle: GameBundle, { key, platform, entries, ids, enriches }: RichGame): GameLine {
  const own = withoutChanged(entries);
  const chosen = chooseTitle(own);
  const groups = [
    ...own.flatMap((entry) => entry.groups),
    ...(enriches ? listLastingGroups(entries) : listGroups(entries)),
  ];
  for (const { credits } of entries) for (const { name } of credits) bundle.companies.add(name);
  return {
    key,
    title: chosen.title,
    alternate_titles: alternateTitles(own, chosen),
    genres: unique(own.flatMap(({ genres }) => genres)),
    groups: unique(groups.map((group) => bundle.group(group))),
    platforms: [richPlatform(bundle, platform, entries, own)],
    ids: Object.fromEntries(Object.entries(ids).filter(([, values]) => values.length > 0)),
    ...(enriches && { enriches }),
  };
}

function richPlatform(
  bundle: GameBundle,
  platform: string,
  entries: readonly RichEntry[],
  own: readonly RichEntry[],
): GamePlatformLine {
  const line = toPlatformLine(platform, entries);
  const players = Math.max(...own.map((entry) => entry.players));
  const attributes = [...own.flatMap((entry) => entry.attributes), ...(players > 0 ? [playersAttribute(players)] : [])];
  const ratings = own.flatMap((entry) => entry.ratings.map(({ system, name }) => bundle.rating(system, name)));
  return {
    ...line,
    attributes: unique(attributes),
    ratings: unique(ratings),
    releases: withoutEmpty(line.releases ?? []),
  };
}

/** A release of which only the countries are known is left out where another one tells more of them. */
function withoutEmpty(releases: readonly ReleaseLine[]): ReleaseLine[] {
  const isEmpty = ({ release_date, companies, product_codes }: ReleaseLine) =>
    release_date === null && companies.length === 0 && product_codes.length === 0;
  const full = releases.filter((release) => !isEmpty(release));
  const isCovered = ({ description, countries }: ReleaseLine) =>
    full.some((other) => other.description === description && isWithin(countries, other.countries));
  return releases.filter((release) => !isEmpty(release) || !isCovered(release));
}

function isWithin(countries: readonly string[], others: readonly string[]): boolean {
  return countries.every((country) => others.includes(country));
}

function withoutChanged(entries: readonly RichEntry[]): readonly RichEntry[] {
  const real = entries.filter(({ statuses }) => !statuses.some((status) => CHANGED.includes(status)));
  return real.length > 0 ? real : entries;
}

function unique(keys: readonly string[]): string[] {
  return [...new Set(keys)].toSorted();
}
