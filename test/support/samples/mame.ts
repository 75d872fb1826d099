import { type ConvertedSource, convertSource, writeSource } from './sources.ts';

type Pairs = Partial<Record<string, string | string[]>>;

/** An entry of a software list. */
export interface SoftwareSketch {
  /** A comment before the entry. */
  heading?: string;
  name: string;
  description: string;
  year?: string;
  publisher?: string;
  cloneof?: string;
  info?: Pairs;
  sharedfeat?: Pairs;
  feature?: Pairs;
  /** File attributes. By default one file without any. */
  roms?: { crc?: string; sha1?: string }[];
  /** Disks, in XML. */
  disks?: string;
}

/** The entries of each list; as text, `name|description|year|publisher|parent|release` for each, in lines or after a semicolon. */
export type Lists = Record<string, SoftwareSketch[] | string>;

/** Writes software lists in MAME's format and returns their folder. */
export function writeLists(lists: Lists): string {
  const files = Object.entries(lists).map(([list, entries]) => [`${list}.xml`, listXml(list, entries)]);
  return writeSource(Object.fromEntries(files));
}

export function listXml(list: string, sketches: readonly SoftwareSketch[] | string): string {
  const entries = typeof sketches === 'string' ? sketches.trim().split(/\n|; /).map(readSketch) : sketches;
  return `<?xml version="1.0"?>
<!DOCTYPE softwarelist SYSTEM "softwarelist.dtd">
<softwarelist name="${list}" description="A list">
${entries.map(softwareXml).join('\n')}
</softwarelist>
`;
}

function readSketch(line: string): SoftwareSketch {
  const [name = '', description = '', year, publisher, cloneof, release] = line
    .split('|')
    .map((part) => part || undefined);
  const given = Object.entries({ year, publisher, cloneof, info: release && { release } });
  return { name, description, ...Object.fromEntries(given.filter(([, value]) => value !== undefined)) };
}

function softwareXml(entry: SoftwareSketch): string {
  const { name, cloneof, description, year = '19??', publisher = '', roms = [{}] } = entry;
  return `${entry.heading ? `<!-- ${entry.heading} -->` : ''}<software name="${name}"${cloneof ? ` cloneof="${cloneof}"` : ''} supported="no">
  <description>${escapeXml(description)}</description><year>${escapeXml(year)}</year><publisher>${escapeXml(publisher)}</publisher>
  ${pairsXml('info', entry.info)}${pairsXml('sharedfeat', entry.sharedfeat)}
  <part name="cart" interface="nes_cart">${pairsXml('feature', entry.feature)}
    <dataarea name="prg">${roms.map(romXml).join('')}<rom size="1" offset="0" loadflag="reload"/></dataarea>${entry.disks ?? ''}</part>
</software>`;
}

function romXml({ crc, sha1 }: { crc?: string; sha1?: string }, i: number): string {
  return `<rom name="${i}.bin" size="1"${crc ? ` crc="${crc}"` : ''}${sha1 ? ` sha1="${sha1}"` : ''}/>`;
}

function pairsXml(element: string, pairs: Pairs = {}): string {
  const flat = Object.entries(pairs).flatMap(([name, value = []]) => [value].flat().map((one) => [name, one] as const));
  return flat.map(([name, value]) => `<${element} name="${name}" value="${escapeXml(value)}"/>`).join('');
}

export function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

/** A machine of `mame -listxml`, by default an arcade game. */
export interface MachineSketch {
  name: string;
  description: string;
  manufacturer?: string;
  year?: string;
  cloneof?: string;
  sourcefile?: string;
  isdevice?: 'yes';
  isbios?: 'yes';
  ismechanical?: 'yes';
  coins?: number;
  players?: number;
  controls?: string[];
  lists?: string[];
  /** Its files, in XML. */
  files?: string;
}

/** As text, `name|description|manufacturer|year|parent|sourcefile` for each line. */
export function machinesXml(sketches: readonly MachineSketch[] | string): string {
  const machines = typeof sketches === 'string' ? sketches.trim().split('\n').map(readMachine) : sketches;
  return `<?xml version="1.0"?>
<!DOCTYPE mame [
<!ELEMENT mame (machine+)>
	<!ATTLIST mame build CDATA #IMPLIED>
]>

<mame build="0.1">
${machines.map(machineXml).join('\n')}
</mame>
`;
}

function readMachine(line: string): MachineSketch {
  const [name, description, manufacturer, year, cloneof, sourcefile] = line.split('|').map((part) => part || undefined);
  const given = Object.entries({ name, description, manufacturer, year, cloneof, sourcefile });
  return Object.fromEntries(given.filter(([, text]) => text !== undefined)) as unknown as MachineSketch;
}

function machineXml(machine: MachineSketch): string {
  const { description, manufacturer = 'Acme', year = '1984', coins = 2, players = 2 } = machine;
  const { name, cloneof, sourcefile = 'acme/hop.cpp', isdevice, isbios, ismechanical } = machine;
  const attributes = Object.entries({ name, cloneof, sourcefile, isdevice, isbios, ismechanical })
    .flatMap(([key, value]) => (value === undefined ? [] : [`${key}="${value}"`]))
    .join(' ');
  const controls = (machine.controls ?? ['joy']).map((type) => `<control type="${type}" player="1"/>`).join('');
  const lists = (machine.lists ?? []).map((list) => `<softwarelist name="${list}" status="original"/>`).join('');
  return `<machine ${attributes}><description>${escapeXml(description)}</description>
  <year>${year}</year><manufacturer>${escapeXml(manufacturer)}</manufacturer>
  ${machine.files ?? ''}<input players="${players}"${coins > 0 ? ` coins="${coins}"` : ''}>${controls}</input>${lists}</machine>`;
}

/** Converts software lists of MAME and other files. */
export const convert = (paths: readonly string[], flags?: Record<string, string>, splits?: readonly string[]) =>
  convertSource('mame', paths, flags, splits);

export function convertLists(lists: Lists, flags: Record<string, string> = {}): Promise<ConvertedSource> {
  return convert([writeLists(lists)], flags);
}
