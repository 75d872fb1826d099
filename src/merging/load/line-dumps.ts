import type { GameLine } from '../../bundle/lines.ts';
import { type Dump, type PlacedDump, packDumps, unpackDumps } from '../../store/dumps.ts';

/** Takes the dumps out of a line: a layer stores them packed, beside its text. */
export function takeDumps<L extends GameLine>(
  line: L,
  idOfPlatform: ReadonlyMap<string, number>,
): { line: L; dumps: Uint8Array | null } {
  const hasDumps = line.platforms.some(({ dumps, releases = [] }) => dumps ?? releases.some((one) => one.dumps));
  if (!hasDumps) return { line, dumps: null };
  const platformIds = line.platforms.map(({ platform }) => idOfPlatform.get(platform) ?? 0);
  const dumps: PlacedDump[] = [];
  const take = <T extends { dumps?: Dump[] }>(own: T, platform: number, release?: number): T => {
    if (!own.dumps) return own;
    const { dumps: taken, ...rest } = own;
    const platformId = platformIds[platform] as number;
    for (const dump of taken) dumps.push({ ...dump, platform, platformId, release });
    return rest as T;
  };
  const platforms = line.platforms.map((own, platform) => {
    const rest = take(own, platform);
    const releases = rest.releases?.map((one, release) => take(one, platform, release));
    return releases ? { ...rest, releases } : rest;
  });
  return { line: { ...line, platforms }, dumps: packDumps(dumps) };
}

/** Puts packed dumps back into the line that they were taken from. */
export function putDumps<L extends GameLine>(line: L, packed: Uint8Array | null): L {
  if (!packed) return line;
  const placed = Map.groupBy(unpackDumps(packed), ({ platform, release = -1 }) => `${platform} ${release}`);
  const put = <T extends object>(own: T, platform: number, release = -1): T => {
    const dumps = placed
      .get(`${platform} ${release}`)
      ?.map(({ platform: _platform, platformId: _id, release: _release, ...dump }) => dump);
    return dumps ? { ...own, dumps } : own;
  };
  const platforms = line.platforms.map((own, platform) => {
    const releases = own.releases?.map((one, release) => put(one, platform, release));
    return put(releases ? { ...own, releases } : own, platform);
  });
  return { ...line, platforms };
}
