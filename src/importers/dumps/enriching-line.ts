import type { DumpLine, GameLine, GamePlatformLine, ReleaseLine } from '../../bundle/lines.ts';
import { getOrInsert } from '../../get-or-insert.ts';
import { playersAttribute } from '../attributes.ts';
import type { GameBundle } from '../game-bundle.ts';
import { sortedUnique } from '../sorting.ts';
import type { Entry } from './entry.ts';
import { listGroups } from './groups.ts';
import { idsOf } from './hashes.ts';
import { kindAttributes, withoutDemos } from './kinds.ts';
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
  const titled = withoutDemos(own);
  const chosen = chooseTitle(titled);
  const groups = [...own.flatMap((entry) => entry.groups ?? []), ...listGroups(entries, enriches)];
  for (const { credits } of entries) for (const { name } of credits) bundle.companies.add(name);
  return {
    key,
    title: chosen.title,
    alternate_titles: alternateTitles(titled, chosen),
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
  const { releases, dumps } = withoutEmpty(line.releases ?? []);
  const others = [...(line.dumps ?? []), ...dumps];
  return {
    ...line,
    attributes: sortedUnique(attributes),
    ratings: sortedUnique(ratings),
    releases,
    ...(others.length > 0 && { dumps: others }),
  };
}

/**
 * Skips a release of which only the countries are known if another release covers these countries. Its files are those of the
 * covering release, or if several cover it, just files of the platform (`dumps`).
 */
function withoutEmpty(releases: readonly ReleaseLine[]): { releases: ReleaseLine[]; dumps: DumpLine[] } {
  const isEmpty = ({ release_date, companies, product_codes }: ReleaseLine) =>
    release_date === null && companies.length === 0 && product_codes.length === 0;
  const full = releases.filter((release) => !isEmpty(release));
  const coversOf = ({ description, countries }: ReleaseLine) =>
    full.filter(
      (other) => other.description === description && countries.every((country) => other.countries.includes(country)),
    );
  const moved = new Map<ReleaseLine | undefined, DumpLine[]>();
  const kept = releases.filter((release) => {
    const [cover, ...others] = isEmpty(release) ? coversOf(release) : [];
    if (!cover) return true;
    getOrInsert(moved, others.length === 0 ? cover : undefined, () => []).push(...(release.dumps ?? []));
    return false;
  });
  const withMoved = (release: ReleaseLine) => {
    const dumps = [...(release.dumps ?? []), ...(moved.get(release) ?? [])];
    return dumps.length > 0 ? { ...release, dumps } : release;
  };
  return { releases: kept.map(withMoved), dumps: moved.get(undefined) ?? [] };
}
