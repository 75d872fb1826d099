import { setImmediate as nextTurn } from 'node:timers/promises';
import { MEDIA_PATH } from '../../config.ts';
import { getOrInsert } from '../../get-or-insert.ts';
import type { StoredSource } from '../../store/catalog-store.ts';
import { type Catalog, nameAt, readRecords, renderGames } from '../catalog.ts';
import { fieldsBySource, type GameRecord, IRREGULAR, type Provenance } from '../model/record.ts';
import type { SourceOfGame } from '../model/resources.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { COVERS_PATH } from './generated-cover.ts';
import { coverGroupsOf, detailsOf, GENERATED, type RenderOptions, screenshotsOf } from './render.ts';

/** The values of `include`: what a game in the `normal` format can have in addition. */
export const INCLUDES = ['details', 'covers', 'screenshots', 'groups', 'companies', 'ids', 'sources'] as const;
export type Include = (typeof INCLUDES)[number];

/** A few megabytes. */
const MAX_SOURCE_LISTS = 5000;
/** A page ends before the game that would exceed this size. Rendering and compressing a megabyte takes 13 ms of CPU. */
const MAX_INCLUDED_BYTES = 1_250_000;
/** Parsed records take twice the time of copied text. */
const MAX_PARSED_BYTES = MAX_INCLUDED_BYTES / 2;
/** Other requests wait for the time of a quarter of a page. */
const INCLUDED_AT_ONCE = 25;

/**
 * The games at these positions in the `normal` format with parts of their records. Fewer games, but at least one, if the next
 * one would exceed the maximal size.
 */
export async function renderGamesWith(
  catalog: Catalog,
  snapshot: Snapshot,
  positions: ArrayLike<number>,
  include: readonly Include[],
): Promise<Buffer[]> {
  const games: Buffer[] = [];
  const maxBytes = catalog.options.originalFields ? MAX_PARSED_BYTES : MAX_INCLUDED_BYTES;
  let bytes = 0;
  for (let at = 0; at < positions.length; at += INCLUDED_AT_ONCE) {
    const some = Array.prototype.slice.call(positions, at, at + INCLUDED_AT_ONCE) as number[];
    for (const render of await prepareSome(catalog, snapshot, some, include)) {
      const game = render();
      bytes += game.length;
      if (bytes > maxBytes && games.length > 0) return games;
      games.push(game);
    }
    await nextTurn();
  }
  return games;
}

/** Reads games together. Each is rendered by itself, because a page may end before it. */
async function prepareSome(
  catalog: Catalog,
  snapshot: Snapshot,
  positions: readonly number[],
  include: readonly Include[],
): Promise<(() => Buffer)[]> {
  const [games, records, sources] = await Promise.all([
    renderGames(catalog, snapshot, positions, 'normal'),
    readRecords(catalog, snapshot, positions),
    include.includes('sources') ? renderAllSources(catalog, snapshot, positions) : [],
  ]);
  return games.map((game, i) => () => {
    const stored = { record: records[i] as string, sources: sources[i] };
    return Buffer.from(renderIncluded(game, stored, include, catalog.options));
  });
}

async function renderAllSources(catalog: Catalog, snapshot: Snapshot, positions: readonly number[]): Promise<string[]> {
  const { revision } = snapshot;
  if (catalog.sources?.revision !== revision)
    catalog.sources = { revision, byKey: readSources(catalog), lists: new Map() };
  const { byKey, lists } = catalog.sources;
  const versions = positions.map((position) => nameAt(snapshot, position));
  const [texts, sources] = await Promise.all([catalog.store.readProvenance(versions), byKey]);
  if (lists.size > MAX_SOURCE_LISTS) lists.clear();
  return texts.map((text = NO_PROVENANCE) => getOrInsert(lists, text, () => renderSources(text, sources)));
}

async function readSources(catalog: Catalog): Promise<Map<string, StoredSource>> {
  try {
    return new Map((await catalog.store.listSources()).map((source) => [source.source, source]));
  } catch (error) {
    // The next request tries again.
    catalog.sources = undefined;
    throw error;
  }
}

/** The texts that a game's parts are copied from. */
interface Stored {
  record: string;
  /** Rendered; only needed for `include=sources`. */
  sources?: string | undefined;
}

