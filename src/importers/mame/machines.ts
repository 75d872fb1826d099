import { titleKey } from '../title-key.ts';
import type { Unknowns } from '../unknowns.ts';
import { attributeOf, featureAttributes } from './attributes.ts';
import type { FindCategory } from './categories.ts';
import { parseDescription } from './description.ts';
import { datesOf, type Entry, entryKeyOf } from './entry.ts';
import { ARCADE, ARCADE_LIST } from './lists.ts';
import { parsePublisher } from './publisher.ts';
import { classifyTags } from './tags.ts';
import type { Attributes, XmlReader } from './xml.ts';

/** One machine of `mame -listxml`, as far as it concerns a catalog of games. */
interface Machine {
  name: string;
  cloneof: string | undefined;
  description: string;
  year: string;
  manufacturer: string;
  players: number;
  controls: string[];
  /** Not a device, a BIOS or mechanical. */
  isPlayable: boolean;
  takesCoins: boolean;
  /** As far as its controls and its maker tell. */
  isForGambling: boolean;
}

/** Makers of fruit machines, which sit in source files of their own. */
const GAMBLING_SOURCES = /^(bfm|igt|barcrest|aristocrat|amcoe|jpm|maygay|astrocorp|ace|atronic|merit)\b/;

/** Hands over the coin-operated video games of the list of machines. */
export function machineReader(add: (entry: Entry) => void, findCategory: FindCategory, unknowns: Unknowns): XmlReader {
  let machine: Machine | undefined;
  const opening: Record<string, (attributes: Attributes) => void> = {
    machine: (attributes) => {
      machine = openMachine(attributes);
    },
    input: ({ players, coins }) => {
      if (machine) Object.assign(machine, { players: Number(players ?? 0), takesCoins: Number(coins ?? 0) > 0 });
    },
    control: ({ type = '' }) => {
      machine?.controls.push(type);
      if (machine && type === 'gambling') machine.isForGambling = true;
    },
  };
  const closing: Record<string, (text: string) => void> = {
    description: (text) => machine && Object.assign(machine, { description: text }),
    year: (text) => machine && Object.assign(machine, { year: text.trim() }),
    manufacturer: (text) => machine && Object.assign(machine, { manufacturer: text }),
    machine: () => {
      if (machine) addMachine(machine, add, findCategory, unknowns);
      machine = undefined;
    },
  };
  return {
    open: (name, attributes) => opening[name]?.(attributes),
    close: (name, text) => closing[name]?.(text),
  };
}

function openMachine({ name = '', cloneof, sourcefile = '', isdevice, isbios, ismechanical }: Attributes): Machine {
  const isPlayable = ![isdevice, isbios, ismechanical].includes('yes') && name !== '';
  const isForGambling = GAMBLING_SOURCES.test(sourcefile);
  const texts = { description: '', year: '', manufacturer: '' };
  return { name, cloneof, ...texts, players: 0, controls: [], isPlayable, takesCoins: false, isForGambling };
}

/** A category knows best; of a clone that has none, that of its parent. */
function addMachine(
  machine: Machine,
  add: (entry: Entry) => void,
  findCategory: FindCategory,
  unknowns: Unknowns,
): void {
  if (!machine.isPlayable || !machine.takesCoins) return;
  const category = findCategory(machine.name) ?? findCategory(machine.cloneof ?? '');
  if (category?.isGame ?? !machine.isForGambling) add(toArcadeEntry(machine, category?.genres ?? [], unknowns));
}

/** A machine is an entry of a list called arcade. */
function toArcadeEntry(machine: Machine, genres: readonly string[], unknowns: Unknowns): Entry {
  const { title, others, tags: words } = parseDescription(machine.description, ' / ');
  const tags = classifyTags(words);
  const maker = parsePublisher(machine.manufacturer);
  const players = machine.players === 1 ? '1 Player' : `1-${machine.players} Players`;
  const controls = machine.controls.flatMap((type) => featureAttributes('control', type, unknowns));
  return {
    key: entryKeyOf(ARCADE_LIST, machine.name),
    parent: machine.cloneof ? entryKeyOf(ARCADE_LIST, machine.cloneof) : undefined,
    clones: ARCADE.clones,
    rank: 2,
    platform: ARCADE.platform,
    title,
    titleKey: titleKey(title),
    others: others.map((other) => ({ title: other, description: 'Alternate title' })),
    countries: tags.countries,
    statuses: [...new Set([...tags.statuses, ...maker.statuses])],
    versions: tags.versions,
    notes: tags.notes,
    dates: datesOf(machine.year, [], unknowns),
    credits: maker.credits,
    codes: [],
    genres,
    attributes: [
      attributeOf('Media Type', 'Circuit Board'),
      ...(machine.players > 0 ? [attributeOf('Number of Players Supported', players)] : []),
      ...new Set(controls),
    ],
    sha1: [],
    crc32: [],
  };
}
