import type { GameLine, GamePlatformLine, ReleaseLine } from '../../bundle/lines.ts';
import { AUTHOR, companyFamily } from '../../vocabulary/companies.ts';
import { isOwnDeveloper } from '../../vocabulary/developers.ts';
import { developersOfTitle } from '../../vocabulary/title-developers.ts';
import { DERIVED } from '../load/layer-line.ts';
import type { MergedGame } from './merge-layers.ts';

export const PUBLISHER = 'Published by';
export const DEVELOPER = 'Developed by';
/** First name and surname, also with a middle name. Longer ones are often several persons without a separator. */
const FULL_NAME = /^company:[^-]+(-[^-]+){1,2}$/;
/** A longer list of persons is the staff of a company. The first of two is the programmer. */
const MAX_AUTHORS = 2;

/** Turns a release into one with derived developers, or returns it as it is. */
type Derive = (release: ReleaseLine, platform: GamePlatformLine) => ReleaseLine;

interface Kind {
  isHomebrew: boolean;
  /** Its title may be that of another game. */
  isCopy: boolean;
}

/**
 * Adds the developer to a game for which no source names a company as one: its author, else who develops the games of its
 * title, else a publisher that makes its own games. Authors are in no other role of a record.
 */
export function withDevelopers(merged: MergedGame, { isHomebrew, isCopy }: Kind): MergedGame {
  if (companiesOf(merged.line).some(({ role }) => role !== PUBLISHER && role !== AUTHOR)) return withoutAuthors(merged);
  const authored = withReleases(merged, withAuthors);
  if (authored !== merged) return withoutAuthors(authored);
  const plain = withoutAuthors(merged);
  const { title } = merged.line;
  const titled = isCopy ? plain : withReleases(plain, (release, { platform }) => withTitled(release, title, platform));
  if (titled !== plain) return titled;
  return withReleases(plain, (release, platform) => withPublisher(release, platform, isHomebrew));
}

export function companiesOf({ platforms }: GameLine): ReleaseLine['companies'] {
  return platforms.flatMap(({ releases = [] }) => releases.flatMap(({ companies }) => companies));
}

/** A record has no persons but developers. */
export function withoutAuthors(merged: MergedGame): MergedGame {
  if (companiesOf(merged.line).every(({ role }) => role !== AUTHOR)) return merged;
  const strip = (release: ReleaseLine) => ({
    ...release,
    companies: release.companies.filter(({ role }) => role !== AUTHOR),
  });
  const platforms = merged.line.platforms.map(({ releases = [], ...rest }) => ({
    ...rest,
    releases: releases.map(strip),
  }));
  return { ...merged, line: { ...merged.line, platforms } };
}

/** Returns the same game if nothing is derived. */
function withReleases(merged: MergedGame, derive: Derive): MergedGame {
  const provenance = { ...merged.provenance.platforms };
  const platforms = merged.line.platforms.map((platform) => {
    const before = provenance[platform.platform];
    const releases = before?.corrected ? platform.releases : platform.releases?.map((own) => derive(own, platform));
    if (!releases || releases.every((own, i) => own === platform.releases?.[i])) return platform;
    provenance[platform.platform] = { ...before, releases: [...(before?.releases ?? []), DERIVED] };
    return { ...platform, releases };
  });
  if (platforms.every((platform, i) => platform === merged.line.platforms[i])) return merged;
  return {
    ...merged,
    line: { ...merged.line, platforms },
    provenance: { fields: merged.provenance.fields, platforms: provenance },
  };
}

function withAuthors(release: ReleaseLine): ReleaseLine {
  const [first, ...others] = release.companies.filter(({ role }) => role === AUTHOR);
  const isKnown = first !== undefined && FULL_NAME.test(first.company) && others.length < MAX_AUTHORS;
  return isKnown ? withRole(release, [first]) : release;
}

function withTitled(release: ReleaseLine, title: string, platform: string): ReleaseLine {
  return withRole(
    release,
    developersOfTitle(title, platform).map(({ key }) => ({ company: key, role: DEVELOPER })),
  );
}

function withPublisher(release: ReleaseLine, platform: GamePlatformLine, isHomebrew: boolean): ReleaseLine {
  if (countPublishers(platform) !== 1) return release;
  const own = release.companies.filter(({ company }) =>
    isOwnDeveloper(company, { platform: platform.platform, year: yearOf(platform), isHomebrew }),
  );
  return withRole(release, own);
}

function withRole(release: ReleaseLine, credits: ReleaseLine['companies']): ReleaseLine {
  if (credits.length === 0) return release;
  const developers = credits.map(({ company }) => ({ company, role: DEVELOPER }));
  return { ...release, companies: [...release.companies, ...developers] };
}

/** Branches of one company count once. A company that publishes a game in one country only may not have made it. */
function countPublishers({ releases = [] }: GamePlatformLine): number {
  return new Set(releases.flatMap(({ companies }) => companies.map(({ company }) => companyFamily(company)))).size;
}

function yearOf({ first_release_date }: GamePlatformLine): number | undefined {
  return first_release_date ? Number(first_release_date.slice(0, 4)) : undefined;
}
