import type { DumpLine } from '../../bundle/lines.ts';
import type { XmlReader } from '../xml.ts';
import type { Attributes } from '../xml-parser.ts';
import { isEntryName } from './keys.ts';
import { addDump, toDiskFile } from './software.ts';

/** One machine of `mame -listxml`, unparsed. */
export interface Machine {
  name: string;
  cloneof: string | undefined;
  /** The file of MAME's source code that implements it. */
  source: string;
  description: string;
  year: string;
  manufacturer: string;
  players: number;
  coins: number;
  controls: string[];
  /** True if it runs the software of software lists. */
  hasLists: boolean;
  dumps: DumpLine[];
}

/** Calls `onMachine` with each machine that may be a game. Skips devices, BIOSes and mechanical machines. */
export function machineReader(onMachine: (machine: Machine) => void): XmlReader {
  let machine = emptyMachine({});
  let isMaybeGame = false;
  return {
    roots: ['mame'],
    entry: 'machine',
    opening: {
      machine: (attributes) => {
        machine = emptyMachine(attributes);
        isMaybeGame = isEntryName(machine.name) && !isPart(attributes);
      },
      input: ({ players, coins }) =>
        Object.assign(machine, { players: parseNumber(players), coins: parseNumber(coins) }),
      // The files of a BIOS belong to many machines and tell none of them.
      rom: (attributes) => isMaybeGame && !attributes.bios && addDump(machine.dumps, attributes),
      disk: (attributes) => isMaybeGame && addDump(machine.dumps, toDiskFile(attributes)),
      control: ({ type = '' }) => machine.controls.push(type),
      softwarelist: () => Object.assign(machine, { hasLists: true }),
    },
    closing: {
      description: (text) => Object.assign(machine, { description: text }),
      year: (text) => Object.assign(machine, { year: text.trim() }),
      manufacturer: (text) => Object.assign(machine, { manufacturer: text }),
      machine: () => isMaybeGame && onMachine(machine),
    },
  };
}

function isPart({ isdevice, isbios, ismechanical }: Attributes): boolean {
  return [isdevice, isbios, ismechanical].includes('yes');
}

function emptyMachine({ name = '', cloneof, sourcefile = '' }: Attributes): Machine {
  const texts = { description: '', year: '', manufacturer: '' };
  return {
    name,
    cloneof,
    source: sourcefile,
    ...texts,
    players: 0,
    coins: 0,
    controls: [],
    hasLists: false,
    dumps: [],
  };
}

/** Numbers of up to two digits; anything else is 0. */
function parseNumber(text = ''): number {
  return /^\d{1,2}$/.test(text) ? Number(text) : 0;
}
