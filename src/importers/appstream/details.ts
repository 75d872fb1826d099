import type { AlternateTitle, GamePlatformLine, MediaLine } from '../../bundle/lines.ts';
import { findTextProblem, toPlainText } from '../../bundle/plain-text.ts';
import { titleKey } from '../../folding.ts';
import { readTable } from '../../vocabulary/tables.ts';
import { parseDate } from '../dumps/dates.ts';
import { compareText } from '../sorting.ts';
import type { Unknowns } from '../unknowns.ts';
import { childOf, childrenOf, isOriginal, original, textOf, type XmlElement } from '../xml.ts';

type Screenshot = NonNullable<MediaLine['screenshots']>[number];

const MAX_PIXELS = 100_000;
const LONGEST_URL = 2000;
const MIN_THUMBNAIL_WIDTH = 200;

/** The screenshots of a component, the default one first. Videos are ignored. */
export function listScreenshots(
  component: XmlElement,
  mediaBase: string | undefined,
  unknowns: Unknowns,
): Screenshot[] {
  const shots = childrenOf(childOf(component, 'screenshots'), 'screenshot');
  const isDefault = ({ attributes }: XmlElement) => Number(attributes.type === 'default');
  return shots
    .toSorted((a, b) => isDefault(b) - isDefault(a))
    .flatMap((shot) => {
      const screenshot = toScreenshot(shot, mediaBase);
      if (!screenshot && !childOf(shot, 'video')) unknowns.add('screenshot without', 'a URL or a size');
      return screenshot ?? [];
    });
}

/** A URL as a bundle may contain it. Undefined if the text is not a web address. */
export function toUrl(text: string, base?: string): string | undefined {
  const absolute = base !== undefined && text !== '' && !/^[a-z]+:/i.test(text) ? `${base}/${text}` : text;
  if (!/^https?:/i.test(absolute) || !URL.canParse(absolute)) return undefined;
  const { href } = new URL(absolute);
  return href.length <= LONGEST_URL && !findTextProblem(href) ? href : undefined;
}

function toScreenshot(shot: XmlElement, mediaBase: string | undefined): Screenshot | undefined {
  const { true: small = [], false: sources = [] } = Object.groupBy(
    childrenOf(shot, 'image').filter(isOriginal),
    ({ attributes }) => `${attributes.type === 'thumbnail'}`,
  );
  const thumbnails = small.flatMap((one) => toPicture(one, mediaBase) ?? []).toSorted((a, b) => a.width - b.width);
  const image = toPicture(sources[0], mediaBase) ?? thumbnails.at(-1);
  if (!image) return undefined;
  const thumbnail = thumbnails.find(({ width }) => width >= MIN_THUMBNAIL_WIDTH) ?? thumbnails.at(-1) ?? image;
  return {
    caption: toPlainText(textOf(original(shot, 'caption'))) || null,
    image: image.url,
    thumbnail_image: thumbnail.url,
    width: image.width,
    height: image.height,
  };
}

function toPicture(element: XmlElement | undefined, mediaBase: string | undefined) {
  const url = toUrl(textOf(element).trim(), mediaBase);
  const [width, height] = [toPixels(element?.attributes.width), toPixels(element?.attributes.height)];
  return url && width && height ? { url, width, height } : undefined;
}

function toPixels(text: string | undefined): number | undefined {
  const pixels = /^\d+$/.test(text ?? '') ? Number(text) : 0;
  return pixels >= 1 && pixels <= MAX_PIXELS ? pixels : undefined;
}

/** The languages of alternate titles, in order. */
const languages = readTable('appstream-languages.tsv').map(([locale = '', language = '']) => ({ locale, language }));
const MAX_LANGUAGES_NAMED = 3;

/** The names in other languages that differ from the title, each once. */
export function listAlternateTitles(names: readonly XmlElement[], title: string): AlternateTitle[] {
  const byLocale = new Map(names.map((name) => [foldLocale(name.attributes['xml:lang'] ?? ''), textOf(name)]));
  const found = languages.flatMap(({ locale, language }) => {
    const plain = toPlainText(byLocale.get(locale) ?? '');
    return plain === '' ? [] : [{ language, title: plain, key: titleKey(plain) }];
  });
  const own = titleKey(title);
  const groups = Map.groupBy(
    found.filter(({ key }) => key !== own),
    ({ key }) => key,
  );
  return Array.from(groups.values(), (group) => ({
    title: group[0]?.title as string,
    description: describe(group.map(({ language }) => language)),
  }));
}

function describe(all: readonly string[]): string {
  const names = [...new Set(all)];
  return names.length <= MAX_LANGUAGES_NAMED ? `${names.join(', ')} title` : 'Alternate title';
}

/** `zh_CN.UTF-8` and `zh-CN` are the same. */
function foldLocale(locale: string): string {
  return locale.replace(/\..*$/, '').replaceAll('_', '-').toLowerCase();
}

type Patch = NonNullable<GamePlatformLine['patches']>[number];

const LONGEST_VERSION = 80;
/** The day after the epoch: a timestamp of 0 means unknown. */
const FIRST_DAY = '1970-01-02';

/**
 * The versions of a component as patches, the oldest first. A catalog keeps only the newest ones (Debian four), so that none of
 * them is known to be the first release.
 */
export function listPatches(component: XmlElement): Patch[] {
  const patches = new Map<string, Patch>();
  for (const { attributes } of childrenOf(childOf(component, 'releases'), 'release')) {
    const { type = 'stable', timestamp = '', date = '' } = attributes;
    const version = toPlainText(attributes.version ?? '', LONGEST_VERSION).replace(/^v(?=\d)/i, '');
    // Other versions than stable ones are not meant for players.
    if (version === '' || type !== 'stable' || patches.has(version)) continue;
    patches.set(version, { description: `Version ${version}`, release_date: findDay(timestamp, date) ?? null });
  }
  return [...patches.values()].toSorted(byDay);
}

function findDay(seconds: string, date: string): string | undefined {
  const day = /^\d{1,11}$/.test(seconds)
    ? new Date(Number(seconds) * 1000).toISOString().slice(0, 10)
    : date.slice(0, 10);
  return day >= FIRST_DAY && day.length === 10 && parseDate(day) === day ? day : undefined;
}

/** Versions without a date come first. */
function byDay(a: Patch, b: Patch): number {
  const text = ({ release_date, description }: Patch) => `${release_date ?? ''} ${description}`;
  return compareText(text(a), text(b));
}
