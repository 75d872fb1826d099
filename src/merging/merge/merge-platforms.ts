import type { GamePlatformLine, ReleaseLine, StoredMediaLine } from '../../bundle/lines.ts';
import { compareDates, dateOfFirst, firstReleaseDate, isRegular, type Provenance } from '../../catalog/model/record.ts';
import { isKindAttribute, withOneKind } from '../../vocabulary/kinds.ts';
import { isComputer, platformYear } from '../../vocabulary/platforms.ts';
import type { LayerLine } from '../load/layer-line.ts';
import { withoutCovered } from './covered-releases.ts';
import { mergeReleases } from './merge-releases.ts';
import { withOriginalDevelopers } from './original-developers.ts';
import { type CategoryOf, type FieldMerger, openFieldMerger, type Sourced, unite } from './sourced.ts';

const YEAR_LENGTH = 4;

interface MergedPlatforms {
  platforms: GamePlatformLine[];
  media: StoredMediaLine[];
  provenance: Provenance['platforms'];
}

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
    const { value, sources } = mergeReleases(withOriginalDevelopers(lines));
    const dated = correctYears(withStatedFirst(value, lines), lines, known);
    // A date beside releases without any may be that of each of them.
    const releases = dateOfFirst(value) === null ? value : dated;
    merged.platforms.push({
      platform,
      first_release_date: dateOfFirst(dated),
      attributes: mergeKinds(fields.record('attributes', unite(lines, 'attributes', categoryOf)), layers, platform),
      ratings: fields.record('ratings', unite(lines, 'ratings', categoryOf)),
      releases: fields.record('releases', { value: releases, sources }),
      patches: fields.first('patches') ?? [],
    });
    if (pictures.length > 0) merged.media.push(mergePictures(platform, pictures, fields.record));
    merged.provenance[platform] = fields.provenance;
  }
  return merged;
}

/** One kind at most, and none where a source that can create a game lists an ordinary one. */
function mergeKinds(attributes: string[], layers: readonly Sourced<LayerLine>[], platform: string): string[] {
  const creating = layers.filter(({ value }) => !value.enriches);
  const isOrdinary = listOf(creating, platform, (line) => line.platforms).some(
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
  const releases = lines.flatMap(({ source, value }) => (source === STARTER ? (value.releases ?? []) : []));
  return dateOfFirst(releases);
}

/**
 * Corrects the years of regular releases, which are often those of a copyright. Only a year alone is doubted. It becomes
 * unknown if the releases of a better source are years later. The year before the date of the starter catalog, or before
 * the platform, becomes that year. On a platform that the starter catalog does not date, nothing is older than the game
 * itself there (`known`).
 */
function correctYears(
  releases: readonly ReleaseLine[],
  lines: readonly Sourced<GamePlatformLine>[],
  known: string | null,
): ReleaseLine[] {
  const chosen = starterDate(lines);
  const limit = (chosen ?? String(platformYear(lines[0]?.value.platform ?? ''))).slice(0, YEAR_LENGTH);
  const first = (chosen === null && known?.slice(0, YEAR_LENGTH)) || '';
  const correct = (release: ReleaseLine): ReleaseLine => {
    const { release_date: date } = release;
    if (date?.length !== YEAR_LENGTH || !isRegular(release)) return release;
    if (isCopyrightYear(release, lines)) return { ...release, release_date: null };
    if (date < first) return { ...release, release_date: first };
    return Number(date) === Number(limit) - 1 ? { ...release, release_date: limit } : release;
  };
  const corrected = releases.map(correct);
  return corrected.every((release, i) => release === releases[i]) ? corrected : withoutCovered(corrected);
}

const MIN_YEARS_AFTER_COPYRIGHT = 2;
/** Further apart are a reissue, and a mistake: Antz World Sportz of 2001 for the Game Boy Color in November 2011. */
const MAX_YEARS_AFTER_COPYRIGHT = 5;

/**
 * Whether a release has a year alone, and all releases of the most trusted source that knows a month in its countries are some
 * years later. For computers, exact dates are often those of reissues.
 */
function isCopyrightYear(
  { release_date: date, countries }: ReleaseLine,
  lines: readonly Sourced<GamePlatformLine>[],
): boolean {
  if (isComputer(lines[0]?.value.platform ?? '')) return false;
  const isThere = (other: ReleaseLine) =>
    isExact(other) && (countries.length === 0 || countries.some((one) => other.countries.includes(one)));
  const exact = lines.find(({ value }) => value.releases?.some(isThere))?.value.releases;
  const years = exact?.flatMap(({ release_date: other }) => other?.slice(0, YEAR_LENGTH) ?? []) ?? [];
  const apart = Math.min(...years.map(Number)) - Number(date);
  return apart >= MIN_YEARS_AFTER_COPYRIGHT && apart <= MAX_YEARS_AFTER_COPYRIGHT;
}

function isExact({ release_date: date }: ReleaseLine): boolean {
  return date !== null && date.length > YEAR_LENGTH;
}

/** Adds a release on the first date that a source states and that none of its releases has, if the others are later. */
function withStatedFirst(releases: readonly ReleaseLine[], lines: readonly Sourced<GamePlatformLine>[]): ReleaseLine[] {
  const alone = lines.filter(({ value }) => !isOfRelease(value));
  const stated = firstReleaseDate(alone.map(({ value }) => value.first_release_date ?? null));
  if (compareDates(stated, dateOfFirst(releases.filter(isRegular))) >= 0) return [...releases];
  return [{ release_date: stated, countries: [], companies: [], product_codes: [] }, ...releases];
}

function isOfRelease({ first_release_date, releases = [] }: GamePlatformLine): boolean {
  const date = first_release_date ?? null;
  return date === null || releases.some((release) => release.release_date?.startsWith(date));
}

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
