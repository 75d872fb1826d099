import { setImmediate as nextTurn } from 'node:timers/promises';
import type { StoredSource } from '../../store/catalog-rows.ts';
import { distinctFiles } from '../../store/dumps.ts';
import { type GameSource, type GameVersions, nameAt, readRecords, renderGames } from '../catalog.ts';
import { fieldsBySource, type GameRecord, type Provenance } from '../model/record.ts';
import type { Company, FileOfGame, Game, SourceOfGame } from '../model/resources.ts';
import { coverGroupsOf, detailsOf, dumpOf, type RenderOptions, screenshotsOf } from './render.ts';

/** The values of `include`: what a game in the `normal` format can have in addition. */
export const INCLUDES = ['details', 'covers', 'screenshots', 'groups', 'companies', 'ids', 'files', 'sources'] as const;
export type Include = (typeof INCLUDES)[number];

/** A page ends before the game that would exceed this size. Rendering and compressing a megabyte takes 16 ms of CPU. */
const MAX_INCLUDED_BYTES = 1_250_000;
/** Other requests wait for the time of a tenth of a page. */
const INCLUDED_AT_ONCE = 10;

/**
 * The games at these positions in the `normal` format with parts of their records. Fewer games, but at least one, if the next
 * one would exceed the maximal size.
 */
export async function renderGamesWith(
  catalog: GameSource,
  snapshot: GameVersions,
  positions: ArrayLike<number>,
  include: readonly Include[],
): Promise<Buffer[]> {
  const games: Buffer[] = [];
  let bytes = 0;
  for (let at = 0; at < positions.length; at += INCLUDED_AT_ONCE) {
    const some = Array.prototype.slice.call(positions, at, at + INCLUDED_AT_ONCE) as number[];
    for (const { game, record, ...stored } of await readSome(catalog, snapshot, some, include)) {
      const rendered = Buffer.from(
        JSON.stringify({
          ...JSON.parse(game),
          ...(record && includedParts(JSON.parse(record), new Set(include), catalog.options)),
          ...stored,
        }),
      );
      bytes += rendered.length;
      if (bytes > MAX_INCLUDED_BYTES && games.length > 0) return games;
      games.push(rendered);
    }
    await nextTurn();
  }
  return games;
}

/** What records do not have, so that it may change without a change of the game. */
export const STORED_APART: readonly Include[] = ['files', 'sources'];

/** Reads games together. */
async function readSome(
  catalog: GameSource,
  snapshot: GameVersions,
  positions: readonly number[],
  include: readonly Include[],
): Promise<({ game: string; record: string | undefined } & Pick<Game, 'files' | 'sources'>)[]> {
  const [games, records, files, sources] = await Promise.all([
    renderGames(catalog, snapshot, positions),
    include.some((name) => !STORED_APART.includes(name)) && readRecords(catalog, snapshot, positions),
    include.includes('files') && listAllFiles(catalog, snapshot, positions),
    include.includes('sources') && listAllSources(catalog, snapshot, positions),
  ]);
  return games.map((game, i) => ({
    game,
    record: records ? records[i] : undefined,
    ...(files && { files: files[i] as FileOfGame[] }),
    ...(sources && { sources: sources[i] as SourceOfGame[] }),
  }));
}

/** Disk sets of whole collections have thousands. */
const MAX_FILES = 1000;

async function listAllFiles({ store }: GameSource, snapshot: GameVersions, positions: readonly number[]) {
  const games = await store.listDumps(positions.map((position) => nameAt(snapshot, position).gameId));
  return games.map((dumps) =>
    distinctFiles(dumps)
      .slice(0, MAX_FILES)
      .toSorted((a, b) => a.platformId - b.platformId)
      .map((dump) => ({ platform_id: dump.platformId, ...dumpOf(dump) })),
  );
}

async function listAllSources({ store }: GameSource, snapshot: GameVersions, positions: readonly number[]) {
  const versions = positions.map((position) => nameAt(snapshot, position));
  const [texts, sources] = await Promise.all([store.readProvenance(versions), store.listSources()]);
  const known = new Map(sources.map((source) => [source.source, source]));
  return texts.map((text = NO_PROVENANCE) => sourcesOf(text, known));
}

/** Parts of its record that replace or are added to the fields of a game. */
function includedParts(record: GameRecord, parts: ReadonlySet<Include>, options: RenderOptions): Partial<Game> {
  const hasPlatformParts = parts.has('details') || parts.has('screenshots') || parts.has('covers');
  return {
    ...(hasPlatformParts && { platforms: platformsWith(record, parts, options) }),
    ...(parts.has('groups') && { groups: record.groups }),
    ...(parts.has('companies') && { companies: listCompanies(record) }),
    ...(parts.has('ids') && { external_ids: record.external_ids }),
  };
}

function platformsWith(record: GameRecord, parts: ReadonlySet<Include>, options: RenderOptions): Game['platforms'] {
  return record.platforms.map((platform) => {
    const { game_id: _gameId, ...details } = detailsOf(record, platform, options);
    const { platform_id, platform_name, first_release_date } = details;
    return {
      ...(parts.has('details') ? details : { platform_id, platform_name, first_release_date }),
      ...(parts.has('screenshots') && { screenshots: screenshotsOf(platform, options) }),
      ...(parts.has('covers') && { cover_groups: coverGroupsOf(record, platform, options) }),
    };
  });
}

/** Every company and role once, in the order of releases. */
function listCompanies({ platforms }: GameRecord): Company[] {
  const all = platforms.flatMap(({ releases }) => releases.flatMap(({ companies }) => companies));
  return [...new Map(all.map((company) => [`${company.company_id} ${company.role}`, company])).values()];
}

/** Of a record that a version without it superseded. */
const NO_PROVENANCE = '{"fields":{},"platforms":{}}';

/** Each source of a game with its licence and the fields that it provided. */
function sourcesOf(provenance: string, sources: ReadonlyMap<string, StoredSource>): SourceOfGame[] {
  const fields = fieldsBySource(JSON.parse(provenance) as Provenance);
  return Array.from(fields, ([source, names]) => {
    const { name = source, licence = null, url = null } = sources.get(source) ?? {};
    return { source, source_name: name, licence, source_url: url, fields: [...names] };
  });
}
