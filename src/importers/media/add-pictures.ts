import type { StoredMediaLine } from '../../bundle/lines.ts';
import { SCAN_OF } from '../../catalog/model/scan-of.ts';
import type { StoredPicture } from '../../pictures/picture-store.ts';
import type { PictureFacts } from './names.ts';

export interface AddedPicture {
  /** Key of the platform. */
  platform: string;
  facts: PictureFacts;
  stored: StoredPicture;
}

type CoverGroup = NonNullable<StoredMediaLine['cover_groups']>[number];

/** Adds pictures to the media lines of a game, one line per platform. A picture that it already has gets the new facts. */
export function addPictures(
  key: string,
  before: readonly StoredMediaLine[],
  pictures: readonly AddedPicture[],
): StoredMediaLine[] {
  const byPlatform = Map.groupBy(pictures, ({ platform }) => platform);
  const platforms = [...new Set([...before.map(({ platform }) => platform), ...byPlatform.keys()])];
  return platforms.map((platform) => {
    const old = before.find((line) => line.platform === platform);
    return addToPlatform({ ...old, key, platform }, byPlatform.get(platform) ?? []);
  });
}

function addToPlatform(line: StoredMediaLine, pictures: readonly AddedPicture[]): StoredMediaLine {
  const added = new Map<string, AddedPicture>();
  for (const picture of pictures) if (!added.has(picture.stored.image)) added.set(picture.stored.image, picture);
  const isKept = ({ image }: { image: string }) => !added.has(image);
  const screenshots = (line.screenshots ?? []).filter(isKept);
  const groups: CoverGroup[] = (line.cover_groups ?? []).map((group) => ({
    ...group,
    covers: group.covers.filter(isKept),
  }));
  for (const { facts, stored } of added.values()) {
    const { scan_of, caption = null, description = null } = facts;
    if (!scan_of) screenshots.push({ caption, ...stored });
    else findGroup(groups, facts).covers.push({ scan_of, ...stored, description, comments: null });
  }
  return {
    key: line.key,
    platform: line.platform,
    screenshots,
    cover_groups: groups.filter(({ covers }) => covers.length > 0).map(sortCovers),
  };
}

/** In the order of the API: front, back, and so on. */
function sortCovers(group: CoverGroup): CoverGroup {
  const rank = ({ scan_of }: CoverGroup['covers'][number]) => SCAN_OF.indexOf(scan_of);
  return { ...group, covers: group.covers.toSorted((a, b) => rank(a) - rank(b)) };
}

/** A group is one package of the game, identified by its countries. */
function findGroup(groups: CoverGroup[], { countries }: PictureFacts): CoverGroup {
  const identify = (group: CoverGroup) => JSON.stringify([group.countries, group.comments ?? null]);
  const created: CoverGroup = { countries, comments: null, covers: [] };
  const known = groups.find((group) => identify(group) === identify(created));
  if (!known) groups.push(created);
  return known ?? created;
}
