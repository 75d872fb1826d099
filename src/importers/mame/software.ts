import { parseHash } from '../dumps/hashes.ts';
import { type Attributes, LONGEST_TEXT, toReader, type XmlReader } from './xml.ts';

/** A name with a value, as the lists hold them by the dozen. */
export type Pair = readonly [name: string, value: string];

/** One entry of a software list, as it stands there. */
export interface Software {
  list: string;
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
  /** Of every file that has one, and how many files there are. */
  crc32: string[];
  roms: number;
}

export const SOFTWARE_LIST = { roots: ['softwarelist', 'softwarelists'], entry: 'software' };

/** Of an entry of hundreds of files the first few tell it from all others. */
const MOST_HASHES = 16;
/** No real entry has 20 infos. */
const MOST_PAIRS = 1000;

/** Hands over each entry of a software list as soon as it is read. */
export function softwareReader(onSoftware: (software: Software) => void): XmlReader {
  let list = '';
  let entry: Software | undefined;
  const opening: Record<string, (attributes: Attributes) => void> = {
    softwarelist: ({ name }) => {
      list = name ?? '';
    },
    software: ({ name, cloneof }) => {
      entry = emptySoftware(list, name ?? '', cloneof);
    },
    info: (attributes) => addPair(entry?.infos, attributes),
    sharedfeat: (attributes) => addPair(entry?.sharedFeatures, attributes),
    feature: (attributes) => addPair(entry?.features, attributes),
    part: ({ interface: kind }) => addOnce(entry?.interfaces, kind),
    rom: (attributes) => entry && addRom(entry, attributes),
    disk: ({ sha1 }) => addHash(entry?.sha1, 'sha1', sha1),
  };
  const closing: Record<string, (text: string) => void> = {
    description: (text) => entry && Object.assign(entry, { description: text }),
    year: (text) => entry && Object.assign(entry, { year: text.trim() }),
    publisher: (text) => entry && Object.assign(entry, { publisher: text }),
    software: () => {
      if (entry) onSoftware(entry);
      entry = undefined;
    },
  };
  return toReader(opening, closing);
}

function emptySoftware(list: string, name: string, cloneof: string | undefined): Software {
  const texts = { description: '', year: '', publisher: '' };
  return {
    list,
    name,
    cloneof,
    ...texts,
    infos: [],
    sharedFeatures: [],
    features: [],
    interfaces: [],
    sha1: [],
    crc32: [],
    roms: 0,
  };
}

/** What has no name says how the file before it lies in memory. */
function addRom(entry: Software, { name, sha1, crc }: Attributes): void {
  addHash(entry.sha1, 'sha1', sha1);
  if (name === undefined) return;
  entry.roms++;
  addHash(entry.crc32, 'crc32', crc);
}

function addPair(pairs: Pair[] | undefined, { name, value }: Attributes): void {
  if (name !== undefined && value !== undefined && pairs && pairs.length < MOST_PAIRS)
    pairs.push([name, value.slice(0, LONGEST_TEXT)]);
}

function addOnce(texts: string[] | undefined, text: string | undefined): void {
  if (text && texts && texts.length < MOST_PAIRS && !texts.includes(text)) texts.push(text);
}

function addHash(hashes: string[] | undefined, kind: 'sha1' | 'crc32', hash: string | undefined): void {
  if (hash && hashes && hashes.length < MOST_HASHES) addOnce(hashes, parseHash(kind, hash));
}
