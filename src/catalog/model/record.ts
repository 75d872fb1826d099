import { getOrInsert } from '../../get-or-insert.ts';
import type { ExternalId } from '../../store/external-ids.ts';
import { type PackedFacets, packFacets } from '../../store/facets.ts';
import { filtersOf } from '../../store/game-filters.ts';
import type { AlternateTitle, CoverGroup, GenreReference, PlatformDetails, Screenshot } from './resources.ts';

/**
 * One game with all its data: the unit of import, storage, change and export. It has the resources of the API with two
 * differences: a stored picture has a path (`/media/…`) instead of a URL, and releases are sorted by date only, while the
 * API lists regular releases first.
 */
export interface GameRecord {
  game_id: number;
  title: string;
  alternate_titles: AlternateTitle[];
  description: string | null;
  official_url: string | null;
  catalog_score: number | null;
  num_votes: number;
  /** The `image` of the picture that an operator chose as the main one. */
  main_picture?: string;
  genres: GenreReference[];
  groups: { group_id: number; group_name: string }[];
  platforms: RecordPlatform[];
  /** Ids in other databases, sorted. Not shown by default. */
  external_ids: ExternalId[];
}

export interface RecordPlatform extends Omit<PlatformDetails, 'game_id'> {
  screenshots: Screenshot[];
  cover_groups: CoverGroup[];
}

/** Whether nothing but the title, platforms and countries are known: neither a text, nor a date, nor a company. */
export function isOnlyTitle({ description, platforms }: GameRecord): boolean {
  return (
    description === null &&
    platforms.every(
      ({ first_release_date, releases }) =>
        first_release_date === null && releases.every(({ companies }) => companies.length === 0),
    )
  );
}

/** What lists of games are filtered, counted and sorted by. */
export function facetsOf(record: GameRecord, notability: number): PackedFacets {
  return packFacets({
    ...filtersOf(record),
    platforms: record.platforms.map((platform) => platform.platform_id),
    genres: record.genres.map((genre) => genre.genre_id),
    groups: record.groups.map((group) => group.group_id),
    notability,
  });
}

/** The earliest date as year or year and month. Within a year, a known month wins over an unknown one. */
export function firstReleaseDate(dates: readonly (string | null)[]): string | null {
  const known = dates.filter((date) => date !== null).map((date) => date.slice(0, 7));
  const year = known.map((date) => date.slice(0, 4)).toSorted()[0];
  if (year === undefined) return null;
  return known.filter((date) => date.startsWith(`${year}-`)).toSorted()[0] ?? year;
}

/** How importers start the description of a release that was never sold. */
const IRREGULAR = /(?:^|; )(?:prototype|demo|sample|unreleased|pirate|bootleg|hack|cracked)\b/i;

interface DatedRelease {
  release_date: string | null;
  description?: string | null;
}

export function isRegular({ description }: Pick<DatedRelease, 'description'>): boolean {
  return !IRREGULAR.test(description ?? '');
}

/** The date of the first release on a platform: of the earliest regular one, or else of the earliest of any. */
export function dateOfFirst(releases: readonly DatedRelease[]): string | null {
  const earliest = (list: readonly DatedRelease[]) => firstReleaseDate(list.map(({ release_date }) => release_date));
  return earliest(releases.filter(isRegular)) ?? earliest(releases);
}

export interface Dated {
  first_release_date: string | null;
}

export function yearOf({ platforms }: { platforms: readonly Dated[] }): string | undefined {
  return firstReleaseDate(platforms.map((platform) => platform.first_release_date))?.slice(0, 4);
}

/** The year of the first release on a platform. */
export function yearOn(platform: Dated | undefined): string | undefined {
  return platform?.first_release_date?.slice(0, 4);
}

/** Sorts platforms by first release. */
export function byFirstRelease<P extends Dated>(platforms: readonly P[]): P[] {
  return platforms.toSorted((a, b) => compareDates(a.first_release_date, b.first_release_date));
}

/** Oldest first, unknown dates last. A year alone sorts after the dates of that year: it is mostly a port or a reissue. */
export function compareDates(a: string | null, b: string | null): number {
  const [one, other] = [`${a ?? ''}~`, `${b ?? ''}~`];
  return one < other ? -1 : one > other ? 1 : 0;
}

interface NamedPlatform extends Dated {
  platform_id: number;
  platform_name: string;
}

const ARCADE = 'Arcade';
/** Arcade cabinets ran their games as they are (VS. System, PlayChoice-10, Mega-Tech), and lists give them the same year. */
const IN_CABINETS = new Set(['NES', 'Famicom Disk System', 'SNES', 'SEGA Master System', 'Genesis']);

/**
 * Sorts platforms as lists name them: these first, then by first release. Within a year, an arcade game comes before its
 * ports, whose dates are often known more exactly, unless it is a console game in a cabinet.
 */
export function preferPlatforms<P extends NamedPlatform>(
  platforms: readonly P[],
  preferred: readonly number[] = [],
): P[] {
  const isPreferred = ({ platform_id }: P) => preferred.includes(platform_id);
  const sorted = byFirstRelease(platforms);
  const [first] = sorted;
  const [year, month] = first?.first_release_date?.split('-') ?? [];
  const isInCabinet = month !== undefined && IN_CABINETS.has(first?.platform_name ?? '');
  const isOriginal = ({ platform_name, first_release_date: date }: P) =>
    platform_name === ARCADE && !isInCabinet && date !== null && date.slice(0, 4) === year;
  const rank = (platform: P) => 2 * Number(isPreferred(platform)) + Number(isOriginal(platform));
  return sorted.toSorted((a, b) => rank(b) - rank(a));
}

/** `NES +1 · 1987`: one of the preferred platforms, or the first one, and the year of the first release on it. */
export function platformSummary(
  game: { platforms: readonly NamedPlatform[] },
  preferred: readonly number[] = [],
): string {
  const [first, ...others] = preferPlatforms(game.platforms, preferred);
  const more = others.length > 0 ? ` +${others.length}` : '';
  return [(first?.platform_name ?? '') + more, yearOn(first)].filter(Boolean).join(' · ');
}

/** Which sources provided which field of a game, as stored. Platforms are named by their keys. */
export interface Provenance {
  fields: Record<string, string[]>;
  platforms: Record<string, Record<string, string[]>>;
}

/** The fields that each source provided, those of all platforms together. */
export function fieldsBySource({ fields, platforms }: Provenance): Map<string, Set<string>> {
  const bySource = new Map<string, Set<string>>();
  for (const part of [fields, ...Object.values(platforms)]) {
    for (const [field, sources] of Object.entries(part)) {
      for (const source of sources) getOrInsert(bySource, source, () => new Set()).add(field);
    }
  }
  return bySource;
}
