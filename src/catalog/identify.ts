import { plainCode } from '../folding.ts';
import type { FileHashes, FoundDump } from '../store/dumps.ts';
import { type Catalog, readRecords } from './catalog.ts';
import { compareDates, type GameRecord, isRegular } from './model/record.ts';
import type { FileMatch, Release } from './model/resources.ts';
import { briefOf, dumpOf } from './render/render.ts';
import { textAt } from './snapshot/shared-arrays.ts';
import { findAliasTarget, findPosition, type Snapshot } from './snapshot/snapshot.ts';

export type { FileHashes };

/**
 * For each file, its game in this snapshot, or null. If several games have the file, such as a chip that arcade machines
 * share, the best known one is the answer, and the others are listed too.
 */
export async function identifyFiles(
  catalog: Catalog,
  snapshot: Snapshot,
  files: readonly FileHashes[],
): Promise<(FileMatch | null)[]> {
  const choices = (await catalog.store.findDumps(files)).map((found) => choose(snapshot, found));
  const positions = [...new Set(choices.flatMap(([first]) => first?.position ?? []))];
  const placed = choices.flatMap(([first]) => (first && listPlatforms(first.dumps).size === 1 ? first.dumps : []));
  const layerIds = placed.flatMap(({ dump, layerId }) => (dump.release === undefined ? [] : layerId));
  const [records, layers] = await Promise.all([
    readRecords(catalog, snapshot, positions),
    catalog.store.readLayers([...new Set(layerIds)]),
  ]);
  const lines = new Map(layers.map(({ layerId, line }) => [layerId, JSON.parse(line) as PlacedLine]));
  const recordOf = new Map(positions.map((position, i) => [position, JSON.parse(records[i] as string) as GameRecord]));
  const briefAt = ({ position }: Choice) =>
    briefOf(snapshot.ids[position] as number, textAt(snapshot.titles, position), catalog.options);
  return choices.map(([first, ...others]) => {
    if (!first) return null;
    const [{ dump, by }] = first.dumps;
    return {
      game: briefAt(first),
      ...findPlace(recordOf.get(first.position) as GameRecord, first.dumps, lines),
      dump: dumpOf(dump),
      matched_by: by,
      other_games: others.map(briefAt),
    };
  });
}

interface Choice {
  position: number;
  /** All dumps of the game that are the file, the most detailed first. */
  dumps: [FoundDump, ...FoundDump[]];
}

/** The games of a file, the best known game first. */
function choose(snapshot: Snapshot, found: readonly FoundDump[]): Choice[] {
  const dumpsOf = Map.groupBy(found, ({ gameId }) => positionOf(snapshot, gameId));
  const notability = ({ position }: Choice) => snapshot.notability[position] as number;
  const choices = Array.from(dumpsOf).flatMap(([position, dumps]) =>
    position === undefined
      ? []
      : { position, dumps: dumps.toSorted((a, b) => detailOf(b) - detailOf(a)) as Choice['dumps'] },
  );
  return choices.toSorted((a, b) => notability(b) - notability(a) || a.position - b.position);
}

/** The store may be newer than the snapshot: the game may be merged or removed in one of them. */
function positionOf(snapshot: Snapshot, gameId: number): number | undefined {
  const target = findAliasTarget(snapshot, gameId);
  return findPosition(snapshot, gameId) ?? (target === undefined ? undefined : findPosition(snapshot, target));
}

/** A dump with a release says more than one with a name only. */
function detailOf({ dump }: FoundDump): number {
  return (dump.release === undefined ? 0 : 2) + (dump.name === undefined ? 0 : 1);
}

/** The parts of a layer that tell where a dump belongs. */
interface PlacedLine {
  platforms: { releases?: OwnRelease[] }[];
}

type OwnRelease = Pick<Release, 'release_date' | 'countries'> & {
  description?: string | null;
  product_codes: { product_code: string }[];
};

/** The platform and the release of the record that the dumps belong to. Null if several have the file, or if none can be told. */
function findPlace(
  record: GameRecord,
  dumps: readonly FoundDump[],
  lines: ReadonlyMap<number, PlacedLine>,
): Pick<FileMatch, 'platform' | 'release'> {
  const ids = listPlatforms(dumps);
  const [found, ...others] = record.platforms.filter(({ platform_id }) => ids.size === 0 || ids.has(platform_id));
  if (!found || others.length > 0 || ids.size > 1) return { platform: null, release: null };
  const { platform_id, platform_name, releases } = found;
  const stated = dumps.flatMap(({ layerId, dump: { platform = -1, release = -1 } }) => {
    const own = lines.get(layerId)?.platforms[platform]?.releases?.[release];
    return own ? findRelease(releases, own) : [];
  });
  const [release = null, ...more] = new Set(stated);
  return { platform: { platform_id, platform_name }, release: more.length === 0 ? release : null };
}

function listPlatforms(dumps: readonly FoundDump[]): Set<number> {
  return new Set(dumps.flatMap(({ dump }) => dump.platformId ?? []));
}

/**
 * The release that agrees best with the source's own; of equal ones the earliest, because the others sold the same file again.
 * Null if none shares a country, or if equal ones have the same date.
 */
function findRelease(releases: readonly Release[], own: OwnRelease): Release | null {
  const scored = releases
    .filter((release) => isAlike(release, own))
    .map((release) => ({ release, score: scoreOf(release, own) }));
  const best = Math.max(...scored.map(({ score }) => score));
  const [first = null, second] = scored
    .flatMap(({ release, score }) => (score === best ? release : []))
    .toSorted((a, b) => compareDates(a.release_date, b.release_date));
  return first && first.release_date !== second?.release_date ? first : null;
}

/** The same country, and both or none of them a prototype, pirate or the like. */
function isAlike({ countries, description }: Release, own: OwnRelease): boolean {
  const isThere = own.countries.length === 0 || own.countries.some((country) => countries.includes(country));
  return isThere && isRegular({ description }) === isRegular(own);
}

/** A common product code counts more than all countries, these more than the edition, and that more than the year. */
function scoreOf(release: Release, own: OwnRelease): number {
  const codes = new Set(release.product_codes.map(({ product_code }) => plainCode(product_code)));
  const agreements = [
    own.product_codes.some(({ product_code }) => codes.has(plainCode(product_code))),
    own.countries.length > 0 && own.countries.every((country) => release.countries.includes(country)),
    (own.description ?? null) === release.description,
    own.release_date !== null && own.release_date.slice(0, 4) === release.release_date?.slice(0, 4),
  ];
  return agreements.reduce((score, agrees) => score * 2 + Number(agrees), 0);
}
