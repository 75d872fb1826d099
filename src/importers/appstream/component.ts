import type { GameLine, MediaLine } from '../../bundle/lines.ts';
import { toPlainText } from '../../bundle/plain-text.ts';
import { companyKey, companyName } from '../../vocabulary/companies.ts';
import { readTable } from '../../vocabulary/tables.ts';
import { attributeKey } from '../attributes.ts';
import { sortedUnique } from '../sorting.ts';
import type { Unknowns } from '../unknowns.ts';
import { childOf, childrenOf, original, textOf, textsOf, type XmlElement, type XmlEntry } from '../xml.ts';
import { listAlternateTitles, listPatches, listScreenshots, toDescription, toUrl } from './details.ts';

/** What one component says about a game. It is kept as JSON until all components are read. */
export interface Component {
  /** The part of the game's key after the source. */
  game: string;
  id: string;
  /** Several packages may have the component; the first by name counts. */
  order: string;
  /** The ids that it had before. */
  formerIds: string[];
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
const inputDevices = new Map(
  readTable('appstream-controls.tsv').map(([control = '', device = '']) => [control, device]),
);

/** Undefined if the component is not a game, or has no name or id. */
export function parseComponent(element: XmlEntry, unknowns: Unknowns): Component | 'not free' | undefined {
  const { origin = 'unknown', media_baseurl } = element.parent;
  const text = (name: string) => textOf(original(element, name)).trim();
  const categories = textsOf(childOf(element, 'categories'), 'category');
  const id = withoutSuffix(text('id'));
  const found = findGame(id, element.attributes.type ?? '', categories);
  if (!found) return undefined;
  const title = found.title ?? toPlainText(text('name'));
  if (!ID.test(id) || title === '') {
    unknowns.add('component without a name or an ID', id);
    return undefined;
  }
  if (!isFree(text('project_license'), origin, unknowns)) return 'not free';
  const homepage = childrenOf(element, 'url').find(({ attributes }) => attributes.type === 'homepage');
  const developer = companyName(textOf(original(childOf(element, 'developer'), 'name')) || text('developer_name'));
  const key = gameKey(found.game);
  const release = {
    release_date: null,
    countries: ['Worldwide'],
    companies: developer === undefined ? [] : [{ company: companyKey(developer), role: 'Developed by' }],
    product_codes: [],
    sources: [gameKey(id)],
  };
  const platform = {
    platform: PLATFORM,
    attributes: [...listInputDevices(element, unknowns), attributeKey('Media Type', 'Download')],
    releases: [release],
    patches: listPatches(element),
  };
  const screenshots = listScreenshots(element, media_baseurl, unknowns);
  return {
    game: found.game,
    id,
    order: [id, text('pkgname') || text('bundle'), origin].join(' '),
    formerIds: listFormerIds(element),
    developer: developer ?? null,
    line: {
      key,
      title,
      alternate_titles: found.title === undefined ? listAlternateTitles(childrenOf(element, 'name'), title) : [],
      // If several packages are one game, their summaries describe the packages, not the game.
      description: toDescription(title, found.title ? '' : text('summary'), original(element, 'description')) ?? null,
      official_url: toUrl(textOf(homepage).trim()) ?? null,
      genres: listGenres(categories, unknowns),
      platforms: [platform],
    },
    media: screenshots.length === 0 ? [] : [{ key, platform: PLATFORM, screenshots }],
  };
}

/** Older ids end like the file that starts the program; many components have dropped that since. */
function withoutSuffix(id: string): string {
  return id.replace(/\.desktop$/, '');
}

/** A renamed component lists the ids that it replaces. */
function listFormerIds(element: XmlElement): string[] {
  const ids = ['provides', 'replaces'].flatMap((name) => textsOf(childOf(element, name), 'id'));
  return ids.map(withoutSuffix).filter((id) => ID.test(id));
}

function listInputDevices(element: XmlElement, unknowns: Unknowns): string[] {
  const controls = ['requires', 'recommends', 'supports'].flatMap((name) => textsOf(childOf(element, name), 'control'));
  const found = controls.flatMap((control) => {
    const device = inputDevices.get(control);
    if (device === undefined) unknowns.add('control', control);
    return device || [];
  });
  return sortedUnique(found).map((name) => attributeKey('Input Devices Supported', name));
}

/** Other types are add-ons, fonts, codecs, services and so on. `desktop` is from before AppStream 0.10. */
const TYPES = new Set(['desktop-application', 'console-application', 'desktop']);
const GAME = 'Game';
const NOT_A_GAME = 'none';

const categories = new Map(readTable('appstream-categories.tsv').map(([name = '', genres = '']) => [name, genres]));
const components = new Map(
  readTable('appstream-components.tsv').map(([id = '', game = '', title = '']) => [id, { game, title }]),
);

/**
 * The game of a component: the part of its key after the source, and a title if the components of the game have names of their
 * own. Undefined if it is not a game but an emulator, an editor, a launcher and so on.
 */
function findGame(id: string, type: string, names: readonly string[]) {
  if (!TYPES.has(type) || !names.includes(GAME)) return undefined;
  if (names.some((name) => categories.get(name) === NOT_A_GAME)) return undefined;
  const known = components.get(id);
  if (known?.game === NOT_A_GAME) return undefined;
  return { game: known?.game ?? id, title: known?.title || undefined };
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

/** Whether a game is free: by its licence or, if that is missing or unknown, by the archive. */
function isFree(licence: string, origin: string, unknowns: Unknowns): boolean {
  return (licence === '' ? undefined : isFreeExpression(licence, unknowns)) ?? FREE_ARCHIVE.test(origin);
}

/** An SPDX expression is free if all its licences are, or if it is a choice with a free one. */
function isFreeExpression(expression: string, unknowns: Unknowns): boolean | undefined {
  const areFree = listLicences(expression).map((name) => findIsFree(name, unknowns));
  const isChoice = !/\sand\s/i.test(expression);
  if (isChoice && areFree.includes(true)) return true;
  if (areFree.includes(false)) return false;
  return areFree.includes(undefined) ? undefined : true;
}

function listLicences(expression: string): string[] {
  const names = expression.replace(/[()]/g, ' ').split(/\s(?:and|or)\s/i);
  return names.map((name) => name.replace(/\swith\s.*$/i, '').trim());
}

function findIsFree(name: string, unknowns: Unknowns): boolean | undefined {
  const found = licences.find(({ pattern }) => pattern.test(name));
  if (!found) unknowns.add('licence', name);
  return found?.isFree;
}
