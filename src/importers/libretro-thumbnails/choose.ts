import type { Status } from '../dumps/tags.ts';
import { parseName } from '../libretro/name.ts';
import type { PictureFacts } from '../media/names.ts';
import { compareText } from '../sorting.ts';

/** The folders of each system that are read. `Named_Logos` has no place in a catalog entry. */
export const KINDS = ['Named_Boxarts', 'Named_Snaps', 'Named_Titles'] as const;
type Kind = (typeof KINDS)[number];

const CAPTIONS: Partial<Record<Kind, string>> = { Named_Snaps: 'In-game', Named_Titles: 'Title screen' };

/** A picture of a game. */
export interface NamedPicture extends ThumbnailName {
  kind: Kind;
  name: string;
  path: string;
}

interface ChosenPicture {
  path: string;
  facts: PictureFacts;
}

/** One picture of each kind for each region: that of the release rather than of a prototype, revision or translation. */
export function choosePictures(pictures: readonly NamedPicture[]): ChosenPicture[] {
  return KINDS.flatMap((kind) => {
    const own = pictures.filter((picture) => picture.kind === kind);
    const released = own.filter(isReleased);
    const regions = Map.groupBy(released.length > 0 ? released : own, ({ countries }) => countries.join(', '));
    return Array.from(regions.values(), (region) => {
      const [best] = region.toSorted((a, b) => a.name.length - b.name.length || compareText(a.name, b.name));
      const { path, countries } = best as NamedPicture;
      return { path, facts: factsOf(kind, countries, regions.size > 1) };
    });
  });
}

/** False for `Hop (1987)(Acme)(JP)[p]`: in these names, brackets are for changed copies and bad dumps. */
function isReleased({ statuses, name }: NamedPicture): boolean {
  return statuses.length === 0 && !name.includes('[');
}

function factsOf(kind: Kind, countries: string[], hasRegions: boolean): PictureFacts {
  const caption = CAPTIONS[kind];
  if (caption === undefined) return { scan_of: 'Front Cover', countries };
  const region = hasRegions && countries.length > 0 ? ` (${countries.join(', ')})` : '';
  return { countries: [], caption: `${caption}${region}` };
}

/** What the name of a picture says: `Amazing Hop, The (Japan, USA) (Rev 1).png`. */
export interface ThumbnailName {
  /** The titles in each of the spellings that the name may stand for, the most probable first. */
  spellings: string[][];
  countries: string[];
  statuses: Status[];
}

const EXTENSION = /\.png$/i;

/**
 * A file name has `_` for every character that some file system forbids. So `Tom _ Jerry` may be Tom & Jerry, and
 * `Hop _ Jump` two titles of one game that a slash separates.
 */
export function parseThumbnailName(file: string): ThumbnailName {
  const text = file.normalize('NFC').replace(EXTENSION, '');
  const texts = new Set([text.replaceAll('_', '&'), text.replaceAll('_', ' '), text.replaceAll(' _ ', ' ~ ')]);
  const spellings = Array.from(texts, parseName).map(({ title, others }) => [title, ...others]);
  const { countries, statuses } = parseName(text).tags;
  return { spellings, countries, statuses };
}
