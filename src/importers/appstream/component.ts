import type { GamePlatformLine, MediaLine } from '../../bundle/lines.ts';
import { toPlainText } from '../../bundle/plain-text.ts';
import { companyName } from '../../vocabulary/companies.ts';
import { readTable } from '../../vocabulary/tables.ts';
import type { Unknowns } from '../unknowns.ts';
import type { CatalogHead } from './catalog.ts';
import { findGame, genresOf } from './kinds.ts';
import { isFree } from './licences.ts';
import { toDescription } from './markup.ts';
import { screenshotsOf, toAddress } from './screenshots.ts';
import { type AlternateTitle, alternateTitles } from './titles.ts';
import { patchesOf } from './versions.ts';
import { mapAt, mapsAt, textAt, textsAt, untranslated, type YamlMap } from './yaml.ts';

/** What one component tells of a game. It waits as JSON until all are read. */
export interface Component {
  /** The game it is, or is a part of. */
  game: string;
  id: string;
  package: string;
  origin: string;
  /** Under which it was known before. */
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

/** Undefined is what is no game, or says too little to be shown; `not free` is a game that is not for us. */
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
    formerIds: formerIdsOf(map),
    title,
    alternate_titles: found.title === undefined ? alternateTitles(mapAt(map, 'Name'), title) : [],
    // Where several packages are one game, their summaries tell them apart and say nothing of the game.
    description: toDescription(title, found.title ? '' : text(map, 'Summary'), text(map, 'Description')) ?? null,
    official_url: toAddress(textAt(mapAt(map, 'Url'), 'homepage')) ?? null,
    developer: developerOf(map) ?? null,
    genres: genresOf(categories, unknowns),
    inputDevices: inputDevicesOf(map, unknowns),
    patches: patchesOf(map),
    screenshots: screenshotsOf(map, head.mediaBase, unknowns),
  };
}

function text(map: YamlMap, name: string): string {
  return untranslated(mapAt(map, name)) ?? '';
}

/** Older components are called like the file that starts them, and many have dropped that since. */
function withoutSuffix(id: string): string {
  return id.replace(/\.desktop$/, '');
}

/** A component that was renamed says what it replaces. */
function formerIdsOf(map: YamlMap): string[] {
  const replaced = mapsAt(map, 'Replaces').flatMap((one) => textAt(one, 'id') ?? []);
  const ids = [...textsAt(mapAt(map, 'Provides'), 'ids'), ...replaced].map(withoutSuffix);
  return ids.filter((id) => ID.test(id));
}

function developerOf(map: YamlMap): string | undefined {
  const name = untranslated(mapAt(mapAt(map, 'Developer'), 'name')) ?? untranslated(mapAt(map, 'DeveloperName'));
  return name === undefined ? undefined : companyName(name);
}

function inputDevicesOf(map: YamlMap, unknowns: Unknowns): string[] {
  const all = ['Requires', 'Recommends', 'Supports'].flatMap((field) => mapsAt(map, field));
  const found = all.flatMap((one) => {
    const control = textAt(one, 'control');
    if (control === undefined) return [];
    const device = inputDevices.get(control);
    if (device === undefined) unknowns.add('control', control);
    return device ? [device] : [];
  });
  return [...new Set(found)].toSorted();
}
