import type { GameLine } from '../../bundle/lines.ts';
import { firstReleaseDate } from '../../catalog/model/record.ts';
import { isOutsideSeries } from '../../vocabulary/series.ts';
import type { LayerLine } from '../load/layer-line.ts';
import type { Sourced } from './sourced.ts';

/** What a game is published as. On one platform it may be part of a compilation, or copied. */
const STATUSES = ['group:compilations', 'group:homebrew-and-doujin-games', 'group:unlicensed-games'];

/**
 * The layers without groups that an enriching source says by mistake: a series whose first game is younger than this one, and
 * what it is on a platform alone. Lists of dumps have a series by a file that two games share.
 */
export function withFittingGroups(layers: readonly Sourced<LayerLine>[], title: string): Sourced<LayerLine>[] {
  const creating = layers.filter(({ value }) => !value.enriches);
  const year = firstYear(creating.map(({ value }) => value));
  return layers.map((layer) => {
    const { enriches, groups = [] } = layer.value;
    const fits = (group: string) => !isOutsideSeries(group, title, year) && !isPartial(group, layers, creating);
    return enriches && !groups.every(fits)
      ? { ...layer, value: { ...layer.value, groups: groups.filter(fits) } }
      : layer;
  });
}

/** The game is also on a platform of which no layer says so. */
function isPartial(
  group: string,
  layers: readonly Sourced<LayerLine>[],
  creating: readonly Sourced<LayerLine>[],
): boolean {
  if (!STATUSES.includes(group)) return false;
  const stating = layers.filter(({ value }) => value.groups?.includes(group));
  return !new Set(creating.flatMap(platformsOf)).isSubsetOf(new Set(stating.flatMap(platformsOf)));
}

function platformsOf({ value: { platforms } }: Sourced<LayerLine>): string[] {
  return platforms.map(({ platform }) => platform);
}

/** The year of the first release of any; undefined if no date is known. */
export function firstYear(lines: readonly Pick<GameLine, 'platforms'>[]): number | undefined {
  const dates = lines.flatMap(({ platforms }) =>
    platforms.flatMap(({ first_release_date, releases = [] }) => [
      first_release_date ?? firstReleaseDate(releases.map(({ release_date }) => release_date)),
    ]),
  );
  const first = firstReleaseDate(dates);
  return first === null ? undefined : Number(first.slice(0, 4));
}
