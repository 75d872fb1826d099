import type { StoredMediaLine } from '../../bundle/lines.ts';
import { SCAN_OF } from '../../catalog/model/resources.ts';
import type { StoredPicture } from '../../pictures/picture-store.ts';
import type { PictureAbout } from './names.ts';

/** A picture that was taken in, with what is known of it. */
export interface TakenPicture {
  /** Key of the platform. */
  platform: string;
  about: PictureAbout;
  stored: StoredPicture;
}

type Group = NonNullable<StoredMediaLine['cover_groups']>[number];

/** The pictures of a game with these added, a line for each platform. One that was there before is now as it is said here. */
export function addPictures(
  key: string,
  before: readonly StoredMediaLine[],
  pictures: readonly TakenPicture[],
): StoredMediaLine[] {
  const byPlatform = Map.groupBy(pictures, ({ platform }) => platform);
  const platforms = [...new Set([...before.map(({ platform }) => platform), ...byPlatform.keys()])];
  return platforms.map((platform) => {
    const old = before.find((line) => line.platform === platform);
    return addToPlatform({ ...old, key, platform }, byPlatform.get(platform) ?? []);
  });
}

function addToPlatform(line: StoredMediaLine, pictures: readonly TakenPicture[]): StoredMediaLine {
  const again = new Set(pictures.map(({ stored }) => stored.image));
  const isLeft = ({ image }: { image: string }) => !again.has(image);
  const screenshots = (line.screenshots ?? []).filter(isLeft);
  const groups: Group[] = (line.cover_groups ?? []).map((group) => ({ ...group, covers: group.covers.filter(isLeft) }));
  const seen = new Set<string>();
  for (const { about, stored } of pictures) {
    if (seen.has(stored.image)) continue;
    seen.add(stored.image);
    const { scan_of, caption = null, description = null, comments = null } = about;
    if (!scan_of) screenshots.push({ caption, ...stored });
    else findGroup(groups, about).covers.push({ scan_of, ...stored, description, comments });
  }
  return {
    key: line.key,
    platform: line.platform,
    screenshots,
    cover_groups: groups.filter(({ covers }) => covers.length > 0).map(inOrder),
  };
}

/** The front before the back, as one turns a box around. */
function inOrder(group: Group): Group {
  const place = ({ scan_of }: Group['covers'][number]) => SCAN_OF.indexOf(scan_of);
  return { ...group, covers: group.covers.toSorted((a, b) => place(a) - place(b)) };
}

/** The package that a cover belongs to: its countries and the words on it tell it from others. */
function findGroup(groups: Group[], { countries, group: comments }: PictureAbout): Group {
  const name = JSON.stringify([countries, comments ?? null]);
  const known = groups.find((one) => JSON.stringify([one.countries, one.comments ?? null]) === name);
  if (known) return known;
  const made: Group = { countries, comments: comments ?? null, covers: [] };
  groups.push(made);
  return made;
}
