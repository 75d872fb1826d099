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

/** A paragraph or an item of a list. */
interface Block {
  text: string;
  isItem: boolean;
}

const BLOCKS = new Set(['p', 'ul', 'ol', 'li']);
/** Well below the limit of a bundle. */
const LONGEST = 20_000;

/** Joins a summary and a description: paragraphs with blank lines between them, items of lists as lines. */
export function toDescription(title: string, summary: string, markup: XmlElement | undefined): string | undefined {
  const paragraphs = markup ? toBlocks(markup) : [];
  const first = toPlainText(summary);
  const isRepeated =
    first === '' || fold(first) === fold(title) || fold(paragraphs[0]?.text ?? '').startsWith(fold(first));
  const blocks = isRepeated ? paragraphs : [{ text: toSentence(first), isItem: false }, ...paragraphs];
  const text = join(blocks);
  // Two plain paragraphs may look like HTML together: `a <b` and `c> d`.
  return (findTextProblem(text) ? text.replace(/[<>&]/g, ' ') : text).trim() || undefined;
}

/** Paragraphs and lists, without those in other languages. Emphasis is removed. */
function toBlocks(markup: XmlElement): Block[] {
  const blocks: Block[] = [];
  let text = '';
  let isItem = false;
  const end = (name: string, nextIsItem: boolean) => {
    if (!BLOCKS.has(name)) return;
    const plain = toPlainText(text, LONGEST);
    if (plain !== '') blocks.push({ text: plain, isItem });
    text = '';
    isItem = nextIsItem;
  };
  const read = (element: XmlElement) => {
    end(element.name, element.name === 'li');
    for (const child of element.children) {
      if (typeof child === 'string') text += child;
      else if (isOriginal(child)) read(child);
    }
    end(element.name, false);
  };
  read(markup);
  end('p', false);
  return blocks;
}

function join(blocks: readonly Block[]): string {
  let text = '';
  for (const [i, block] of blocks.entries()) {
    const line = block.isItem ? `- ${block.text}` : block.text;
    if (text.length + line.length > LONGEST) return text;
    text += (i === 0 ? '' : block.isItem && blocks[i - 1]?.isItem ? '\n' : '\n\n') + line;
  }
  return text;
}

function toSentence(text: string): string {
  return /[\p{Letter}\p{Number})"'”’]$/u.test(text) ? `${text}.` : text;
}

function fold(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{Letter}\p{Number}]+/gu, ' ')
    .trim();
}
