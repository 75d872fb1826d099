import { titleKey } from '../../folding.ts';
import { ARCADE_SYSTEM, findArcadeSystem } from '../../vocabulary/arcade-systems.ts';
import { attributeKey, playersAttribute } from '../attributes.ts';
import { MACHINE_TITLES, parseDescription } from '../dumps/description.ts';
import { kindOfTitle } from '../dumps/kinds.ts';
import { type Credit, parsePublisher } from '../dumps/publisher.ts';
import { classifyTags } from '../dumps/tags.ts';
import type { Unknowns } from '../unknowns.ts';
import { featureAttributes } from './attributes.ts';
import { DROP, findPlatform, isDedicated } from './drivers.ts';
import { type MameEntry, parseDates } from './entry.ts';
import { mameKey, parentKey } from './keys.ts';
import type { Machine } from './machines.ts';
import type { Support } from './support.ts';
import { yearOf } from './years.ts';

const ARCADE = 'platform:arcade';
/** Notes that say only that the machine is a game. */
const MACHINE_NOTES = /^(handheld|plug ?(and|&|n'?|'n') ?play|tv game)$/i;

/** Undefined if the machine does not seem to be a video game, or if software lists have its games. */
export function toMachineEntry(machine: Machine, support: Support, unknowns: Unknowns): MameEntry | undefined {
  const find = <T>(findOf: (name: string) => T | undefined) => findOf(machine.name) ?? findOf(machine.cloneof ?? '');
  const category = find(support.findCategory);
  // Clones of a gambling machine are for gambling too, whatever their category says.
  const isOfGame = support.findCategory(machine.cloneof ?? '')?.isGame !== false;
  const platform = category?.isGame === false ? undefined : platformOf(machine, category !== undefined && isOfGame);
  if (platform === undefined) return undefined;
  const { title, spelling, others, tags: words } = parseDescription(machine.description, MACHINE_TITLES);
  const tags = classifyTags(words);
  const list = isDedicated(platform) ? 'dedicated' : 'arcade';
  const year = yearOf(list, machine);
  const maker = parsePublisher(machine.manufacturer, { platform, year: Number(year) || undefined });
  return {
    key: mameKey(list, machine.name),
    parent: parentKey(list, machine.name, machine.cloneof),
    clones: isDedicated(platform) ? 'titles' : 'sure',
    rank: 2,
    platform,
    title,
    titleKey: titleKey(title),
    spelling: spelling ? { title: spelling, description: 'MAME spelling' } : undefined,
    others: others.map((other) => ({ title: other, description: 'Alternate title' })),
    countries: tags.countries,
    statuses: [...new Set([...tags.statuses, ...maker.statuses])],
    versions: tags.versions,
    notes: isDedicated(platform) ? tags.notes.filter((note) => isInformative(note, maker.credits)) : tags.notes,
    dates: parseDates(year, [], unknowns),
    credits: maker.credits,
    codes: [],
    genres: category?.genres ?? [],
    groups: [find(support.findSeries)].filter((group) => group !== undefined),
    supportAttributes: find(support.findPlayers),
    kind: tags.kinds[0] ?? kindOfTitle(title, { isComputer: false, platform }),
    attributes: [...new Set(listAttributes(machine, platform, tags.notes, unknowns))],
    sha1: [],
    crc32: [],
    dumps: machine.dumps,
  };
}

/** A category tells better than controls and drivers whether a machine with coins is for gambling. */
function platformOf(machine: Machine, hasCategory: boolean): string | undefined {
  const platform = findPlatform(machine.source, machine.name);
  if (platform && platform !== DROP) return machine.hasLists ? undefined : platform;
  const isForGambling = platform === DROP || machine.controls.includes('gambling');
  return machine.coins > 0 && (hasCategory || !isForGambling) ? ARCADE : undefined;
}

/** False for a note that repeats the maker, such as `Pac-Man (Coleco)` by Coleco. */
function isInformative(note: string, credits: readonly Credit[]): boolean {
  const text = note.toLowerCase();
  const names = credits.map(({ name }) => name.toLowerCase());
  return !MACHINE_NOTES.test(note) && !names.some((name) => name.startsWith(text) || text.startsWith(name));
}

/** Controls of dedicated machines are skipped: what MAME calls a joystick may be two buttons. */
function listAttributes(machine: Machine, platform: string, notes: readonly string[], unknowns: Unknowns): string[] {
  const players = machine.players > 0 ? [playersAttribute(machine.players)] : [];
  if (isDedicated(platform)) return players;
  const controls = machine.controls.flatMap((type) => featureAttributes('control', type, unknowns));
  const system = findArcadeSystem(machine.source, notes);
  const systems = system === undefined ? [] : [attributeKey(ARCADE_SYSTEM, system)];
  return [attributeKey('Media Type', 'Circuit Board'), ...systems, ...players, ...controls];
}
