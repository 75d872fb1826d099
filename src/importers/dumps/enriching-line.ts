import type { GameLine, GamePlatformLine, ReleaseLine } from '../../bundle/lines.ts';
import { playersAttribute } from '../attributes.ts';
import type { GameBundle } from '../game-bundle.ts';
import { sortedUnique } from '../sorting.ts';
import type { Entry } from './entry.ts';
import { listGroups } from './groups.ts';
import { idsOf } from './hashes.ts';
import { kindAttributes } from './kinds.ts';
import { toPlatformLine, withoutStatuses } from './releases.ts';
import { alternateTitles, chooseTitle } from './titles.ts';

/** The line of a game on one platform. Adds its groups, ratings and companies to the bundle. */
export function toEnrichingLine(
  bundle: GameBundle,
  key: string,
  entries: readonly Entry[],
  enriches: boolean,
): GameLine {
  // Facts about a copy that others have changed may be wrong for the game.
  const own = withoutStatuses(entries, ['pirate', 'hack', 'crack']);
  const chosen = chooseTitle(own);
  const groups = [...own.flatMap((entry) => entry.groups ?? []), ...listGroups(entries, enriches)];
  for (const { credits } of entries) for (const { name } of credits) bundle.companies.add(name);
  return {
    key,
    title: chosen.title,
    alternate_titles: alternateTitles(own, chosen),
    ...describe(own),
    genres: sortedUnique(own.flatMap(({ genres }) => genres)),
    groups: sortedUnique(groups.map((group) => bundle.group(group))),
    platforms: [platformLine(bundle, entries, own)],
    ids: idsOf(entries),
    ...(enriches && { enriches }),
  };
}

/** The longest description, and the score with the most votes. */
function describe(entries: readonly Entry[]): Pick<GameLine, 'description' | 'catalog_score' | 'num_votes'> {
  const [description] = entries.flatMap((entry) => entry.description ?? []).toSorted((a, b) => b.length - a.length);
  const [score] = entries.flatMap((entry) => entry.score ?? []).toSorted((a, b) => b.votes - a.votes);
  return {
    ...(description && { description }),
    ...(score && { catalog_score: score.average, num_votes: score.votes }),
  };
}

function platformLine(bundle: GameBundle, entries: readonly Entry[], own: readonly Entry[]): GamePlatformLine {
  const line = toPlatformLine(entries);
  const players = Math.max(...own.map((entry) => entry.players ?? 0));
  const attributes = [
    ...own.flatMap((entry) => entry.attributes),
    ...kindAttributes(entries),
    ...(players > 0 ? [playersAttribute(players)] : []),
  ];
  const ratings = own.flatMap((entry) => entry.ratings ?? []).map(({ system, name }) => bundle.rating(system, name));
  return {
    ...line,
    attributes: sortedUnique(attributes),
    ratings: sortedUnique(ratings),
    releases: withoutEmpty(line.releases ?? []),
  };
}

/** Skips a release of which only the countries are known if another release covers these countries. */
function withoutEmpty(releases: readonly ReleaseLine[]): ReleaseLine[] {
  const isEmpty = ({ release_date, companies, product_codes }: ReleaseLine) =>
    release_date === null && companies.length === 0 && product_codes.length === 0;
  const full = releases.filter((release) => !isEmpty(release));
  const isCovered = ({ description, countries }: ReleaseLine) =>
    full.some(
      (other) => other.description === description && countries.every((country) => other.countries.includes(country)),
    );
  return releases.filter((release) => !isEmpty(release) || !isCovered(release));
}
