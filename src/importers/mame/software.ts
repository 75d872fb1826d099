import type { DumpLine } from '../../bundle/lines.ts';
import type { GameKind } from '../../vocabulary/kinds.ts';
import { type FileFields, parseHash, toDump } from '../dumps/hashes.ts';
import { MAX_TEXT_LENGTH, type XmlReader } from '../xml.ts';
import type { Attributes } from '../xml-parser.ts';
import { findSection, type Section } from './sections.ts';

/** An attribute of an entry, such as `<info name="serial" value="NES-SM-USA"/>`. */
export type Pair = readonly [name: string, value: string];

/** One entry of a software list, unparsed. */
export interface Software {
  list: string;
  listDescription: string;
  /** The kind of the entries in the section of the list. */
  section: GameKind | undefined;
  name: string;
  cloneof: string | undefined;
  description: string;
  year: string;
  publisher: string;
  infos: Pair[];
  sharedFeatures: Pair[];
  features: Pair[];
  interfaces: string[];
  sha1: string[];
  crc32: string[];
  /** The number of files. */
  roms: number;
  dumps: DumpLine[];
}

/** The first few hashes are enough to identify an entry with hundreds of files. */
const MAX_HASHES = 16;
/** Real entries have fewer than 20 infos. */
const MAX_PAIRS = 1000;

/** Calls `onSoftware` with each entry of a software list. */
export function softwareReader(onSoftware: (software: Software) => void): XmlReader {
  let list: Attributes = {};
  let entry = emptySoftware(list, {});
  let section: Section = {};
  let isInEntry = false;
  return {
    roots: ['softwarelist', 'softwarelists'],
    entry: 'software',
    opening: {
      softwarelist: (attributes) => {
        list = attributes;
        section = {};
      },
      software: (attributes) => {
        entry = { ...emptySoftware(list, attributes), section: section.kind };
        isInEntry = true;
      },
      info: (attributes) => addPair(entry.infos, attributes),
      sharedfeat: (attributes) => addPair(entry.sharedFeatures, attributes),
      feature: (attributes) => addPair(entry.features, attributes),
      part: ({ interface: kind }) => addUnique(entry.interfaces, kind, MAX_PAIRS),
      rom: (attributes) => addRom(entry, attributes),
      disk: (attributes) => {
        addUnique(entry.sha1, parseHash('sha1', attributes.sha1 ?? ''), MAX_HASHES);
        addDump(entry.dumps, toDiskFile(attributes));
      },
    },
    closing: {
      description: (text) => Object.assign(entry, { description: text }),
      year: (text) => Object.assign(entry, { year: text.trim() }),
      publisher: (text) => Object.assign(entry, { publisher: text }),
      software: () => {
        isInEntry = false;
        onSoftware(entry);
      },
    },
    comment: (text) => {
      section = (isInEntry ? undefined : findSection(list.name ?? '', text)) ?? section;
    },
  };
}

function emptySoftware(
  { name: list = '', description = '' }: Attributes,
  { name = '', cloneof }: Attributes,
): Software {
  const texts = { description: '', year: '', publisher: '' };
  const pairs = { infos: [], sharedFeatures: [], features: [] };
  return {
    list,
    listDescription: description.slice(0, MAX_TEXT_LENGTH),
    section: undefined,
    name,
    cloneof,
    ...texts,
    ...pairs,
    interfaces: [],
    sha1: [],
    crc32: [],
    roms: 0,
    dumps: [],
  };
}

/** An element without a name describes the memory layout of the file before it. */
function addRom(entry: Software, attributes: Attributes): void {
  const { name, sha1 = '', crc = '' } = attributes;
  addDump(entry.dumps, attributes);
  addUnique(entry.sha1, parseHash('sha1', sha1), MAX_HASHES);
  if (name === undefined) return;
  entry.roms++;
  addUnique(entry.crc32, parseHash('crc32', crc), MAX_HASHES);
}

/** More than any real entry has. */
const MAX_DUMPS = 10_000;

export function addDump(dumps: DumpLine[], file: FileFields): void {
  const dump = dumps.length < MAX_DUMPS ? toDump(file) : undefined;
  if (dump) dumps.push(dump);
}

/** MAME names a disk without the extension of its file. The hash is that of the contents, which the file states. */
export function toDiskFile({ name, sha1 }: Attributes): FileFields {
  return { name: name && `${name}.chd`, sha1 };
}

function addPair(pairs: Pair[], { name, value }: Attributes): void {
  if (name !== undefined && value !== undefined && pairs.length < MAX_PAIRS)
    pairs.push([name, value.slice(0, MAX_TEXT_LENGTH)]);
}

function addUnique(texts: string[], text: string | undefined, max: number): void {
  if (text && texts.length < max && !texts.includes(text)) texts.push(text);
}
