import type { GamePlatformLine, ReleaseLine, StoredMediaLine } from '../../bundle/lines.ts';
import { compareDates, firstReleaseDate } from '../../catalog/model/record.ts';
import { isKindAttribute, withOneKind } from '../../vocabulary/kinds.ts';
import { isComputer, platformYear } from '../../vocabulary/platforms.ts';
import type { LayerLine } from '../load/layer-line.ts';
import { isSold, mergeReleases } from './merge-releases.ts';
import { withOriginalDevelopers } from './original-developers.ts';
import { type CategoryOf, type FieldMerger, openFieldMerger, type Sourced } from './sourced.ts';

const YEAR_LENGTH = 4;

/** The sources of each field of a game on one platform. */
export type PlatformProvenance = Record<string, string[]>;

interface MergedPlatforms {
  platforms: GamePlatformLine[];
  media: StoredMediaLine[];
  provenance: Record<string, PlatformProvenance>;
}

/** Every platform that any source has for the game. */
export function mergePlatforms(layers: readonly Sourced<LayerLine>[], categoryOf: CategoryOf): MergedPlatforms {
  const keys = new Set(layers.flatMap(({ value }) => value.platforms.map(({ platform }) => platform)));
  const merged: MergedPlatforms = { platforms: [], media: [], provenance: {} };
  const known = starterDate(
    layers.flatMap(({ source, value }) => value.platforms.map((own) => ({ source, value: own }))),
  );
  for (const platform of keys) {
    const lines = listOf(layers, platform, (line) => line.platforms);
    const pictures = listOf(layers, platform, ({ media = [] }) => media);
    const fields = openFieldMerger(lines);
    const releases = mergeReleases(withOriginalDevelopers(lines));
    merged.platforms.push({
      platform,
      first_release_date: mergeFirstDate(lines, releases.value, known),
      attributes: mergeKinds(fields.union('attributes', categoryOf), layers, platform),
      ratings: fields.union('ratings', categoryOf),
      releases: fields.record('releases', releases),
      patches: fields.first('patches') ?? [],
    });
    if (pictures.length > 0) merged.media.push(mergePictures(platform, pictures, fields.record));
    merged.provenance[platform] = fields.provenance;
  }
  return merged;
}

/** One kind at most, and none where a source that can create a game lists an ordinary one. */
function mergeKinds(attributes: string[], layers: readonly Sourced<LayerLine>[], platform: string): string[] {
  const founding = layers.filter(({ value }) => !value.enriches);
  const isOrdinary = listOf(founding, platform, (line) => line.platforms).some(
    ({ value }) => !value.attributes?.some(isKindAttribute),
  );
  return isOrdinary ? attributes.filter((key) => !isKindAttribute(key)) : withOneKind(attributes);
}

/** What all layers have for one platform. A layer has it twice if a correction moved another platform to it. */
function listOf<T extends { platform: string }>(
  layers: readonly Sourced<LayerLine>[],
  platform: string,
  get: (line: LayerLine) => readonly T[],
): Sourced<T>[] {
  return layers.flatMap(({ source, value }) =>
    get(value).flatMap((own) => (own.platform === platform ? [{ source, value: own }] : [])),
  );
}

/** People looked up the first date of each of its games. */
const STARTER = 'starter';

function starterDate(lines: readonly Sourced<GamePlatformLine>[]): string | null {
  return firstReleaseDate(lines.flatMap(({ source, value }) => (source === STARTER ? firstDateOf(value) : [])));
}

/**
 * The earliest date of the sources. A year alone is often that of the copyright: if it is the year before the date of the
 * starter catalog, or before the platform, that one counts. On a platform that the starter catalog does not date, nothing
 * is older than the game itself there (`known`).
 */
