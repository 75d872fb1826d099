import type { CorrectionLine, GameLine, GamePlatformLine, StoredMediaLine } from '../../bundle/lines.ts';
import { plainTitle } from '../../folding.ts';
import { compareSources } from '../../vocabulary/sources.ts';
import { CORRECTIONS, type LayerLine } from '../load/layer-line.ts';
import { mergePlatforms, type PlatformProvenance } from './merge-platforms.ts';
import { type CategoryOf, firstOf, openPicker, type Said, unionBy } from './sourced.ts';

/** Which sources gave which field of a game. */
interface Provenance {
  fields: Record<string, string[]>;
  /** By the key of the platform. */
  platforms: Record<string, PlatformProvenance>;
}

export interface Merged {
  line: GameLine;
  media: StoredMediaLine[];
  provenance: Provenance;
}

/**
 * One game out of what all sources say of it. Of a single value the most trusted source that has one decides; lists are
 * united, genres and attributes by category. Undefined is a game that nobody founds.
 */
export function mergeLayers(
  lines: readonly Said<LayerLine>[],
  corrections: readonly CorrectionLine[],
  categoryOf: CategoryOf,
): Merged | undefined {
  const said = lines
    .map(({ source, value }) => ({ source, value: onRightPlatforms(value, corrections) }))
    .toSorted((a, b) => compareSources(a.source, b.source) || (a.value.key < b.value.key ? -1 : 1));
  const founding = said.filter(({ value }) => !value.enriches && value.platforms.length > 0);
  const [first] = founding;
  if (!first) return undefined;
  return correct(mergeSaid(said, first, categoryOf), corrections);
}

function mergeSaid(said: readonly Said<LayerLine>[], first: Said<LayerLine>, categoryOf: CategoryOf): Merged {
  const { pick, fields } = openPicker();
  const title = pick(
    'title',
    firstOf([first], ({ title: own }) => own),
  ) as string;
  // A score counts with its votes, or not at all.
  const scored = said.filter(({ value }) => value.catalog_score != null && (value.num_votes ?? 0) > 0);
  const merged = mergePlatforms(said, categoryOf);
  const line: GameLine = {
    key: first.value.key,
    title,
    alternate_titles: pick('alternate_titles', alternateTitles(said, title)),
    description:
      pick(
        'description',
        firstOf(said, ({ description }) => description),
      ) ?? null,
    official_url:
      pick(
        'official_url',
        firstOf(said, ({ official_url }) => official_url),
      ) ?? null,
    catalog_score:
      pick(
        'catalog_score',
        firstOf(scored, ({ catalog_score }) => catalog_score),
      ) ?? null,
    num_votes: firstOf(scored, ({ num_votes }) => num_votes).value ?? 0,
    genres: pick(
      'genres',
      unionBy(said, ({ genres }) => genres, categoryOf),
    ),
    groups: pick(
      'groups',
      unionBy(said, ({ groups }) => groups),
    ),
    platforms: merged.platforms,
  };
  return { line, media: merged.media, provenance: { fields, platforms: merged.provenance } };
}

/** All other titles, and those under which other sources know the game. */
function alternateTitles(said: readonly Said<LayerLine>[], title: string) {
  const found = new Map<string, { title: string; description: string }>();
  const sources = new Set<string>();
  for (const { source, value } of said) {
    const named = value.alternate_titles ?? [];
    for (const other of [...named, { title: value.title, description: 'Alternate title' }]) {
      if (other.title === title || found.has(other.title)) continue;
      if (!named.includes(other) && isSpelling(other.title, [title, ...found.keys()])) continue;
      found.set(other.title, other);
      sources.add(source);
    }
  }
  return { value: [...found.values()], sources: [...sources] };
}

/** Whether it is only another way to write one of these. */
function isSpelling(title: string, others: readonly string[]): boolean {
  const plain = plainTitle(title);
  return others.some((other) => plainTitle(other) === plain);
}

/** What the operator has moved to another platform, or off one. */
function onRightPlatforms(line: LayerLine, corrections: readonly CorrectionLine[]): LayerLine {
  const moves = new Map(corrections.flatMap(({ set_platform = {} }) => Object.entries(set_platform)));
  if (moves.size === 0) return line;
  const move = <T extends { platform: string }>(own: T): T[] => {
    const platform = moves.has(own.platform) ? moves.get(own.platform) : own.platform;
    return platform ? [{ ...own, platform }] : [];
  };
  return { ...line, platforms: line.platforms.flatMap(move), media: (line.media ?? []).flatMap(move) };
}

/** What a correction names is so, even when that is nothing. */
function correct(merged: Merged, corrections: readonly CorrectionLine[]): Merged {
  let { line, provenance } = merged;
  for (const { key: _key, game: _game, merge: _merge, split: _split, set_platform: _moves, ...own } of corrections) {
    const { platforms = [], source: _source, ...fields } = own;
    line = { ...line, ...fields, platforms: withPlatforms(line.platforms, platforms) };
    const given = Object.keys(fields).map((field) => [field, [CORRECTIONS]]);
    const here = platforms.map(({ platform }) => [
      platform,
      { ...provenance.platforms[platform], corrected: [CORRECTIONS] },
    ]);
    provenance = {
      fields: { ...provenance.fields, ...Object.fromEntries(given) },
      platforms: { ...provenance.platforms, ...Object.fromEntries(here) },
    };
  }
  return { ...merged, line, provenance };
}

function withPlatforms(platforms: GamePlatformLine[], corrected: readonly GamePlatformLine[]): GamePlatformLine[] {
  const own = new Map(platforms.map((platform) => [platform.platform, platform]));
  for (const platform of corrected) {
    const { first_release_date, ...before } = own.get(platform.platform) ?? {};
    // Other releases have another first.
    const kept = platform.releases || first_release_date === undefined ? {} : { first_release_date };
    own.set(platform.platform, { ...before, ...kept, ...platform });
  }
  return [...own.values()];
}
