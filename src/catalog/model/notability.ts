import { type GameRecord, isOnlyTitle } from './record.ts';

/** The highest notability. */
export const MAX_NOTABILITY = 2047;

/** The points of a game, as `docs/importing.md` lists them. */
const POINTS = { platforms: 50, releases: 30, countries: 40, sources: 80, series: 60, votes: 20, cover: 10 };

/** Other kinds rank below every ordinary game that more is known of, which has at least the points of one platform and one source. */
const OTHER_KINDS_DIVISOR = 16;
/** A title in a list says little, however many discs it lists. */
const ONLY_TITLE_DIVISOR = 4;

type Facts = Record<keyof typeof POINTS, number>;

/**
 * How well a game is probably known: the order of lists and of equal matches on the website. Sources of one publisher,
 * such as `mame` and `mame-machines`, count once.
 */
export function notabilityOf(record: GameRecord, sources: ReadonlySet<string>): number {
  const releases = record.platforms.flatMap((platform) => platform.releases);
  const publishers = new Set(Array.from(sources, publisherOf));
  for (const own of ['corrections', 'derived']) publishers.delete(own);
  const points = countPoints({
    platforms: record.platforms.length,
    releases: releases.length,
    countries: new Set(releases.flatMap(({ countries }) => countries)).size,
    sources: publishers.size,
    series: record.groups.length,
    votes: record.num_votes,
    cover: Number(record.platforms.some(({ cover_groups }) => cover_groups.length > 0)),
  });
  if (!isOrdinary(record)) return Math.floor(points / OTHER_KINDS_DIVISOR);
  return isOnlyTitle(record) ? Math.floor(points / ONLY_TITLE_DIVISOR) : points;
}

/** The names of sources of one publisher begin alike: `mame` and `mame-machines`. */
export function publisherOf(source: string): string {
  return source.split('-', 1)[0] as string;
}

/** The first platform, release, country or vote counts as much as doubling their number. */
function countPoints({ sources, series, cover, ...counts }: Facts): number {
  let points = POINTS.sources * Math.max(1, sources) + (series > 0 ? POINTS.series : 0) + POINTS.cover * cover;
  for (const [name, count] of Object.entries(counts))
    points += POINTS[name as keyof typeof counts] * Math.log2(1 + count);
  return Math.min(MAX_NOTABILITY, Math.round(points));
}

/** A game or a compilation on any platform. An ordinary game has no attribute of the category "Kind". */
function isOrdinary({ platforms }: GameRecord): boolean {
  return platforms.some(({ attributes }) =>
    attributes
      .filter(({ attribute_category_name }) => attribute_category_name === 'Kind')
      .every(({ attribute_name }) => attribute_name.startsWith('Compilation')),
  );
}
