import type { CorrectionLine, GameLine, GamePlatformLine } from '../../bundle/lines.ts';
import { publisherOf } from '../../catalog/model/notability.ts';
import { plainTitle, titleKey } from '../../folding.ts';
import { getOrInsert } from '../../get-or-insert.ts';
import { type ExternalId, listExternalIds } from '../../store/external-ids.ts';
import { compareSources, isCurated } from '../../vocabulary/sources.ts';
import { CORRECTIONS, type LayerLine } from '../load/layer-line.ts';
import { correctPictures, type HasPictures } from './correct-pictures.ts';
import { isDemo, isDemoTitle, withoutDemoCompanies } from './demos.ts';
import { mergePlatforms } from './merge-platforms.ts';
import { type CategoryOf, openFieldMerger, type Sourced, unite } from './sourced.ts';
import { withFittingGroups } from './stated-groups.ts';

export interface MergedGame extends HasPictures {
  line: GameLine;
  externalIds: ExternalId[];
}

/**
 * Merges the layers of a game. A single value comes from the most trusted source that has one. Lists are united, those of
 * genres and attributes by category. Undefined without a creating layer.
 */
export function mergeLayers(
  lines: readonly Sourced<LayerLine>[],
  corrections: readonly CorrectionLine[],
  categoryOf: CategoryOf,
): MergedGame | undefined {
  const layers = lines
    .map(({ source, value }) => ({ source, value: movePlatforms(value, corrections) }))
    .toSorted((a, b) => compareSources(a.source, b.source) || (a.value.key < b.value.key ? -1 : 1));
  const creating = findTitled(layers.filter(({ value }) => !value.enriches && value.platforms.length > 0));
  return creating && correct(mergeFields(layers, creating, categoryOf), corrections);
}

/**
 * The layer with the title that several sources agree on, if the creating source is alone with its own: MAME has the title
 * that a game shows, where boxes and all others say Phantasy Star IV. What people chose is kept.
 */
function findAgreed(layers: readonly Sourced<LayerLine>[], { source, value }: Sourced<LayerLine>) {
  if (isCurated(source)) return undefined;
  const sources = new Map<string, Set<string>>();
  for (const layer of layers)
    getOrInsert(sources, plainTitle(layer.value.title), () => new Set()).add(publisherOf(layer.source));
  const countOf = ({ title }: LayerLine) => sources.get(plainTitle(title))?.size ?? 0;
  if (countOf(value) > 1) return undefined;
  const [agreed] = layers.toSorted((a, b) => countOf(b.value) - countOf(a.value));
  return agreed && countOf(agreed.value) > 1 ? agreed : undefined;
}

/** The layer that writes the title in the words that most sources write it in: After Burner, not Afterburner. */
function findSpelled(layers: readonly Sourced<LayerLine>[], titled: Sourced<LayerLine>): Sourced<LayerLine> {
  if (isCurated(titled.source)) return titled;
  const plain = plainTitle(titled.value.title);
  const alike = layers.filter(({ value }) => plainTitle(value.title) === plain);
  const spellings = Map.groupBy(alike, ({ value }) => titleKey(value.title));
  const countOf = (layer: Sourced<LayerLine>) =>
    new Set(spellings.get(titleKey(layer.value.title))?.map(({ source }) => publisherOf(source))).size;
  return alike.reduce((best, layer) => (countOf(layer) > countOf(best) ? layer : best), titled);
}

/** A title of one region counts unless another one is so many times as frequent. */
const MUCH_MORE_FREQUENT = 3;

/**
 * The layer whose title is shown: of the most trusted source, of the best known region, with the most frequent title, then
 * with the first release: Chrono Trigger, not Final Fantasy Chronicles: Chrono Trigger. Titles that are rare outside Japan do
 * not count, unless the game had them first: Sensible Soccer had another one in the United States alone, and years later.
 */
