import type { GameLine } from '../../bundle/lines.ts';
import { type Dump, type PlacedDump, packDumps, unpackDumps } from '../../store/dumps.ts';

/** Takes the dumps out of a line: a layer stores them packed, beside its text. */
export function takeDumps<L extends GameLine>(line: L): { line: L; dumps: Buffer | null } {
  const dumps: PlacedDump[] = [];
  const take = <T extends { dumps?: Dump[] }>(own: T, platform: number, release?: number): T => {
    if (!own.dumps) return own;
    const { dumps: taken, ...rest } = own;
    for (const dump of taken) dumps.push({ ...dump, platform, release });
    return rest as T;
  };
  const platforms = line.platforms.map((own, platform) => {
    const rest = take(own, platform);
    const releases = rest.releases?.map((one, release) => take(one, platform, release));
    return releases ? { ...rest, releases } : rest;
  });
  const packed = packDumps(dumps);
  return { line: packed ? { ...line, platforms } : line, dumps: packed };
}

/** Puts packed dumps back into the line that they were taken from. */
export function putDumps<L extends GameLine>(line: L, packed: Uint8Array | null): L {
  if (!packed) return line;
  const placed = Map.groupBy(unpackDumps(packed), ({ platform, release = -1 }) => `${platform} ${release}`);
  const put = <T extends object>(own: T, platform: number, release = -1): T => {
    const dumps = placed.get(`${platform} ${release}`)?.map(({ platform: _p, release: _r, ...dump }) => dump);
    return dumps ? { ...own, dumps } : own;
  };
  const platforms = line.platforms.map((own, platform) => {
    const releases = own.releases?.map((one, release) => put(one, platform, release));
    return put(releases ? { ...own, releases } : own, platform);
  });
  return { ...line, platforms };
}
