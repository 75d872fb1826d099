import { MEDIA_PATH } from '../../config.ts';
import type { Dump as StoredDump } from '../../store/dumps.ts';
import { type GameRecord, isRegular, type RecordPlatform } from '../model/record.ts';
import type {
  Cover,
  CoverGroup,
  Dump,
  GameBrief,
  GamePlatform,
  PlatformDetails,
  Release,
  Screenshot,
} from '../model/resources.ts';
import { slugSegment } from '../model/slug.ts';
import { generatedCover } from './generated-cover.ts';
import { originalDetails, originalGroup, originalScreenshot } from './original.ts';

/** Settings that affect rendered games. */
export interface RenderOptions {
  /** The prefix of every URL of this server. */
  publicUrl: string;
  /** The prefix of stored pictures: `/media` of this server, or an external host with the same folder. */
  mediaUrl: string;
  /** Whether responses have the fields that clients of the original API need. */
  originalFields: boolean;
  /** Whether games without a cover get a generated one. */
  generatedCovers: boolean;
}

/** The comment of a generated cover. */
const GENERATED = 'Generated from the title, the platform and the year; not a scan.';

export function renderBrief(gameId: number, title: string, options: RenderOptions): string {
  return JSON.stringify(briefOf(gameId, title, options));
}

export function briefOf(gameId: number, title: string, options: RenderOptions): GameBrief {
  const url = options.publicUrl + gamePath(gameId, title);
  const game: GameBrief = { game_id: gameId, title, catalog_url: url };
  return options.originalFields ? { ...game, moby_url: url } : game;
}

export function platformsOf(record: GameRecord): GamePlatform[] {
  return record.platforms.map(({ platform_id, platform_name, first_release_date }) => ({
    platform_id,
    platform_name,
    first_release_date,
  }));
}

export function detailsOf(
  record: GameRecord,
  platform: RecordPlatform,
  { originalFields }: Pick<RenderOptions, 'originalFields'>,
): PlatformDetails {
  const { screenshots: _screenshots, cover_groups: _covers, ...known } = platform;
  const details = { game_id: record.game_id, ...known, releases: regularFirst(platform.releases) };
  return originalFields ? originalDetails(details, record) : details;
}

/** Clients take the first release for the main one, so irregular releases come last. */
function regularFirst(releases: readonly Release[]): Release[] {
  return [...releases.filter(isRegular), ...releases.filter((release) => !isRegular(release))];
}

export function screenshotsOf(platform: RecordPlatform, options: RenderOptions): Screenshot[] {
  const screenshots = platform.screenshots.map((screenshot) => withUrls(screenshot, options.mediaUrl));
  return options.originalFields
    ? screenshots.map((screenshot) => originalScreenshot(screenshot, options))
    : screenshots;
}

export function coverGroupsOf(record: GameRecord, platform: RecordPlatform, options: RenderOptions): CoverGroup[] {
  const scans = platform.cover_groups.map((group) => ({
    ...group,
    covers: group.covers.map((cover) => withUrls(cover, options.mediaUrl)),
  }));
  const groups = options.generatedCovers ? [...scans, ...generatedGroups(record, options)] : scans;
  return options.originalFields ? groups.map((group) => originalGroup(group, platform, options)) : groups;
}

/** The generated cover of a game without a front cover on any platform. It is the same on each. */
function generatedGroups(record: GameRecord, { publicUrl }: RenderOptions): CoverGroup[] {
  if (record.platforms.flatMap(frontCovers).length > 0) return [];
  const { image, thumbnail_image, ...size } = generatedCover(record);
  const cover: Cover = {
    scan_of: 'Front Cover',
    image: publicUrl + image,
    thumbnail_image: publicUrl + thumbnail_image,
    ...size,
    description: null,
    comments: GENERATED,
  };
  return [{ countries: [], comments: GENERATED, covers: [cover] }];
}

export function dumpOf({ name, size, crc, md5, sha1 }: StoredDump): Dump {
  return { name: name ?? null, size: size ?? null, crc: crc ?? null, md5: md5 ?? null, sha1: sha1 ?? null };
}

/** Apostrophes are removed, so that `Let's` becomes `lets`. */
export function gamePath(gameId: number, title: string): string {
  return `/games/${gameId}/${slugSegment(title.replaceAll(/['’]/g, ''), 'game')}`;
}

/** The lists of entries on the site. The page of an entry is below its list. */
export const ENTRY_PATHS = {
  platform: '/platforms',
  genre: '/genres',
  group: '/groups',
  company: '/companies',
} as const;

export function entryPath(kind: keyof typeof ENTRY_PATHS, id: number, name: string): string {
  return `${ENTRY_PATHS[kind]}/${id}/${slugSegment(name, kind)}`;
}

export function frontCovers(platform: Pick<RecordPlatform, 'cover_groups'>) {
  return listCovers(platform).filter((cover) => cover.scan_of === 'Front Cover');
}

export function listCovers({ cover_groups }: Pick<RecordPlatform, 'cover_groups'>) {
  return cover_groups.flatMap((group) => group.covers);
}

export function withUrls<T extends { image: string; thumbnail_image: string }>(picture: T, mediaUrl: string): T {
  const absolute = (address: string) =>
    address.startsWith(`${MEDIA_PATH}/`) ? mediaUrl + address.slice(MEDIA_PATH.length) : address;
  return { ...picture, image: absolute(picture.image), thumbnail_image: absolute(picture.thumbnail_image) };
}
