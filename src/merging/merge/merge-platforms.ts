import type { GamePlatformLine, ReleaseLine, StoredMediaLine } from '../../bundle/lines.ts';
import { firstReleaseDate } from '../../catalog/model/record.ts';
import type { LayerLine } from '../load/layer-line.ts';
import { mergeReleases } from './merge-releases.ts';
import { type CategoryOf, firstOf, openPicker, type Said, unionBy } from './sourced.ts';

/** Which sources gave which field of a game on one platform. */
export type PlatformProvenance = Record<string, string[]>;

interface MergedPlatforms {
  platforms: GamePlatformLine[];
  media: StoredMediaLine[];
  provenance: Record<string, PlatformProvenance>;
}

/** Every platform on which any source knows the game. */
export function mergePlatforms(said: readonly Said<LayerLine>[], categoryOf: CategoryOf): MergedPlatforms {
  const keys = new Set(said.flatMap(({ value }) => value.platforms.map(({ platform }) => platform)));
  const merged: MergedPlatforms = { platforms: [], media: [], provenance: {} };
  for (const platform of keys) {
    // A correction may have set two platforms of one layer to the same.
    const own = said.flatMap(({ source, value }) =>
      value.platforms.filter((line) => line.platform === platform).map((line) => ({ source, value: line })),
    );
    const { pick, fields } = openPicker();
    merged.platforms.push(mergePlatform(platform, own, categoryOf, pick));
    const pictures = said.flatMap(({ source, value }) =>
      (value.media ?? []).filter((line) => line.platform === platform).map((line) => ({ source, value: line })),
    );
    if (pictures.length > 0) merged.media.push(mergePictures(platform, pictures, pick));
    merged.provenance[platform] = fields;
  }
  return merged;
}

type Pick = ReturnType<typeof openPicker>['pick'];

function mergePlatform(
  platform: string,
  said: readonly Said<GamePlatformLine>[],
  categoryOf: CategoryOf,
  pick: Pick,
): GamePlatformLine {
  return {
    platform,
    first_release_date: firstReleaseDate(said.map(({ value }) => firstDateOf(value))),
    attributes: pick(
      'attributes',
      unionBy(said, ({ attributes }) => attributes, categoryOf),
    ),
    ratings: pick(
      'ratings',
      unionBy(said, ({ ratings }) => ratings, categoryOf),
    ),
    releases: pick(
      'releases',
      mergeReleases(said.map(({ source, value }) => ({ source, value: value.releases ?? [] }))),
    ),
    patches:
      pick(
        'patches',
        firstOf(said, ({ patches }) => (patches?.length ? patches : undefined)),
      ) ?? [],
  };
}

/** A source may know that its earliest releases are no releases. */
function firstDateOf({ first_release_date, releases = [] }: GamePlatformLine): string | null {
  return first_release_date ?? firstReleaseDate(releases.map(({ release_date }: ReleaseLine) => release_date));
}

/** All pictures; one that several sources have is shown once. */
function mergePictures(platform: string, said: readonly Said<StoredMediaLine>[], pick: Pick): StoredMediaLine {
  const seen = new Set<string>();
  const isNew = ({ image }: { image: string }) => !seen.has(image) && seen.add(image);
  const covers = said.map(({ source, value: { cover_groups = [] } }) => ({
    source,
    value: cover_groups
      .map((group) => ({ ...group, covers: group.covers.filter(isNew) }))
      .filter((group) => group.covers.length > 0),
  }));
  const shots = said.map(({ source, value: { screenshots = [] } }) => ({ source, value: screenshots.filter(isNew) }));
  return {
    key: said[0]?.value.key as string,
    platform,
    screenshots: pick('screenshots', joined(shots)),
    cover_groups: pick('cover_groups', joined(covers)),
  };
}

function joined<T>(said: readonly Said<T[]>[]) {
  const given = said.filter(({ value }) => value.length > 0);
  return { value: given.flatMap(({ value }) => value), sources: [...new Set(given.map(({ source }) => source))] };
}
