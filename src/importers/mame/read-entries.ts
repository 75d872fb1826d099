import { getOrInsert } from '../../get-or-insert.ts';
import { makeBrokenCounter } from '../broken-entries.ts';
import type { ConvertInput } from '../importer.ts';
import { listSourceFiles, statFile, watchFiles } from '../source-files.ts';
import type { Unknowns } from '../unknowns.ts';
import { readXml, type XmlReader } from '../xml.ts';
import { type MameEntry, toEntry } from './entry.ts';
import type { CountTitles } from './entry-file.ts';
import { guessList, type UnknownList } from './guess-list.ts';
import { isEntryName } from './keys.ts';
import { findList, isIncluded, isKnownList, type ListFacts, type Profile } from './lists.ts';
import { toMachineEntry } from './machine-entry.ts';
import { machineReader } from './machines.ts';
import { type Software, softwareReader } from './software.ts';
import { readSupport, SUPPORT_FLAGS } from './support.ts';

const LIST_FILE = /\.xml(\.gz)?$/;

/** Where entries go, and what is known of those before. */
interface EntryTarget {
  add(entry: MameEntry): void;
  countTitles: CountTitles;
}

/** Reads all entries, and returns a version of the source: the lists themselves do not name one. */
export async function readEntries(
  { paths, flags, onProgress }: ConvertInput,
  profile: Profile,
  { add, countTitles }: EntryTarget,
  unknowns: Unknowns,
): Promise<string> {
  const lists = listSourceFiles(paths, {
    pattern: LIST_FILE,
    name: 'software lists (files that end in .xml)',
    isWanted: (name) => isWanted(name.replace(LIST_FILE, ''), profile),
  });
  const { listxml } = flags;
  const others = [...SUPPORT_FLAGS.map((flag) => flags[flag]), listxml].filter((path) => path !== undefined);
  const { onChunk, version } = watchFiles([...lists, ...others.map((path) => statFile(path))], onProgress);
  const unknownLists = new Map<string, UnknownList>();
  const addSoftware = (software: Software, facts: ListFacts | undefined) => {
    const entry = readSoftware(software, facts, unknowns);
    if (entry) add(entry);
  };
  const softwareXml = softwareReader((software) => {
    if (isKnownList(software.list)) addSoftware(software, findList(software.list, profile));
    else keep(software, unknownLists);
  });
  const read = (path: string, reader: XmlReader) =>
    readXml(path, reader, onChunk, makeBrokenCounter(path, unknowns, flags));
  for (const { path } of lists) await read(path, softwareXml);
  for (const [list, unknown] of unknownLists) {
    const facts = guessList(unknown, countTitles);
    for (const _ of unknown.entries)
      unknowns.add('list', facts ? `${list}, taken for ${facts.platform.replace('platform:', '')}` : list);
    if (facts && isIncluded(facts, profile)) for (const software of unknown.entries) addSoftware(software, facts);
  }
  const support = await readSupport(flags, onChunk, unknowns);
  const machineXml = machineReader((machine) => {
    const entry = toMachineEntry(machine, support, unknowns);
    if (entry) add(entry);
  });
  if (listxml !== undefined) await read(listxml, machineXml);
  return version(lists.length, 'list');
}

/** MAME names a file after its list. Unknown lists are read too, and reported. */
function isWanted(list: string, profile: Profile): boolean {
  return !isKnownList(list) || findList(list, profile) !== undefined;
}

/** Entries of unknown lists are few: MAME adds some lists a year. More than this are not kept. */
const MAX_UNKNOWN = 10_000;

function keep(software: Software, unknownLists: Map<string, UnknownList>): void {
  const { list, listDescription: description } = software;
  const { entries } = getOrInsert(unknownLists, list, () => ({ description, entries: [] }));
  if (entries.length < MAX_UNKNOWN) entries.push(software);
}

function readSoftware(software: Software, facts: ListFacts | undefined, unknowns: Unknowns): MameEntry | undefined {
  // Both are parts of its key.
  const hasName = isEntryName(software.list) && isEntryName(software.name);
  if (!hasName) unknowns.add('entry without a name in', software.list);
  return hasName && facts ? toEntry(software, facts, unknowns) : undefined;
}
