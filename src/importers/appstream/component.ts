import type { GameLine, MediaLine } from '../../bundle/lines.ts';
import { findTextProblem, toPlainParagraphs, toPlainText } from '../../bundle/plain-text.ts';
import { companyKey, companyName } from '../../vocabulary/companies.ts';
import { readTable } from '../../vocabulary/tables.ts';
import { attributeKey } from '../attributes.ts';
import { sortedUnique } from '../sorting.ts';
import type { Unknowns } from '../unknowns.ts';
import {
  childOf,
  childrenOf,
  isOriginal,
  MAX_TEXT_LENGTH,
  original,
  textOf,
  type XmlElement,
  type XmlEntry,
} from '../xml.ts';

/** What one component says about a game. It is kept as JSON until all components are read. */
export interface Component {
  /** The part of the game's key after the source. */
  game: string;
  id: string;
  /** Several packages may have the component; the first by name counts. */
  order: string;
  developer: string | null;
  /** Without what all components of the game decide. */
  line: Omit<GameLine, 'groups' | 'members' | 'ids'>;
  media: MediaLine[];
}

const PLATFORM = 'platform:linux';

export function gameKey(id: string): string {
  return `appstream:${id}`;
}

const ID = /^[\w.+@~-]{1,200}$/;
/** Other types are add-ons, fonts, codecs, services and so on. `desktop` is from before AppStream 0.10. */
const TYPES = ['desktop-application', 'console-application', 'desktop'];
const GAME = 'Game';
const NOT_A_GAME = 'none';

const categories = new Map(readTable('appstream-categories.tsv').map(([name = '', genres = '']) => [name, genres]));
/** The games of components, with a title if the components of the game have names of their own. */
const components = new Map(
  readTable('appstream-components.tsv').map(([id = '', game = '', title = '']) => [id, { game, title }]),
);

/** Undefined if the component has no name or id, or is not a game but an emulator, an editor, a launcher and so on. */
export function parseComponent(element: XmlEntry, unknowns: Unknowns): Component | 'not free' | undefined {
  const { origin = 'unknown', media_baseurl } = element.parent;
  const text = (name: string) => textOf(original(element, name)).trim();
  const own = childrenOf(childOf(element, 'categories'), 'category').map((one) => textOf(one).trim());
  if (!TYPES.includes(element.attributes.type ?? '') || !own.includes(GAME)) return undefined;
  // Older ids end like the file that starts the program; many components have dropped that since.
  const id = text('id').replace(/\.desktop$/, '');
  const known = components.get(id);
  if (known?.game === NOT_A_GAME || own.some((name) => categories.get(name) === NOT_A_GAME)) return undefined;
  const title = known?.title || toPlainText(text('name'));
  if (!ID.test(id) || title === '') {
    unknowns.add('component without a name or an ID', id);
    return undefined;
  }
  if (!isFree(text('project_license'), origin, unknowns)) return 'not free';
  const homepage = childrenOf(element, 'url').find(({ attributes }) => attributes.type === 'homepage');
  const developer = companyName(textOf(original(childOf(element, 'developer'), 'name')) || text('developer_name'));
  const game = known?.game ?? id;
  const key = gameKey(game);
  const release = {
    release_date: null,
    countries: ['Worldwide'],
    companies: developer === undefined ? [] : [{ company: companyKey(developer), role: 'Developed by' }],
    product_codes: [],
    sources: [gameKey(id)],
  };
  const screenshots = listScreenshots(element, media_baseurl);
  return {
    game,
    id,
    order: [id, text('pkgname') || text('bundle'), origin].join(' '),
    developer: developer ?? null,
    line: {
      key,
      title,
      // If several packages are one game, their summaries describe the packages, not the game.
      description: toDescription(known?.title ? '' : text('summary'), original(element, 'description')) ?? null,
      official_url: toUrl(textOf(homepage).trim()) ?? null,
      genres: listGenres(own, unknowns),
      platforms: [{ platform: PLATFORM, attributes: [attributeKey('Media Type', 'Download')], releases: [release] }],
    },
    media: screenshots.length === 0 ? [] : [{ key, platform: PLATFORM, screenshots }],
  };
}

