import type { GameRecord } from '../../catalog/model/record.ts';
import type { Release } from '../../catalog/model/resources.ts';
import type { GameChange, PlatformChange, ReleaseChange } from './edit.ts';

/** What the game has in the fields that an edit changes, as the change that would bring it back. */
export function replacedValues(record: GameRecord, change: GameChange): GameChange {
  const values: GameChange = {
    title: record.title,
    alternate_titles: record.alternate_titles,
    description: record.description,
    official_url: record.official_url,
    genres: record.genres.map(({ genre_id }) => genre_id),
    groups: record.groups.map(({ group_name }) => group_name),
    platforms: (change.platforms ?? []).flatMap((platform) => replacedReleases(record, platform)),
    ...(record.main_picture !== undefined && { mainPicture: record.main_picture }),
  };
  return Object.fromEntries(Object.entries(values).filter(([name]) => name in change));
}

function replacedReleases({ platforms }: GameRecord, { platform_id, releases }: PlatformChange): PlatformChange[] {
  const before = releases && platforms.find((platform) => platform.platform_id === platform_id);
  return before ? [{ platform_id, releases: before.releases.map(toChange) }] : [];
}

function toChange({ release_date, countries, companies, description, product_codes }: Release): ReleaseChange {
  return {
    release_date,
    countries,
    companies: companies.map(({ company_name, role }) => ({ company_name, role })),
    description,
    product_codes: product_codes.map(({ product_code, product_code_type }) => ({ product_code, product_code_type })),
  };
}