function mergeFirstDate(
  lines: readonly Sourced<GamePlatformLine>[],
  releases: readonly ReleaseLine[],
  known: string | null,
): string | null {
  const date = earliestDate(lines, releases);
  const chosen = starterDate(lines);
  const first = known?.slice(0, 4) ?? '';
  if (chosen === null && date !== null && date < first) return first;
  const limit = chosen ?? String(platformYear(lines[0]?.value.platform ?? ''));
  return date?.length === YEAR_LENGTH && Number(date) === Number(limit.slice(0, 4)) - 1 ? limit : date;
}

/**
 * The earliest date of any source, but not before all regular releases of the merged list: that date belongs to a release that a
 * more trusted source dates later, or to a pirate or a demo. A date that no release of its source has stays. A year that is that
 * of a copyright does not count.
 */
function earliestDate(lines: readonly Sourced<GamePlatformLine>[], releases: readonly ReleaseLine[]): string | null {
  const earliest = firstReleaseDate(lines.map(({ value }) => firstDateOf(value)));
  const alone = lines.flatMap(({ value }) => (isOfRelease(value) ? [] : firstDateOf(value)));
  const regular = releases.filter((release) => isSold(release));
  const dated = regular.filter((release) => !isCopyrightYear(release, lines));
  const merged = firstReleaseDate([...alone, ...dated.map(({ release_date }) => release_date)]);
  return merged !== null && compareDates(merged, earliest) > 0 ? merged : earliest;
}

const MIN_YEARS_AFTER_COPYRIGHT = 2;

/**
 * Whether a release has a year alone, and all releases of the most trusted source that knows a month in its countries are years
 * later. For computers, exact dates are often those of reissues.
 */
function isCopyrightYear(
  { release_date: date, countries }: ReleaseLine,
  lines: readonly Sourced<GamePlatformLine>[],
): boolean {
  if (date?.length !== YEAR_LENGTH || isComputer(lines[0]?.value.platform ?? '')) return false;
  const isThere = (other: ReleaseLine) =>
    isExact(other) && (countries.length === 0 || countries.some((one) => other.countries.includes(one)));
  const exact = lines.find(({ value }) => value.releases?.some(isThere))?.value.releases;
  const isLater = ({ release_date: other }: ReleaseLine) =>
    other === null || Number(other.slice(0, YEAR_LENGTH)) >= Number(date) + MIN_YEARS_AFTER_COPYRIGHT;
  return exact?.every(isLater) ?? false;
}

function isExact({ release_date: date }: ReleaseLine): boolean {
  return date !== null && date.length > YEAR_LENGTH;
}

function isOfRelease({ first_release_date, releases = [] }: GamePlatformLine): boolean {
  const date = first_release_date ?? null;
  return date === null || releases.some((release) => release.release_date?.startsWith(date));
}

/** Explicit, or computed from the releases. A source may know that its earliest releases are not regular. */
function firstDateOf({ first_release_date, releases = [] }: GamePlatformLine): string | null {
  return first_release_date ?? firstReleaseDate(releases.map(({ release_date }) => release_date));
}

/** The pictures of all sources, without duplicates. */
function mergePictures(
  platform: string,
  lines: readonly Sourced<StoredMediaLine>[],
  record: FieldMerger['record'],
): StoredMediaLine {
  const seen = new Set<string>();
  const isNew = ({ image }: { image: string }) => !seen.has(image) && seen.add(image);
  const covers = lines.map(({ source, value: { cover_groups = [] } }) => ({
    source,
    value: cover_groups
      .map((group) => ({ ...group, covers: group.covers.filter(isNew) }))
      .filter((group) => group.covers.length > 0),
  }));
  const shots = lines.map(({ source, value: { screenshots = [] } }) => ({ source, value: screenshots.filter(isNew) }));
  return {
    key: lines[0]?.value.key as string,
    platform,
    screenshots: record('screenshots', concat(shots)),
    cover_groups: record('cover_groups', concat(covers)),
  };
}

function concat<T>(lists: readonly Sourced<T[]>[]) {
  const filled = lists.filter(({ value }) => value.length > 0);
  return { value: filled.flatMap(({ value }) => value), sources: [...new Set(filled.map(({ source }) => source))] };
}