/** The keys of the genres of categories. */
function listGenres(names: readonly string[], unknowns: Unknowns): string[] {
  const found = names.flatMap((name) => {
    const genres = categories.get(name);
    if (genres === undefined) unknowns.add('category', name);
    return genres ? genres.split(' ') : [];
  });
  return sortedUnique(found);
}

/** The archives of Debian and Ubuntu with only free software. Others, such as non-free, have their own catalogs. */
const FREE_ARCHIVE = /-(main|contrib|universe)$/;

const licences = readTable('appstream-licences.tsv').map(([pattern, free]) => ({
  pattern: new RegExp(`^(?:${pattern})$`, 'i'),
  isFree: free === 'yes',
}));

/** An SPDX expression is free if all its licences are, or if it is a choice with a free one. The archive decides about unknown ones. */
function isFree(expression: string, origin: string, unknowns: Unknowns): boolean {
  const names = expression.replace(/[()]/g, ' ').split(/\s(?:and|or)\s/i);
  const areFree = names.map((text) => {
    const name = text.replace(/\swith\s.*$/i, '').trim();
    const licence = licences.find(({ pattern }) => pattern.test(name));
    if (!licence && name !== '') unknowns.add('licence', name);
    return licence?.isFree ?? FREE_ARCHIVE.test(origin);
  });
  return /\sand\s/i.test(expression) ? !areFree.includes(false) : areFree.includes(true);
}

/** The summary, paragraphs and lists, with blank lines between them. */
function toDescription(summary: string, markup: XmlElement | undefined): string | undefined {
  const blocks = (markup?.children ?? []).filter((child) => typeof child !== 'string').filter(isOriginal);
  const texts = blocks.map((block) => {
    const items = childrenOf(block, 'li').filter(isOriginal);
    return items.length > 0 ? items.map((item) => `- ${toLine(item)}`).join('\n') : toLine(block);
  });
  return toPlainParagraphs([toPlainText(summary), ...texts].join('\n\n'));
}

function toLine(element: XmlElement): string {
  return toPlainText(textOf(element), MAX_TEXT_LENGTH);
}

type Screenshot = NonNullable<MediaLine['screenshots']>[number];

const MAX_PIXELS = 100_000;
const LONGEST_URL = 2000;
const MIN_THUMBNAIL_WIDTH = 200;

/** The screenshots of a component. Videos are ignored. */
function listScreenshots(component: XmlElement, mediaBase: string | undefined): Screenshot[] {
  return childrenOf(childOf(component, 'screenshots'), 'screenshot').flatMap((shot) => {
    const pictures = childrenOf(shot, 'image').flatMap((image) => toPicture(image, mediaBase) ?? []);
    const { true: thumbnails = [], false: [image] = [] } = Object.groupBy(pictures, ({ isSmall }) => `${isSmall}`);
    if (!image) return [];
    const large = thumbnails.filter(({ width }) => width >= MIN_THUMBNAIL_WIDTH);
    const [thumbnail = image] = large.toSorted((a, b) => a.width - b.width);
    return {
      caption: toPlainText(textOf(original(shot, 'caption'))) || null,
      image: image.url,
      thumbnail_image: thumbnail.url,
      width: image.width,
      height: image.height,
    };
  });
}

/** Undefined for a picture in another language, and without an address or a size. */
function toPicture(element: XmlElement, mediaBase: string | undefined) {
  const { type, width, height } = element.attributes;
  const url = isOriginal(element) ? toUrl(textOf(element).trim(), mediaBase) : undefined;
  if (!url || !isSize(width) || !isSize(height)) return undefined;
  return { url, width: Number(width), height: Number(height), isSmall: type === 'thumbnail' };
}

function isSize(text = ''): boolean {
  return /^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= MAX_PIXELS;
}

/** A URL as a bundle may contain it. Undefined if the text is not a web address. */
function toUrl(text: string, base?: string): string | undefined {
  const absolute = base !== undefined && text !== '' && !/^[a-z]+:/i.test(text) ? `${base}/${text}` : text;
  if (!/^https?:/i.test(absolute) || !URL.canParse(absolute)) return undefined;
  const { href } = new URL(absolute);
  return href.length <= LONGEST_URL && !findTextProblem(href) ? href : undefined;
}
