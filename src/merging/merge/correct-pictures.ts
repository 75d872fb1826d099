import type { CorrectionLine, StoredMediaLine } from '../../bundle/lines.ts';
import type { Provenance } from '../../catalog/model/record.ts';
import { CORRECTIONS } from '../load/layer-line.ts';

type Pictures = Omit<StoredMediaLine, 'key'>;
type HasImage = { image: string };

/** The part of a merged game that corrections of pictures change. */
export interface HasPictures {
  media: StoredMediaLine[];
  /** The `image` of the picture that an operator chose. */
  mainPicture?: string | undefined;
  provenance: Provenance;
}

/** Adds, removes and chooses pictures, one correction after the other. */
export function correctPictures(
  merged: HasPictures & { line: { key: string } },
  corrections: readonly CorrectionLine[],
): HasPictures {
  let { media, mainPicture, provenance } = merged;
  for (const { media: added = [], remove_pictures = [], main_picture } of corrections) {
    for (const own of added as Pictures[]) media = addTo(media, own, merged.line.key);
    const removed = new Set(remove_pictures);
    if (removed.size > 0) media = media.map((own) => filterPictures(own, ({ image }) => !removed.has(image)));
    if (main_picture !== undefined) media = media.map((own) => putFirst(own, main_picture));
    mainPicture = main_picture ?? mainPicture;
    for (const own of added as Pictures[]) provenance = withSource(provenance, own);
  }
  const isShown = media.some((own) => listImages(own).includes(mainPicture ?? ''));
  return { media, mainPicture: isShown ? mainPicture : undefined, provenance };
}

function addTo(media: readonly StoredMediaLine[], added: Pictures, key: string): StoredMediaLine[] {
  const before = media.find(({ platform }) => platform === added.platform);
  if (!before) return [...media, { key, ...added }];
  const known = new Set(listImages(before));
  const { screenshots = [], cover_groups = [] } = filterPictures(added, ({ image }) => !known.has(image));
  const after = {
    ...before,
    screenshots: [...(before.screenshots ?? []), ...screenshots],
    cover_groups: [...(before.cover_groups ?? []), ...cover_groups],
  };
  return media.map((own) => (own === before ? after : own));
}

function filterPictures<P extends Pictures>(pictures: P, isKept: (picture: HasImage) => boolean): P {
  const groups = (pictures.cover_groups ?? []).map((group) => ({ ...group, covers: group.covers.filter(isKept) }));
  return {
    ...pictures,
    screenshots: (pictures.screenshots ?? []).filter(isKept),
    cover_groups: groups.filter(({ covers }) => covers.length > 0),
  };
}

/** The screenshot before the others, or the cover and its package. */
function putFirst<P extends Pictures>(pictures: P, main: string): P {
  const isMain = ({ image }: HasImage) => image === main;
  const groups = (pictures.cover_groups ?? []).map((group) => ({ ...group, covers: sortFirst(group.covers, isMain) }));
  return {
    ...pictures,
    screenshots: sortFirst(pictures.screenshots ?? [], isMain),
    cover_groups: sortFirst(groups, ({ covers }) => covers.some(isMain)),
  };
}

function sortFirst<T>(list: readonly T[], isFirst: (one: T) => boolean): T[] {
  return list.toSorted((a, b) => Number(isFirst(b)) - Number(isFirst(a)));
}

function listImages({ screenshots = [], cover_groups = [] }: Pictures): string[] {
  return [...screenshots, ...cover_groups.flatMap(({ covers }) => covers)].map(({ image }) => image);
}

function withSource(provenance: HasPictures['provenance'], added: Pictures): HasPictures['provenance'] {
  const own = { ...provenance.platforms[added.platform] };
  for (const field of ['screenshots', 'cover_groups'] as const)
    if (added[field]?.length) own[field] = [...new Set([...(own[field] ?? []), CORRECTIONS])];
  return { ...provenance, platforms: { ...provenance.platforms, [added.platform]: own } };
}
