import type { MediaLine } from '../../bundle/lines.ts';
import { findTextProblem, toPlainText } from '../../bundle/plain-text.ts';
import type { Unknowns } from '../unknowns.ts';
import { mapAt, mapsAt, textAt, untranslated, type YamlMap } from './yaml.ts';

type Screenshot = NonNullable<MediaLine['screenshots']>[number];

const MAX_PIXELS = 100_000;
const LONGEST_URL = 2000;
const MIN_THUMBNAIL_WIDTH = 200;

/** The screenshots of a component, the default one first. Videos are ignored. */
export function listScreenshots(component: YamlMap, mediaBase: string | undefined, unknowns: Unknowns): Screenshot[] {
  const shots = mapsAt(component, 'Screenshots').toSorted((a, b) => Number(isDefault(b)) - Number(isDefault(a)));
  return shots.flatMap((shot) => {
    const screenshot = toScreenshot(shot, mediaBase);
    if (!screenshot && !('videos' in shot)) unknowns.add('screenshot without', 'a URL or a size');
    return screenshot ?? [];
  });
}

/** A URL as a bundle may contain it. Undefined if the text is not a web address. */
export function toUrl(text: string | undefined, base?: string): string | undefined {
  const absolute = text !== undefined && base !== undefined && !/^[a-z]+:/i.test(text) ? `${base}/${text}` : text;
  if (absolute === undefined || !/^https?:/i.test(absolute) || !URL.canParse(absolute)) return undefined;
  const { href } = new URL(absolute);
  return href.length <= LONGEST_URL && !findTextProblem(href) ? href : undefined;
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
  const thumbnail = thumbnails.find(({ width }) => width >= MIN_THUMBNAIL_WIDTH) ?? thumbnails.at(-1) ?? image;
  return {
    caption: toPlainText(untranslated(mapAt(shot, 'caption')) ?? '') || null,
    image: image.url,
    thumbnail_image: thumbnail.url,
    width: image.width,
    height: image.height,
  };
}

function toPicture(map: YamlMap, mediaBase: string | undefined) {
  const url = toUrl(textAt(map, 'url'), mediaBase);
  const [width, height] = [toPixels(textAt(map, 'width')), toPixels(textAt(map, 'height'))];
  return url && width && height ? { url, width, height } : undefined;
}

function toPixels(text: string | undefined): number | undefined {
  const pixels = /^\d+$/.test(text ?? '') ? Number(text) : 0;
  return pixels >= 1 && pixels <= MAX_PIXELS ? pixels : undefined;
}
