import type { DumpLine } from '../../bundle/lines.ts';
import { plainWords } from '../../folding.ts';
import type { GameKind } from '../../vocabulary/kinds.ts';
import { readTable } from '../../vocabulary/tables.ts';
import { type FileFields, toDump } from '../dumps/hashes.ts';
import { type Attributes, childOf, elementsIn, textOf, type XmlEntry, type XmlReader } from '../xml.ts';

/** An entry of a software list, or a machine, unparsed. */
export interface RawEntry {
  attributes: Attributes;
  name: string;
  cloneof: string | undefined;
  description: string;
  year: string;
  maker: string;
  /** The attributes of the elements in it, by their name. */
  elements: Readonly<Record<ElementName, Attributes[]>>;
}

export interface Software extends RawEntry {
  list: string;
  /** The kind of the entries in the section of the list. */
  section: GameKind | undefined;
}

type ElementName = (typeof ELEMENTS)[number];

const ELEMENTS = ['info', 'sharedfeat', 'feature', 'part', 'rom', 'disk', 'input', 'control', 'softwarelist'] as const;

export function softwareReader(onSoftware: (software: Software) => void): XmlReader {
  let list: Attributes = {};
  let section: Section = {};
  const enter = (parent: Attributes) => {
    if (parent !== list) section = {};
    list = parent;
  };
  return {
    roots: ['softwarelist', 'softwarelists'],
    entries: ['software'],
    onEntry: (entry) => {
      enter(entry.parent);
      onSoftware({ ...toRawEntry(entry, 'publisher'), list: list.name ?? '', section: section.kind });
    },
    onComment: (text, parent) => {
      enter(parent);
      section = findSection(list.name ?? '', text) ?? section;
    },
  };
}

export function machineReader(onMachine: (machine: RawEntry) => void): XmlReader {
  return { roots: ['mame'], entries: ['machine'], onEntry: (entry) => onMachine(toRawEntry(entry, 'manufacturer')) };
}

function toRawEntry(entry: XmlEntry, maker: string): RawEntry {
  const found = Map.groupBy(elementsIn(entry), ({ name }) => name);
  const all = (name: string) => (found.get(name) ?? []).map(({ attributes }) => attributes);
  const { name = '', cloneof } = entry.attributes;
  return {
    attributes: entry.attributes,
    name,
    cloneof,
    description: textOf(childOf(entry, 'description')),
    year: textOf(childOf(entry, 'year')).trim(),
    maker: textOf(childOf(entry, maker)),
    elements: Object.fromEntries(ELEMENTS.map((element) => [element, all(element)])) as RawEntry['elements'],
  };
}

/** All files of an entry. The files of a BIOS belong to many machines and tell none of them. */
export function dumpsOf({ elements }: RawEntry): DumpLine[] {
  const files = elements.rom.filter(({ bios }) => !bios);
  return [...files, ...elements.disk.map(toDiskFile)].flatMap((file) => toDump(file) ?? []);
}

/** MAME names a disk without the extension of its file. The hash is that of the contents, which the file states. */
function toDiskFile({ name, sha1 }: Attributes): FileFields {
  return { name: name && `${name}.chd`, sha1 };
}

/** A part of a list, which begins with a comment such as `<!-- Applications -->`. */
interface Section {
  /** Undefined for games. */
  kind?: GameKind;
}

/** Not all lists keep to their headings. The table has those that do. */
const sections = readTable('mame-sections.tsv').map(([lists = '', headings = '', kind = '']) => ({
  lists: new RegExp(`^(?:${lists})$`),
  headings: new Set(headings.split('|')),
  section: kind === '' ? {} : { kind: kind as GameKind },
}));

function findSection(list: string, comment: string): Section | undefined {
  const heading = plainWords(comment);
  return sections.find(({ lists, headings }) => headings.has(heading) && lists.test(list))?.section;
}
