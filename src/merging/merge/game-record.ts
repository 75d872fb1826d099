import type { GamePlatformLine, ReleaseLine, StoredMediaLine } from '../../bundle/lines.ts';
import { byCategoryThenName, compareCodePoints } from '../../catalog/model/order.ts';
import { dateOfFirst, type GameRecord, type RecordPlatform } from '../../catalog/model/record.ts';
import type { Attribute, Company, Genre, Group, Platform, Rating, Release } from '../../catalog/model/resources.ts';
import type { StoredPicture } from '../../pictures/picture-store.ts';
import type { Entries } from '../load/entries.ts';
import type { MergedGame } from './merge-layers.ts';

/** Converts a merged line into a record: replaces keys by entries, which must be prepared, and sorts the lists. */
export async function toRecord(
  gameId: number,
  { line, media, mainPicture, externalIds }: MergedGame,
  entries: Entries,
): Promise<GameRecord> {
  const platforms: RecordPlatform[] = [];
  for (const platform of line.platforms) platforms.push(await toPlatform(platform, media, entries));
  const num_votes = line.num_votes ?? 0;
  return sortLists({
    game_id: gameId,
    title: line.title,
    alternate_titles: (line.alternate_titles ?? []).map(({ title, description }) => ({ title, description })),
    description: line.description ?? null,
    official_url: line.official_url ? new URL(line.official_url).href : null,
    catalog_score: num_votes > 0 ? oneDecimal(line.catalog_score ?? null) : null,
    num_votes,
    // Not after the platforms, where `include` copies external ids.
    ...(mainPicture !== undefined && { main_picture: mainPicture }),
    genres: entries.list<Genre>(line.genres).map(({ genre_description: _description, ...reference }) => reference),
    groups: entries.list<Group>(line.groups).map(({ group_id, group_name }) => ({ group_id, group_name })),
    platforms,
    external_ids: externalIds,
  });
}

/** Sorts every list by the names and ids that the API specifies. */
export function sortLists(record: GameRecord): GameRecord {
  return {
    ...record,
    alternate_titles: record.alternate_titles.toSorted(
      (a, b) => compareCodePoints(a.title, b.title) || compareCodePoints(a.description, b.description),
    ),
    genres: record.genres.toSorted(byCategoryThenName),
    groups: record.groups.toSorted((a, b) => a.group_id - b.group_id),
    platforms: record.platforms.toSorted((a, b) => a.platform_id - b.platform_id).map(sortPlatformLists),
  };
}

function sortPlatformLists(platform: RecordPlatform): RecordPlatform {
  return {
    ...platform,
    attributes: platform.attributes.toSorted(
      (a, b) =>
        a.attribute_category_id - b.attribute_category_id || compareCodePoints(a.attribute_name, b.attribute_name),
    ),
    releases: platform.releases.toSorted(byDateThenCountry),
    ratings: platform.ratings.toSorted(
      (a, b) => a.rating_system_id - b.rating_system_id || compareCodePoints(a.rating_name, b.rating_name),
    ),
  };
}

async function toPlatform(
  line: GamePlatformLine,
  media: readonly StoredMediaLine[],
  entries: Entries,
): Promise<RecordPlatform> {
  const platform = entries.find<Platform>(line.platform);
  const pictures = media.find((own) => own.platform === line.platform);
  const releases: Release[] = [];
  for (const release of line.releases ?? []) releases.push(await toRelease(release, entries));
  return {
    platform_id: platform?.platform_id ?? 0,
    platform_name: platform?.platform_name ?? '',
    first_release_date: line.first_release_date ?? dateOfFirst(releases),
    attributes: entries.list<Attribute>(line.attributes),
    releases,
    patches: (line.patches ?? []).map(({ description, release_date }) => ({ description, release_date })),
    ratings: entries.list<Rating>(line.ratings),
    screenshots: (pictures?.screenshots ?? []).map(({ caption = null, ...picture }) => ({
      caption,
      ...toPicture(picture),
    })),
    cover_groups: (pictures?.cover_groups ?? []).map(({ countries, comments = null, covers }) => ({
      countries,
      comments,
      covers: covers.map(({ scan_of, description = null, comments: own = null, ...picture }) => ({
        scan_of,
        ...toPicture(picture),
        description,
        comments: own,
      })),
    })),
  };
}

/** Copies field by field, so that the order of fields in a source does not change the record. */
function toPicture({ image, thumbnail_image, width, height }: StoredPicture): StoredPicture {
  return { image, thumbnail_image, width, height };
}

async function toRelease(line: ReleaseLine, entries: Entries): Promise<Release> {
  const codes = [];
  for (const { product_code, product_code_type } of line.product_codes) {
    const product_code_type_id = await entries.idOfName('product_code_type', product_code_type);
    codes.push({ product_code, product_code_type, product_code_type_id });
  }
  return {
    release_date: line.release_date,
    countries: line.countries,
    companies: line.companies.flatMap(({ company, role }) => {
      const found = entries.find<Omit<Company, 'role'>>(company);
      return found ? [{ ...found, role }] : [];
    }),
    description: line.description ?? null,
    product_codes: codes,
  };
}

function oneDecimal(score: number | null): number | null {
  return score === null ? null : Math.round(score * 10) / 10;
}

/** Unknown dates sort last. */
function byDateThenCountry(a: Release, b: Release): number {
  const order = ({ release_date, countries, description }: Release) =>
    [release_date ?? '~', countries.join(', '), description ?? ''].join('\n');
  return compareCodePoints(order(a), order(b)) || compareCodePoints(JSON.stringify(a), JSON.stringify(b));
}
