import { type Attributes, toReader, type XmlReader } from './xml.ts';

export const MACHINE_LIST = { roots: ['mame'], entry: 'machine' };

/** One machine of `mame -listxml`, as far as it concerns a catalog of games. */
export interface Machine {
  name: string;
  cloneof: string | undefined;
  /** The file of MAME's source that it is in. */
  source: string;
  description: string;
  year: string;
  manufacturer: string;
  players: number;
  coins: number;
  controls: string[];
  /** Whether it runs what software lists hold. */
  hasLists: boolean;
}

/** Hands over the machines that may hold games: no devices, no BIOS, nothing mechanical. */
export function machineReader(onMachine: (machine: Machine) => void): XmlReader {
  let machine: Machine | undefined;
  const opening: Record<string, (attributes: Attributes) => void> = {
    machine: (attributes) => {
      machine = isPlayable(attributes) ? openMachine(attributes) : undefined;
    },
    input: ({ players, coins }) =>
      machine && Object.assign(machine, { players: readNumber(players), coins: readNumber(coins) }),
    control: ({ type = '' }) => machine?.controls.push(type),
    softwarelist: () => machine && Object.assign(machine, { hasLists: true }),
  };
  const closing: Record<string, (text: string) => void> = {
    description: (text) => machine && Object.assign(machine, { description: text }),
    year: (text) => machine && Object.assign(machine, { year: text.trim() }),
    manufacturer: (text) => machine && Object.assign(machine, { manufacturer: text }),
    machine: () => {
      if (machine) onMachine(machine);
      machine = undefined;
    },
  };
  return toReader(opening, closing);
}

function isPlayable({ name = '', isdevice, isbios, ismechanical }: Attributes): boolean {
  return /^\S{1,200}$/.test(name) && ![isdevice, isbios, ismechanical].includes('yes');
}

function openMachine({ name = '', cloneof, sourcefile = '' }: Attributes): Machine {
  const texts = { description: '', year: '', manufacturer: '' };
  return { name, cloneof, source: sourcefile, ...texts, players: 0, coins: 0, controls: [], hasLists: false };
}

/** Two digits at most; anything else says nothing. */
function readNumber(text = ''): number {
  return /^\d{1,2}$/.test(text) ? Number(text) : 0;
}
