import { titleKey } from '../../folding.ts';
import { attributeOf, playersAttribute } from '../dumps/attribute.ts';
import { parseDescription } from '../dumps/description.ts';
import { type Credit, parsePublisher } from '../dumps/publisher.ts';
import { classifyTags } from '../dumps/tags.ts';
import type { Unknowns } from '../unknowns.ts';
import { featureAttributes } from './attributes.ts';
import type { FindCategory } from './categories.ts';
import { findDriver, isDedicated } from './drivers.ts';
import { datesOf, type MameEntry } from './entry.ts';
import { machineKeyOf } from './keys.ts';
import type { Machine } from './machines.ts';

const ARCADE = 'platform:arcade';
/** What a machine that is a game says of itself. */
const MACHINE_WORDS = /^(handheld|plug ?(and|&|n'?|'n') ?play|tv game)$/i;

/** Undefined is what is no video game, as far as can be told, and what software lists tell more of. */
export function toMachineEntry(
  machine: Machine,
  findCategory: FindCategory,
  unknowns: Unknowns,
): MameEntry | undefined {
  const category = findCategory(machine.name) ?? findCategory(machine.cloneof ?? '');
  const platform = category?.isGame === false ? undefined : platformOf(machine, category !== undefined);
  if (platform === undefined) return undefined;
  const { title, others, tags: words } = parseDescription(machine.description, ' / ');
  const tags = classifyTags(words);
  const maker = parsePublisher(machine.manufacturer);
  const list = isDedicated(platform) ? 'dedicated' : 'arcade';
  return {
    key: machineKeyOf(machine.name, list),
    parent: machine.cloneof ? machineKeyOf(machine.cloneof, list) : undefined,
    clones: isDedicated(platform) ? 'titles' : 'sure',
    rank: 2,
    platform,
    title,
    titleKey: titleKey(title),
    others: others.map((other) => ({ title: other, description: 'Alternate title' })),
    countries: tags.countries,
    statuses: [...new Set([...tags.statuses, ...maker.statuses])],
    versions: tags.versions,
    notes: isDedicated(platform) ? tags.notes.filter((note) => isTelling(note, maker.credits)) : tags.notes,
    dates: datesOf(machine.year, [], unknowns),
    credits: maker.credits,
    codes: [],
    genres: category?.genres ?? [],
    attributes: [...new Set(attributesOf(machine, platform, unknowns))],
    sha1: [],
    crc32: [],
  };
}

/** A category knows better than controls and makers whether a machine with coins is for gambling. */
function platformOf(machine: Machine, hasCategory: boolean): string | undefined {
  const driver = findDriver(machine.source, machine.name);
  if (driver && driver !== 'drop') return machine.hasLists ? undefined : driver.platform;
  const isForGambling = driver === 'drop' || machine.controls.includes('gambling');
  return machine.coins > 0 && (hasCategory || !isForGambling) ? ARCADE : undefined;
}

/** `Pac-Man (Coleco)` by Coleco: there are many of that name, and the maker is told elsewhere. */
function isTelling(note: string, credits: readonly Credit[]): boolean {
  const text = note.toLowerCase();
  const names = credits.map(({ name }) => name.toLowerCase());
  return !MACHINE_WORDS.test(note) && !names.some((name) => name.startsWith(text) || text.startsWith(name));
}

/** What MAME calls a joystick may be two buttons on a machine that was made for one game. */
function attributesOf(machine: Machine, platform: string, unknowns: Unknowns): string[] {
  const numbers = machine.players > 0 ? [playersAttribute(machine.players)] : [];
  if (isDedicated(platform)) return numbers;
  const controls = machine.controls.flatMap((type) => featureAttributes('control', type, unknowns));
  return [attributeOf('Media Type', 'Circuit Board'), ...numbers, ...controls];
}