function findTitled(creating: readonly Sourced<LayerLine>[]): Sourced<LayerLine> | undefined {
  const own = creating.filter(({ source }) => source === creating[0]?.source);
  const counts = countTitles(own);
  const most = Math.max(...countTitles(own.filter(({ value }) => regionRank(value) < JAPAN_ONLY)).values());
  const countOf = ({ value }: Sourced<LayerLine>) => counts.get(plainTitle(value.title)) as number;
  const isFirst = (layer: Sourced<LayerLine>) =>
    own.every((other) => other.value.title === layer.value.title || firstYear(layer) < firstYear(other));
  const isRare = (layer: Sourced<LayerLine>) => countOf(layer) * MUCH_MORE_FREQUENT <= most && !isFirst(layer);
  const rank = (layer: Sourced<LayerLine>) =>
    (isRare(layer) ? JAPAN_ONLY : regionRank(layer.value)) - countOf(layer) / 1000;
  // Two unknown years give NaN.
  return own.toSorted((a, b) => rank(a) - rank(b) || firstYear(a) - firstYear(b) || 0)[0];
}

function firstYear({ value: { platforms } }: Sourced<LayerLine>): number {
  const dates = platforms.flatMap(({ releases = [] }) => releases.flatMap(({ release_date: date }) => date ?? []));
  return Math.min(...dates.map((date) => Number(date.slice(0, 4))));
}

/** A title with a subtitle counts for the title alone, too. */
function countTitles(layers: readonly Sourced<LayerLine>[]): Map<string, number> {
  const counts = new Map<string, number>();
  const titles = layers.flatMap(({ value: { title } }) => [title, title.split(': ', 1)[0] as string].map(plainTitle));
  for (const [i, title] of titles.entries())
    if (i % 2 === 0 || title !== titles[i - 1]) counts.set(title, (counts.get(title) ?? 0) + 1);
  return counts;
}

const JAPAN_ONLY = 2;

/** Where English titles come from. A release without a country is as good as a European one. */
function regionRank({ platforms }: LayerLine): number {
  const releases = platforms.flatMap((platform) => platform.releases ?? []);
  const isIn = (...countries: string[]) =>
    releases.some((release) => countries.some((one) => release.countries.includes(one)));
  if (isIn('United States', 'Worldwide', 'North America')) return 0;
  return releases.length > 0 && releases.every(({ countries }) => countries.length === 1 && countries[0] === 'Japan')
    ? JAPAN_ONLY
    : 1;
}

function mergeFields(
  layers: readonly Sourced<LayerLine>[],
  creating: Sourced<LayerLine>,
  categoryOf: CategoryOf,
): MergedGame {
  const { first, record, provenance: fields } = openFieldMerger(layers);
  const title = first('title', [findSpelled(layers, findAgreed(layers, creating) ?? creating)]) as string;
  // A score without votes does not count.
  const scored = layers.filter(({ value }) => value.catalog_score != null && (value.num_votes ?? 0) > 0);
  const { platforms: stated, media, provenance } = mergePlatforms(layers, categoryOf);
  const platforms = layers.every(({ source }) => isCurated(source)) ? stated : withoutDemoCompanies(stated);
  const isWanted = isDemo(platforms) || isDemoTitle(title) ? () => true : (other: string) => !isDemoTitle(other);
  const line: GameLine = {
    key: creating.value.key,
    title,
    alternate_titles: record('alternate_titles', mergeTitles(layers, title, isWanted)),
    description: first('description') ?? null,
    official_url: first('official_url') ?? null,
    catalog_score: first('catalog_score', scored) ?? null,
    num_votes: scored[0]?.value.num_votes ?? 0,
    genres: record('genres', unite(layers, 'genres', categoryOf)),
    groups: record('groups', unite(withFittingGroups(layers, title), 'groups')),
    platforms,
  };
  const externalIds = listExternalIds(layers.map(({ value }) => value));
  return { line, media, externalIds, provenance: { fields, platforms: provenance } };
}

/**
 * All alternate titles, and the titles of the game in other sources. Of spellings that differ little, the first counts. Names
 * of demos are no titles, unless people chose them.
 */
