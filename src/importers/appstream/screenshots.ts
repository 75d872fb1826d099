import type { MediaLine } from '../../bundle/lines.ts';
import { findTextProblem, toPlainText } from '../../bundle/plain-text.ts';
import type { Unknowns } from '../unknowns.ts';
import { mapAt, mapsAt, textAt, untranslated, type YamlMap } from './yaml.ts';

type Screenshot = NonNullable<MediaLine['screenshots']>[number];

interface Picture {
  address: string;
  width: number;
  height: number;
}

const LARGEST = 100_000;
const LONGEST_ADDRESS = 2000;
/** Wide enough to see what is on it. */
const THUMBNAIL_WIDTH = 200;

/** The pictures of a component: the one that stands for it first, then in the order of the catalog. Videos are left out. */
export function screenshotsOf(component: YamlMap, mediaBase: string | undefined, unknowns: Unknowns): Screenshot[] {
  const shots = mapsAt(component, 'Screenshots').toSorted((a, b) => Number(isDefault(b)) - Number(isDefault(a)));
  return shots.flatMap((shot) => {
    const found = toScreenshot(shot, mediaBase);
    if (!found && !('videos' in shot)) unknowns.add('screenshot without', 'an address or a size');
    return found ? [found] : [];
  });
}

/** The address of something on the web as a bundle may hold it; undefined is what is none. */
export function toAddress(text: string | undefined, base?: string): string | undefined {
  const absolute = text !== undefined && base !== undefined && !/^[a-z]+:/i.test(text) ? `${base}/${text}` : text;
  if (absolute === undefined || !/^https?:/i.test(absolute) || !URL.canParse(absolute)) return undefined;
  const { href } = new URL(absolute);
  return href.length <= LONGEST_ADDRESS && !findTextProblem(href) ? href : undefined;
}

function isDefault(shot: YamlMap): boolean {
  return textAt(shot, 'default') === 'true';
}

function toScreenshot(shot: YamlMap, mediaBase: string | undefined): Screenshot | undefined {
  const thumbnails = mapsAt(shot, 'thumbnails')
    .flatMap((one) => toPicture(one, mediaBase) ?? [])
    .toSorted((a, b) => a.width - b.width);
  const image = toPicture(mapAt(shot, 'source-image'), mediaBase) ?? thumbnails.at(-1);
  if (!image) return undefined;
  const thumbnail = thumbnails.find(({ width }) => width >= THUMBNAIL_WIDTH) ?? thumbnails.at(-1) ?? image;
  return {
    caption: toPlainText(untranslated(mapAt(shot, 'caption')) ?? '') || null,
    image: image.address,
    thumbnail_image: thumbnail.address,
    width: image.width,
    height: image.height,
  };
}

function toPicture(map: YamlMap, mediaBase: string | undefined): Picture | undefined {
  const address = toAddress(textAt(map, 'url'), mediaBase);
  const [width, height] = [toPixels(textAt(map, 'width')), toPixels(textAt(map, 'height'))];
  return address && width && height ? { address, width, height } : undefined;
}

function toPixels(text: string | undefined): number | undefined {
  const pixels = /^\d+$/.test(text ?? '') ? Number(text) : 0;
  return pixels >= 1 && pixels <= LARGEST ? pixels : undefined;
}