/**
 * Adds parts of its record to a rendered game. They are copied as text: parsing a hundred records and writing them again
 * takes longer than everything else. Quotes in texts are escaped, so a search for `"field":` finds only the field.
 */
export function renderIncluded(
  game: string,
  stored: Stored,
  include: readonly Include[],
  options: RenderOptions,
): string {
  const ofGame = include.map((part) => GAME_PARTS[part]?.(stored) ?? '');
  return `${withPlatformParts(game, stored.record, new Set(include), options).slice(0, -1)}${ofGame.join('')}}`;
}

/** Replaces the elements of `platforms` by some with more fields. */
function withPlatformParts(game: string, record: string, parts: ReadonlySet<Include>, options: RenderOptions): string {
  if (!PLATFORM_PARTS.some((part) => parts.has(part))) return game;
  const from = game.indexOf(PLATFORMS) + PLATFORMS.length;
  const to = game.indexOf(SAMPLE_COVER, from);
  const sampleCover = game.slice(to);
  const isParsed = options.originalFields || (parts.has('covers') && lacksOnlyFront(sampleCover, record, options));
  const platforms = isParsed
    ? renderPlatforms(JSON.parse(record) as GameRecord, parts, options)
    : copyPlatforms(sampleCover, record, parts, options);
  return game.slice(0, from) + platforms + game.slice(to);
}

/** Whether a game has covers but none of the front, so that its generated cover is not the sample: rare, and not copied. */
function lacksOnlyFront(sampleCover: string, record: string, options: RenderOptions): boolean {
  return options.generatedCovers && !isGenerated(sampleCover, options) && !record.includes('"scan_of":"Front Cover"');
}

function isGenerated(sampleCover: string, { publicUrl }: RenderOptions): boolean {
  return sampleCover.startsWith(`${SAMPLE_COVER}{"image":"${publicUrl}${COVERS_PATH}/`);
}

const PLATFORM_PARTS: readonly Include[] = ['details', 'screenshots', 'covers'];

const GROUPS = ',"groups":[';
const PLATFORMS = ',"platforms":[';
const PLATFORM = '{"platform_id":';
const EXTERNAL_IDS = ',"external_ids":[';
const SAMPLE_COVER = '],"sample_cover":';

/** Parts of the game itself, each as the text of a field. */
const GAME_PARTS: Partial<Record<Include, (stored: Stored) => string>> = {
  groups: ({ record }) => record.slice(record.indexOf(GROUPS), record.indexOf(PLATFORMS)),
  companies: ({ record }) => `,"companies":[${listCompanies(record).join()}]`,
  ids: ({ record }) => record.slice(platformsEnd(record) + 1, -1),
  sources: ({ sources }) => `,"sources":${sources}`,
};

/** Where the list of platforms ends. */
function platformsEnd(record: string): number {
  return record.lastIndexOf(`]${EXTERNAL_IDS}`);
}

