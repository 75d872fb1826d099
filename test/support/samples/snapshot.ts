import { buildSnapshot, type Snapshot, type SnapshotSource } from '../../../src/catalog/snapshot/snapshot.ts';
import { namesOf } from '../../../src/merging/merge/stored-game.ts';
import { type Facets, packFacets } from '../../../src/store/facets.ts';
import { dateNumber, filtersOf } from '../../../src/store/game-filters.ts';

type FilteredRecord = Parameters<typeof filtersOf>[0];
type FilteredRelease = FilteredRecord['platforms'][number]['releases'][number];

export interface SketchedGame extends Partial<Facets> {
  /** One, or none. */
  years?: readonly number[];
  id?: number;
  title?: string;
  alternates?: readonly string[];
  modifiedAt?: number;
  /** What filters are computed from. Without it there is only the date of the first release. */
  record?: FilteredRecord;
}

/** A snapshot of games in the order of their ids, which are 1, 2, 3 … by default. */
export function snapshotOf(games: readonly SketchedGame[], more: Partial<SnapshotSource> = {}): Snapshot {
  const titles = games.map(({ title }, i) => title ?? `Game ${i}`);
  const concat = (list: readonly Uint32Array[]) => Uint32Array.from(list.flatMap((one) => [...one]));
  return buildSnapshot({
    lineage: 'test',
    revision: 1,
    games: {
      ids: games.map(({ id }, i) => id ?? i + 1),
      revisions: games.map(() => 1),
      titles,
      names: games.map(({ alternates = [] }, i) =>
        namesOf({
          title: titles[i] as string,
          alternate_titles: alternates.map((title) => ({ title, description: '' })),
        }),
      ),
      modifiedAt: games.map(({ modifiedAt = 0 }) => modifiedAt),
      facets: concat(
        games.map(({ record, years: [year] = [], ...game }) => {
          const release = dateNumber(year?.toString());
          const dates = (game.platforms ?? NO_FACETS.platforms).map(() => release);
          return packFacets({ ...NO_FACETS, ...(record ? filtersOf(record) : { release, dates }), ...game });
        }),
      ),
    },
    ...{ genres: [], groups: [], platforms: [], aliases: [] },
    ...more,
  });
}

export const NO_FACETS: Facets = {
  ...{ dates: [0], platforms: [1], genres: [], groups: [], published: [], developed: [], credited: [], terms: [] },
  ...{ notability: 100, flags: 0, release: 0 },
};

/** What filters read of a record, on platforms with what is given of them. */
export function filteredRecord(platforms: readonly Partial<FilteredRecord['platforms'][number]>[]): FilteredRecord {
  const empty = { platform_id: 1, first_release_date: null, attributes: [], screenshots: [], cover_groups: [] };
  return {
    ...{ title: 'Hop', description: null, catalog_score: null, external_ids: [] },
    platforms: platforms.map((own) => ({ ...empty, releases: [filteredRelease()], ...own })),
  };
}

export function filteredRelease(own: Partial<FilteredRelease> = {}): FilteredRelease {
  return { release_date: null, countries: [], companies: [], description: null, product_codes: [], ...own };
}