function mergeTitles(layers: readonly Sourced<LayerLine>[], title: string, isWanted: (title: string) => boolean) {
  const found = new Map<string, { title: string; description: string }>();
  const sources = new Set<string>();
  for (const { source, value } of layers) {
    const named = value.alternate_titles ?? [];
    for (const other of [...named, { title: value.title, description: 'Alternate title' }]) {
      if (other.title === title || found.has(other.title)) continue;
      if (!isCurated(source) && !isWanted(other.title)) continue;
      const known = named.includes(other) ? [] : [title];
      if ((known.length > 0 || isOwnSpelling(other)) && isSpelling(other.title, [...known, ...found.keys()])) continue;
      found.set(other.title, other);
      sources.add(source);
    }
  }
  return { value: [...found.values()], sources: [...sources] };
}

/** The spelling of a source, such as "MAME spelling". */
function isOwnSpelling({ description }: { description: string }): boolean {
  return description.endsWith(' spelling');
}

function isSpelling(title: string, others: readonly string[]): boolean {
  const plain = plainTitle(title);
  return others.some((other) => plainTitle(other) === plain);
}

/** Moves data to another platform, or removes it, as corrections say (`set_platform`). */
function movePlatforms(line: LayerLine, corrections: readonly CorrectionLine[]): LayerLine {
  const moves = listMoves(corrections);
  if (moves.size === 0) return line;
  return { ...line, platforms: moveAll(line.platforms, moves), media: moveAll(line.media ?? [], moves) };
}

type Moves = ReadonlyMap<string, string | null>;

function listMoves(corrections: readonly CorrectionLine[]): Moves {
  return new Map(corrections.flatMap(({ set_platform = {} }) => Object.entries(set_platform)));
}

function moveAll<T extends { platform: string }>(list: readonly T[], moves: Moves): T[] {
  return list.flatMap((own) => {
    const platform = moves.has(own.platform) ? moves.get(own.platform) : own.platform;
    return platform ? [{ ...own, platform }] : [];
  });
}

/** Overrides the fields that a correction has, also with null or an empty list. */
function correct(merged: MergedGame, corrections: readonly CorrectionLine[]): MergedGame {
  const moves = listMoves(corrections);
  const pictures = correctPictures(
    merged,
    corrections.map((one) => (one.media ? { ...one, media: moveAll(one.media, moves) } : one)),
  );
  let { line } = merged;
  let { provenance } = pictures;
  for (const correction of corrections) {
    const { platforms = [], ...fields } = fieldsOf(correction);
    line = { ...line, ...fields, platforms: correctPlatforms(line.platforms, platforms) };
    const corrected = Object.keys(fields).map((field) => [field, [CORRECTIONS]]);
    const correctedPlatforms = platforms.map(({ platform }) => [
      platform,
      { ...provenance.platforms[platform], corrected: [CORRECTIONS] },
    ]);
    provenance = {
      fields: { ...provenance.fields, ...Object.fromEntries(corrected) },
      platforms: { ...provenance.platforms, ...Object.fromEntries(correctedPlatforms) },
    };
  }
  return { ...merged, ...pictures, line, provenance };
}

function fieldsOf(correction: CorrectionLine) {
  const { key: _key, game: _game, merge: _merge, split: _split, different: _different, ...rest } = correction;
  const { set_platform: _moves, hide: _hide, made: _made, reverted: _reverted, source: _source, ...more } = rest;
  const { media: _media, remove_pictures: _removed, main_picture: _main, ...fields } = more;
  return fields;
}

function correctPlatforms(platforms: GamePlatformLine[], corrected: readonly GamePlatformLine[]): GamePlatformLine[] {
  const own = new Map(platforms.map((platform) => [platform.platform, platform]));
  for (const platform of corrected) {
    const { first_release_date, ...before } = own.get(platform.platform) ?? {};
    // Corrected releases have their own first date.
    const kept = platform.releases || first_release_date === undefined ? {} : { first_release_date };
    own.set(platform.platform, { ...before, ...kept, ...platform });
  }
  return [...own.values()];
}