const COMPANY = '{"company_id":';
const ROLE = '","role":"';
const REST_OF_ROLE = /(?:[^"\\]|\\.)*"\}/y;

/** Every company and role once, in the order of releases. */
function listCompanies(record: string): string[] {
  const companies = new Set<string>();
  for (let at = record.indexOf(COMPANY); at !== -1; at = record.indexOf(COMPANY, at + 1)) {
    REST_OF_ROLE.lastIndex = record.indexOf(ROLE, at) + ROLE.length;
    REST_OF_ROLE.test(record);
    companies.add(record.slice(at, REST_OF_ROLE.lastIndex));
  }
  return [...companies];
}

/**
 * The elements of `platforms` from the text of the record. Relies on the order of its fields: external ids are last, after
 * the platforms, whose fields are in the order of `RecordPlatform`. `sampleCover` is the text of the rendered game from that field on.
 */
function copyPlatforms(
  sampleCover: string,
  record: string,
  parts: ReadonlySet<Include>,
  options: RenderOptions,
): string {
  const generated = parts.has('covers') && isGenerated(sampleCover, options) ? generatedGroup(sampleCover) : '';
  const close = platformsEnd(record);
  const pieces: string[] = [];
  let platforms = 0;
  for (let at = record.indexOf(PLATFORM); at !== -1; ) {
    const details = record.indexOf(',"attributes":[', at);
    const screenshots = record.indexOf(',"screenshots":[', details);
    const covers = record.indexOf(',"cover_groups":[', screenshots);
    const next = record.indexOf(`,${PLATFORM}`, covers);
    const end = (next === -1 ? close : next) - ']}'.length;
    pieces.push(platforms++ === 0 ? '' : ',', record.slice(at, details));
    if (parts.has('details')) pieces.push(copyDetails(record.slice(details, screenshots)));
    if (parts.has('screenshots')) pieces.push(record.slice(screenshots, covers));
    if (parts.has('covers')) pieces.push(withComma(record.slice(covers, end), generated), ']');
    pieces.push('}');
    at = next === -1 ? -1 : next + 1;
  }
  // Both `image` and `thumbnail_image`.
  return pieces.join('').replaceAll(`image":"${MEDIA_PATH}/`, `image":"${options.mediaUrl}/`);
}

const RELEASES = ',"releases":[';
const RELEASE = '{"release_date":';
const DESCRIPTION = ',"description":';

/** Puts regular releases first, as `detailsOf` does. */
function copyDetails(details: string): string {
  // Most releases have no description, and the search for one is faster.
  if (!details.includes(`${DESCRIPTION}"`) || !MAYBE_IRREGULAR.test(details)) return details;
  const from = details.indexOf(RELEASES) + RELEASES.length;
  const to = details.indexOf('],"patches":[', from);
  const releases = details.slice(from + RELEASE.length, to).split(`,${RELEASE}`);
  const sorted = [...releases.filter(isRegular), ...releases.filter((release) => !isRegular(release))];
  return details.slice(0, from) + sorted.map((release) => RELEASE + release).join() + details.slice(to);
}

/** In JSON, a text begins with a quote. Finds more than the expression for one description. */
const MAYBE_IRREGULAR = new RegExp(IRREGULAR.source.replace('^', '"'), 'i');

function isRegular(release: string): boolean {
  const at = release.indexOf(DESCRIPTION) + DESCRIPTION.length;
  const description = release.slice(at, release.indexOf(',"product_codes":[', at));
  return !MAYBE_IRREGULAR.test(description) || !IRREGULAR.test(JSON.parse(description) as string);
}

/** The picture of the sample cover as a group of covers. */
function generatedGroup(sampleCover: string): string {
  const picture = sampleCover.slice(sampleCover.indexOf('"image":'), sampleCover.indexOf(PLATFORMS));
  const comments = JSON.stringify(GENERATED);
  return `{"countries":[],"comments":${comments},"covers":[{"scan_of":"Front Cover",${picture},"description":null,"comments":${comments}}]}`;
}

function withComma(list: string, element: string): string {
  return element === '' || list.endsWith('[') ? list + element : `${list},${element}`;
}

function renderPlatforms(record: GameRecord, parts: ReadonlySet<Include>, options: RenderOptions): string {
  const platforms = record.platforms.map((platform) => {
    const { game_id: _gameId, ...details } = detailsOf(record, platform, options);
    const { platform_id, platform_name, first_release_date } = details;
    return {
      ...(parts.has('details') ? details : { platform_id, platform_name, first_release_date }),
      ...(parts.has('screenshots') && { screenshots: screenshotsOf(platform, options) }),
      ...(parts.has('covers') && { cover_groups: coverGroupsOf(record, platform, options) }),
    };
  });
  return JSON.stringify(platforms).slice(1, -1);
}

/** Of a record that a version without it superseded. */
export const NO_PROVENANCE = '{"fields":{},"platforms":{}}';

/** Each source of a game with its licence and the fields that it provided. */
export function renderSources(provenance: string, sources: ReadonlyMap<string, StoredSource>): string {
  const fields = fieldsBySource(JSON.parse(provenance) as Provenance);
  const list = Array.from(fields, ([source, names]): SourceOfGame => {
    const { name = source, licence = null, url = null } = sources.get(source) ?? {};
    return { source, source_name: name, licence, source_url: url, fields: [...names] };
  });
  return JSON.stringify(list);
}
