import type { GamePlatformLine, ReleaseLine } from '../../bundle/lines.ts';
import { dateOfFirst, isRegular } from '../../catalog/model/record.ts';
import { plainTitle } from '../../folding.ts';
import { companyFamily } from '../../vocabulary/companies.ts';
import type { FirstRelease } from '../../vocabulary/first-releases.ts';
import { isCurated } from '../../vocabulary/sources.ts';
import { DERIVED } from '../load/layer-line.ts';
import { withoutCovered } from './covered-releases.ts';
import { type Credit, DEVELOPER, filterCredits, listCredits, PUBLISHER } from './credits.ts';
import { deriveReleases } from './derive-developers.ts';
import type { MergedGame } from './merge-layers.ts';

/**
 * Adds the first release of a well-known game: lists of one region have later ones alone, and many name no developer. Earlier
 * dates of sources are corrected. Corrected platforms stay as they are.
 */
export function withFirstRelease(merged: MergedGame, known: FirstRelease): MergedGame {
  const dated = deriveReleases(merged, (platform) =>
    withoutEarlier(platform.platform === known.platform ? withRelease(platform, known) : platform, known),
  );
  return withTitle(dated, known);
}

/** Shows the best known title where a source has another one first, unless people chose it. */
function withTitle(merged: MergedGame, { title }: FirstRelease): MergedGame {
  const { line, provenance } = merged;
  const { title: before, alternate_titles: others = [] } = line;
  if (plainTitle(before) === plainTitle(title) || provenance.fields.title?.some(isCurated)) return merged;
  const alternates = others.filter((other) => plainTitle(other.title) !== plainTitle(title));
  return {
    ...merged,
    line: { ...line, title, alternate_titles: [{ title: before, description: 'Alternate title' }, ...alternates] },
    provenance: { ...provenance, fields: { ...provenance.fields, title: [DERIVED] } },
  };
}

/**
 * An earlier date is that of a copyright, or a mistake. On another platform it may be that of an original which the game was
 * made from, if it is more than a year. Returns the same platform if its dates are right.
 */
function withoutEarlier(platform: GamePlatformLine, known: FirstRelease): GamePlatformLine {
  const { releases = [], first_release_date: before = null } = platform;
  const isOther = platform.platform !== known.platform;
  const isEarlier = (date: string | null | undefined) =>
    date != null && Number(date.slice(0, 4)) < known.year && !(isOther && date.length > 4);
  const year = String(known.year);
  const isDated = releases.some((own) => isRegular(own) && own.release_date !== null);
  const dated = releases.map((own) => {
    if (!isEarlier(own.release_date)) return own;
    // A demo is older, but its date would become that of the game where nothing else is known.
    if (!isRegular(own)) return isDated ? own : { ...own, release_date: null };
    return { ...own, release_date: year };
  });
  const own = dated.every((release, i) => release === releases[i]) ? releases : withoutCovered(dated);
  const first = dateOfFirst(own) ?? (isEarlier(before) ? year : before);
  return own === releases && first === before ? platform : { ...platform, releases: own, first_release_date: first };
}

/**
 * The developer is added where sources name none, or nobody but publishers. Returns the same platform if nothing is new.
 */
function withRelease(stated: GamePlatformLine, known: FirstRelease): GamePlatformLine {
  const { year, developer, publisher } = known;
  const platform = withoutPublishersAsDevelopers(stated, known);
  const { releases = [] } = platform;
  const credit = { company: developer.key, role: DEVELOPER };
  const isNamed = releases.some(({ companies }) => companies.some(({ role }) => role === DEVELOPER));
  const isOwn = ({ companies }: ReleaseLine) =>
    companies.some(
      ({ company, role }) => role === PUBLISHER && companyFamily(company) === companyFamily(publisher.key),
    );
  const named = isNamed
    ? releases
    : releases.map((own) => (isOwn(own) ? { ...own, companies: [...own.companies, credit] } : own));
  if (releases.some((own) => isOwn(own) && isRegular(own) && isUpTo(own, year)))
    return isNamed ? platform : { ...platform, releases: named };
  const first: ReleaseLine = {
    release_date: String(year),
    countries: [],
    companies: [{ company: publisher.key, role: PUBLISHER }, credit],
    product_codes: [],
  };
  return { ...platform, releases: [first, ...named] };
}

function isUpTo({ release_date: date }: ReleaseLine, year: number): boolean {
  return date !== null && Number(date.slice(0, 4)) <= year;
}

/** Many sources have one company for both roles. Only what the table names is known to be both. */
function withoutPublishersAsDevelopers(platform: GamePlatformLine, { developer }: FirstRelease): GamePlatformLine {
  const known = companyFamily(developer.key);
  const credits = listCredits([platform]);
  const familiesOf = (name: string) =>
    new Set(credits.filter(({ role }) => role === name).map(({ company }) => companyFamily(company)));
  const [developers, publishers] = [familiesOf(DEVELOPER), familiesOf(PUBLISHER)];
  // Otherwise a company that did not publish the game is better known than the table.
  const isReplaced = developers.has(known) || developers.isSubsetOf(publishers);
  const isKept = ({ company, role }: Credit) =>
    role !== DEVELOPER || companyFamily(company) === known || !publishers.has(companyFamily(company));
  return isReplaced && !credits.every(isKept) ? filterCredits(platform, isKept) : platform;
}
