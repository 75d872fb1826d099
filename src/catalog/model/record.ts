import { type PackedFacets, packFacets } from '../../store/facets.ts';
import type { AlternateTitle, CoverGroup, GenreReference, PlatformDetails, Screenshot } from './resources.ts';

/**
 * One game with everything it has: the unit of import, storage, change and export. It holds the contract's resources as
 * the API answers them, with two differences: a picture of our own has a path (`/media/…`) where the answer has a URL, and
 * releases come by date alone, where the answer has regular ones first.
 */
export interface GameRecord {
  game_id: number;
  title: string;
  alternate_titles: AlternateTitle[];
  description: string | null;
  official_url: string | null;
  catalog_score: number | null;
  num_votes: number;
  genres: GenreReference[];
  groups: { group_id: number; group_name: string }[];
  platforms: RecordPlatform[];
}

export interface RecordPlatform extends Omit<PlatformDetails, 'game_id'> {
  screenshots: Screenshot[];
  cover_groups: CoverGroup[];
}

/** What the addresses of our own pictures begin with in a record. */
export const MEDIA_PATH = '/media';

/** What a game can be found by, beside its title. */
export function facetsOf(record: GameRecord): PackedFacets {
  return packFacets({
    platforms: record.platforms.map((platform) => platform.platform_id),
    genres: record.genres.map((genre) => genre.genre_id),
    groups: record.groups.map((group) => group.group_id),
    years: yearsOf(record),
  });
}

function yearsOf({ platforms }: GameRecord): number[] {
  const year = yearOf({ platforms });
  return year === undefined ? [] : [Number(year)];
}

/** The earliest date among the releases, at year or month precision; within a year, a known month beats an unknown one. */
export function firstReleaseDate(dates: readonly (string | null)[]): string | null {
  const known = dates.filter((date) => date !== null).map((date) => date.slice(0, 7));
  const year = known.map((date) => date.slice(0, 4)).toSorted()[0];
  if (year === undefined) return null;
  return known.filter((date) => date.startsWith(`${year}-`)).toSorted()[0] ?? year;
}

export function yearOf({
  platforms,
}: {
  platforms: readonly { first_release_date: string | null }[];
}): string | undefined {
  return firstReleaseDate(platforms.map((platform) => platform.first_release_date))?.slice(0, 4);
}

/** The platform that had the game first comes first. */
export function byFirstRelease<P extends { first_release_date: string | null }>(platforms: readonly P[]): P[] {
  return platforms.toSorted((a, b) => compareDates(a.first_release_date, b.first_release_date));
}

/**
 * The oldest first, those without a date last. A year alone comes after the days of that year: it is mostly that of a
 * conversion or of another print, whose day nobody wrote down.
 */
export function compareDates(a: string | null, b: string | null): number {
  const [one, other] = [`${a ?? ''}~`, `${b ?? ''}~`];
  return one < other ? -1 : one > other ? 1 : 0;
}
