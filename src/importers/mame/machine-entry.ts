import { ARCADE_SYSTEM, findArcadeSystem } from '../../vocabulary/platforms.ts';
import { readTable } from '../../vocabulary/tables.ts';
import { attributeKey, parsePlayers, playersAttribute } from '../attributes.ts';
import { MACHINE_TITLES, parseDescription } from '../dumps/description.ts';
import { makeEntry, nameEntry } from '../dumps/entry.ts';
import { kindOfTitle } from '../dumps/kinds.ts';
import { type Credit, parsePublisher } from '../dumps/publisher.ts';
import { classifyTags } from '../dumps/tags.ts';
import type { Unknowns } from '../unknowns.ts';
import { featureAttributes } from './attributes.ts';
import { type MameEntry, parseDates, yearOf } from './entry.ts';
import { type Clones, isEntryName, mameKey, parentKey } from './lists.ts';
import { dumpsOf, type RawEntry } from './raw-entry.ts';
import type { Support } from './support.ts';

const ARCADE = 'platform:arcade';
/** Notes that say only that the machine is a game. */
const MACHINE_NOTES = /^(handheld|plug ?(and|&|n'?|'n') ?play|tv game)$/i;

/** Undefined if it does not seem to be a video game, or if software lists have its games. */
export function toMachineEntry(machine: RawEntry, support: Support, unknowns: Unknowns): MameEntry | undefined {
  const { name, cloneof = '', attributes, elements } = machine;
  const isPart = [attributes.isdevice, attributes.isbios, attributes.ismechanical].includes('yes');
  if (isPart || !isEntryName(name)) return undefined;
  const find = <T>(findOf: (name: string) => T | undefined) => findOf(name) ?? findOf(cloneof);
  const category = find(support.findCategory);
  // Clones of a gambling machine are for gambling too, whatever their category says.
  const isOfGame = support.findCategory(cloneof)?.isGame !== false;
  const platform = category?.isGame === false ? undefined : platformOf(machine, category !== undefined && isOfGame);
  if (platform === undefined) return undefined;
  const { tags: words, ...titles } = parseDescription(machine.description, MACHINE_TITLES);
  const tags = classifyTags(words);
  const list = isDedicated(platform) ? 'dedicated' : 'arcade';
  const clones: Clones = isDedicated(platform) ? 'titles' : 'sure';
  const year = yearOf(list, machine);
  const maker = parsePublisher(machine.maker, { platform, year: Number(year) || undefined });
  const players = parsePlayers(elements.input.at(-1)?.players);
  return makeEntry({
    ...nameEntry(titles, 'MAME'),
    key: mameKey(list, name),
    parent: parentKey(list, name, machine.cloneof),
    clones,
    rank: 2,
    platform,
    countries: tags.countries,
    statuses: [...new Set([...tags.statuses, ...maker.statuses])],
    versions: tags.versions,
    notes: isDedicated(platform) ? tags.notes.filter((note) => isInformative(note, maker.credits)) : tags.notes,
    dates: parseDates(year, [], unknowns),
    credits: maker.credits,
    genres: category?.genres ?? [],
    groups: [find(support.findSeries)].filter((group) => group !== undefined),
    kind: tags.kinds[0] ?? kindOfTitle(titles.title, { isComputer: false, platform }),
    attributes: [
      ...new Set([
        ...(players > 0 ? [playersAttribute(players)] : []),
        // Controls of dedicated machines are skipped: what MAME calls a joystick may be two buttons.
        ...(isDedicated(platform) ? [] : arcadeAttributes(machine, tags.notes, unknowns)),
      ]),
    ],
    dumps: dumpsOf(machine),
  });
}

/** A category tells better than controls and drivers whether a machine with coins is for gambling. */
function platformOf({ name, attributes, elements }: RawEntry, hasCategory: boolean): string | undefined {
  const platform = findPlatform(attributes.sourcefile ?? '', name);
  if (platform && platform !== DROP) return elements.softwarelist.length > 0 ? undefined : platform;
  const isForGambling = platform === DROP || elements.control.some(({ type }) => type === 'gambling');
  const hasCoins = Number(elements.input.at(-1)?.coins) > 0;
  return hasCoins && (hasCategory || !isForGambling) ? ARCADE : undefined;
}

/** False for a note that repeats the maker, such as `Pac-Man (Coleco)` by Coleco. */
function isInformative(note: string, credits: readonly Credit[]): boolean {
  const text = note.toLowerCase();
  const names = credits.map(({ name }) => name.toLowerCase());
  return !MACHINE_NOTES.test(note) && !names.some((name) => name.startsWith(text) || text.startsWith(name));
}

function arcadeAttributes({ attributes, elements }: RawEntry, notes: readonly string[], unknowns: Unknowns): string[] {
  const system = findArcadeSystem(attributes.sourcefile ?? '', notes);
  return [
    attributeKey('Media Type', 'Circuit Board'),
    ...(system === undefined ? [] : [attributeKey(ARCADE_SYSTEM, system)]),
    ...elements.control.flatMap(({ type = '' }) => featureAttributes('control', type, unknowns)),
  ];
}

const DROP = 'drop';
const rules = readTable('mame-drivers.tsv').map(([source, machine, platform = '']) => ({
  source: new RegExp(`^(?:${source})$`),
  machine: machine === '' ? undefined : new RegExp(`^(?:${machine})$`),
  platform,
}));

/** Platforms of machines with built-in games, which run no others. */
const dedicated = new Set(rules.map(({ platform }) => platform).filter((platform) => platform !== DROP));

function isDedicated(platform: string): boolean {
  return dedicated.has(platform);
}

/**
 * Finds the platform of a machine by its source file, or `DROP` if it is not for games. Most machines without either are
 * coin-operated, or computers.
 */
function findPlatform(source: string, machine: string): string | undefined {
  return rules.find((rule) => rule.source.test(source) && (rule.machine?.test(machine) ?? true))?.platform;
}
