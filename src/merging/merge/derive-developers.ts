import type { Line } from '../../bundle/bundle.ts';
import type { GamePlatformLine, ReleaseLine } from '../../bundle/lines.ts';
import { AUTHOR, companyFamily, companyKey, companyName } from '../../vocabulary/companies.ts';
import { findFacts } from '../../vocabulary/facts.ts';
import { DERIVED } from '../load/layer-line.ts';
import { DEVELOPER, filterCredits, listCredits, PUBLISHER } from './credits.ts';
import type { MergedGame } from './merge-layers.ts';

/** First name and surname, also with a middle name. Longer ones are often several persons without a separator. */
const FULL_NAME = /^company:[^-]+(-[^-]+){1,2}$/;
/** A longer list of persons is the staff of a company. The first of two is the programmer. */
const MAX_AUTHORS = 2;

/** Values of the fact: who publishes a game also made it, or somebody else did. All other values are names. */
const OWN = 'publisher';
const OTHERS = 'unknown';

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
  const plain = withoutAuthors(merged);
  if (listCredits(plain.line.platforms).some(({ role }) => role !== PUBLISHER)) return plain;
  const authored = addDevelopers(merged, findAuthor);
  if (authored !== merged) return withoutAuthors(authored);
  const { title } = merged.line;
  const findTitled: FindDevelopers = (_, { platform }) => developersOfTitle(title, platform).map(({ key }) => key);
  const titled = isCopy ? plain : addDevelopers(plain, findTitled);
  if (titled !== plain) return titled;
  return addDevelopers(plain, (release, platform) => findPublisher(release, platform, isHomebrew));
}

/** A record has no persons but developers. */
export function withoutAuthors(merged: MergedGame): MergedGame {
  const { line } = merged;
  if (listCredits(line.platforms).every(({ role }) => role !== AUTHOR)) return merged;
  const platforms = line.platforms.map((platform) => filterCredits(platform, ({ role }) => role !== AUTHOR));
  return { ...merged, line: { ...line, platforms } };
}

/** The keys of the companies that developed a release. */
type FindDevelopers = (release: ReleaseLine, platform: GamePlatformLine) => readonly string[];

/** Returns the same game if nothing is derived. */
function addDevelopers(merged: MergedGame, find: FindDevelopers): MergedGame {
  return deriveReleases(merged, (platform) => {
    const releases = platform.releases?.map((release) => {
      const credits = find(release, platform).map((company) => ({ company, role: DEVELOPER }));
      return credits.length === 0 ? release : { ...release, companies: [...release.companies, ...credits] };
    });
    return releases?.some((own, i) => own !== platform.releases?.[i]) ? { ...platform, releases } : platform;
  });
}

/** Changes the releases of platforms that no operator corrected. Returns the same game if all platforms stay the same. */
export function deriveReleases(
  merged: MergedGame,
  derive: (platform: GamePlatformLine) => GamePlatformLine,
): MergedGame {
  const sources = { ...merged.provenance.platforms };
  const platforms = merged.line.platforms.map((platform) => {
    const before = sources[platform.platform];
    const derived = before?.corrected ? platform : derive(platform);
    if (derived !== platform)
      sources[platform.platform] = { ...before, releases: [...(before?.releases ?? []), DERIVED] };
    return derived;
  });
  if (platforms.every((platform, i) => platform === merged.line.platforms[i])) return merged;
  return {
    ...merged,
    line: { ...merged.line, platforms },
    provenance: { ...merged.provenance, platforms: sources },
  };
}

function findAuthor({ companies }: ReleaseLine): string[] {
  const [first, ...others] = companies.flatMap(({ company, role }) => (role === AUTHOR ? [company] : []));
  return first !== undefined && FULL_NAME.test(first) && others.length < MAX_AUTHORS ? [first] : [];
}

/** The companies that develop the games of such a title on a platform: Gust of `Atelier Ayesha`. */
export function developersOfTitle(title: string, platform: string): Line<'companies.jsonl'>[] {
  const values = findFacts('developer', { titles: [title], platforms: [platform] });
  const names = values.filter((value) => value !== OWN && value !== OTHERS).map((name) => companyName(name) ?? name);
  return names.map((company_name) => ({ key: companyKey(company_name), company_name }));
}

/** Branches of one company count once. A company that publishes a game in one country only may not have made it. */
function findPublisher({ companies }: ReleaseLine, line: GamePlatformLine, isHomebrew: boolean): string[] {
  const { platform, first_release_date: date } = line;
  if (new Set(listCredits([line]).map(({ company }) => companyFamily(company))).size !== 1) return [];
  const game = { platform, year: date ? Number(date.slice(0, 4)) : undefined, isHomebrew };
  return companies.map(({ company }) => company).filter((company) => isOwnDeveloper(company, game));
}

/** Where a publisher is named alone. */
interface PublishedGame {
  platform: string;
  year: number | undefined;
  isHomebrew: boolean;
}

/** Whether the publisher is also the developer. Magazines do not write the homebrew that they print. */
export function isOwnDeveloper(company: string, { platform, year, isHomebrew }: PublishedGame): boolean {
  const values = findFacts('developer', { companies: [company], platforms: [platform], year });
  return values.includes(OWN) || (isHomebrew && !values.includes(OTHERS));
}
