import { hash } from 'node:crypto';
import type { CorrectionLine, GameLine, StoredMediaLine } from '../../bundle/lines.ts';
import type { Layer } from '../../store/catalog-rows.ts';
import { type Dump, type PlacedDump, parseDumps } from '../../store/dumps.ts';

/** A line of a game as it is stored in a layer: with its pictures, without its source. */
export type LayerLine = GameLine & { media?: StoredMediaLine[] };

/** A new or changed layer. The line itself stays in the store: an import may change more lines than fit into memory. */
export type ChangedLayer = Pick<GameLine, 'key' | 'members' | 'enriches'> & { source: string };

export interface LayerChanges {
  /** Sorted by key. */
  changed: readonly ChangedLayer[];
  corrected: readonly string[];
  /** Keys that a complete bundle no longer has. The layers are removed last: their games may continue under other keys. */
  vanished: ReadonlySet<string>;
}

/** The source of the operator's corrections. Its layers contain a `CorrectionLine`. */
export const CORRECTIONS = 'corrections';

export const EDIT_PREFIX = 'correction:edit-';

/** Of corrections that a mirror has from its original. It sorts first, so that corrections of its own are applied after them. */
export const FOLLOWED_PREFIX = 'correction:-';

export function isFollowed(key: string): boolean {
  return key.startsWith(FOLLOWED_PREFIX);
}

export const EDIT_NOTE = 'Account ';

/** Whether a correction was made in the browser. It is reverted there, not by leaving it out of a file. */
export function isEdit(key: string): boolean {
  return key.startsWith(EDIT_PREFIX);
}

/**
 * The source of facts that no source states, but that follow from stated ones by the tables in `vocabulary/`. It has no
 * layers: the facts are computed whenever a game is merged.
 */
export const DERIVED = 'derived';

export function parseLayer({ line }: Pick<Layer, 'line'>): LayerLine {
  return JSON.parse(line) as LayerLine;
}

export function parseCorrection({ line }: Pick<Layer, 'line'>): CorrectionLine {
  return JSON.parse(line) as CorrectionLine;
}

export function createsGames({ source, enriches }: Pick<Layer, 'source' | 'enriches'>): boolean {
  return source !== CORRECTIONS && enriches === 0;
}

export function isOfSource({ source }: Pick<Layer, 'source'>): boolean {
  return source !== CORRECTIONS;
}

/** The keys that a game's id is bound to: of the line and of the members it was combined from. */
export function listKeys({ key, members = [] }: Pick<GameLine, 'key' | 'members'>): Set<string> {
  return new Set([key, ...members]);
}

/** The hash of a layer tells whether an import changes it. */
export function layerHash(line: string, dumps: string | null): string {
  return hash('sha256', line + (dumps ?? ''), 'base64url');
}

/** Takes the dumps out of a line: a layer stores them beside its text, so that nothing else has to read them. */
export function takeDumps<L extends GameLine>(
  line: L,
  idOfPlatform: ReadonlyMap<string, number>,
): { line: L; dumps: string | null } {
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
  return { line: { ...line, platforms }, dumps: dumps.length === 0 ? null : JSON.stringify(dumps) };
}

export function putDumps<L extends GameLine>(line: L, dumps: string | null): L {
  const placed = Map.groupBy(parseDumps(dumps), ({ platform, release = -1 }) => `${platform} ${release}`);
  const put = <T extends object>(own: T, platform: number, release = -1): T => {
    const found = placed.get(`${platform} ${release}`);
    return found
      ? { ...own, dumps: found.map(({ platform: _platform, platformId: _id, release: _release, ...dump }) => dump) }
      : own;
  };
  const platforms = line.platforms.map((own, platform) => {
    const releases = own.releases?.map((one, release) => put(one, platform, release));
    return put(releases ? { ...own, releases } : own, platform);
  });
  return { ...line, platforms };
}
