import type { AlternateTitle, GamePlatformLine, MediaLine } from '../../bundle/lines.ts';
import { toPlainText } from '../../bundle/plain-text.ts';
import { companyName } from '../../vocabulary/companies.ts';
import { readTable } from '../../vocabulary/tables.ts';
import { sortedUnique } from '../sorting.ts';
import type { Unknowns } from '../unknowns.ts';
import { listAlternateTitles, listPatches, listScreenshots, toUrl } from './details.ts';
import { toDescription } from './markup.ts';
import {
  type CatalogHead,
  type DocumentText,
  mapAt,
  mapsAt,
  textAt,
  textsAt,
  untranslated,
  type YamlMap,
} from './yaml.ts';

/** The facts of one component about a game. It is kept as JSON until all components are read. */
export interface Component {
  /** The part of the game's key after the source. */
  game: string;
  id: string;
  package: string;
  origin: string;
  /** The ids that it had before. */
  formerIds: string[];
  title: string;
  alternate_titles: AlternateTitle[];
  description: string | null;
  official_url: string | null;
  developer: string | null;
  genres: string[];
  inputDevices: string[];
  patches: NonNullable<GamePlatformLine['patches']>;
  screenshots: NonNullable<MediaLine['screenshots']>;
}

const ID = /^[\w.+@~-]{1,200}$/;
const inputDevices = new Map(
  readTable('appstream-controls.tsv').map(([control = '', device = '']) => [control, device]),
);

/** A quick check: a component without this category is not a game. */
export function mayBeGame({ text }: DocumentText): boolean {
  return text.includes('Game');
}

/** Undefined if the component is not a game, or has no name or id. */
export function parseComponent(
  map: YamlMap,
  head: CatalogHead,
  unknowns: Unknowns,
): Component | 'not free' | undefined {
  const categories = textsAt(map, 'Categories');
  const id = withoutSuffix(textAt(map, 'ID') ?? '');
  const found = findGame(id, textAt(map, 'Type') ?? '', categories);
  if (!found) return undefined;
  const title = found.title ?? toPlainText(untranslated(mapAt(map, 'Name')) ?? '');
  if (!ID.test(id) || title === '') {
    unknowns.add('component without a name or an ID', id);
    return undefined;
  }
  if (!isFree(textAt(map, 'ProjectLicense'), head.origin, unknowns)) return 'not free';
  return {
    game: found.game,
    id,
    package: textAt(map, 'Package') ?? '',
    origin: head.origin,
    formerIds: listFormerIds(map),
    title,
    alternate_titles: found.title === undefined ? listAlternateTitles(mapAt(map, 'Name'), title) : [],
    // If several packages are one game, their summaries describe the packages, not the game.
    description: toDescription(title, found.title ? '' : text(map, 'Summary'), text(map, 'Description')) ?? null,
    official_url: toUrl(textAt(mapAt(map, 'Url'), 'homepage')) ?? null,
    developer: findDeveloper(map) ?? null,
    genres: listGenres(categories, unknowns),
    inputDevices: listInputDevices(map, unknowns),
    patches: listPatches(map),
    screenshots: listScreenshots(map, head.mediaBase, unknowns),
  };
}

function text(map: YamlMap, name: string): string {
  return untranslated(mapAt(map, name)) ?? '';
}

/** Older ids end like the file that starts the program; many components have dropped that since. */
function withoutSuffix(id: string): string {
  return id.replace(/\.desktop$/, '');
}

/** A renamed component lists the ids that it replaces. */
function listFormerIds(map: YamlMap): string[] {
  const replaced = mapsAt(map, 'Replaces').flatMap((one) => textAt(one, 'id') ?? []);
  const ids = [...textsAt(mapAt(map, 'Provides'), 'ids'), ...replaced].map(withoutSuffix);
  return ids.filter((id) => ID.test(id));
}

function findDeveloper(map: YamlMap): string | undefined {
  const name = untranslated(mapAt(mapAt(map, 'Developer'), 'name')) ?? untranslated(mapAt(map, 'DeveloperName'));
  return name === undefined ? undefined : companyName(name);
}

function listInputDevices(map: YamlMap, unknowns: Unknowns): string[] {
  const all = ['Requires', 'Recommends', 'Supports'].flatMap((field) => mapsAt(map, field));
  const found = all.flatMap((one) => {
    const control = textAt(one, 'control');
    if (control === undefined) return [];
    const device = inputDevices.get(control);
    if (device === undefined) unknowns.add('control', control);
    return device ? [device] : [];
  });
  return sortedUnique(found);
}

/** Other types are add-ons, fonts, codecs, services and so on. */
const TYPES = new Set(['desktop-application', 'console-application']);
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
function isFree(licence: string | undefined, origin: string, unknowns: Unknowns): boolean {
  return (licence === undefined ? undefined : isFreeExpression(licence, unknowns)) ?? FREE_ARCHIVE.test(origin);
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
