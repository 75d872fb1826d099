import { plainWords } from '../../folding.ts';
import { getOrInsert } from '../../get-or-insert.ts';
import { readTable } from '../../vocabulary/tables.ts';
import { entryKey } from '../../vocabulary/vocabulary.ts';
import type { ConvertInput } from '../importer.ts';
import { listSourceFiles, statFile, watchFiles } from '../source-files.ts';
import type { Unknowns } from '../unknowns.ts';
import { readXml } from '../xml.ts';
import { type MameEntry, toEntry } from './entry.ts';
import {
  findList,
  guessListFacts,
  isEntryName,
  isIncluded,
  isKnownList,
  type ListFacts,
  type Profile,
} from './lists.ts';
import { toMachineEntry } from './machine-entry.ts';
import { machineReader, type Software, softwareReader } from './raw-entry.ts';
import { readSupport, SUPPORT_FLAGS } from './support.ts';

const LIST_FILE = /\.xml(\.gz)?$/;

/** Reads all entries, and returns a version of the source: the lists themselves do not name one. */
export async function readEntries(
  { paths, flags, onProgress }: ConvertInput,
  profile: Profile,
  add: (entry: MameEntry) => void,
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
  const addSoftware = (software: Software, facts: ListFacts | undefined) => {
    // Both are parts of its key.
    const hasName = isEntryName(software.list) && isEntryName(software.name);
    if (!hasName) unknowns.add('entry without a name in', software.list);
    const entry = hasName && facts && toEntry(software, facts, unknowns);
    if (entry) add(entry);
  };
  const guesses = new Map<string, ListFacts | undefined>();
  const softwareXml = softwareReader((software) => {
    const { list, listDescription } = software;
    if (isKnownList(list)) return addSoftware(software, findList(list, profile));
    const facts = getOrInsert(guesses, list, () => guessList(listDescription));
    unknowns.add('list', facts ? `${list}, taken for ${facts.platform.replace('platform:', '')}` : list);
    if (facts && isIncluded(facts, profile)) addSoftware(software, facts);
  });
  for (const { path } of lists) await readXml(path, softwareXml, onChunk);
  const support = await readSupport(flags, onChunk, unknowns);
  const machineXml = machineReader((machine) => {
    const entry = toMachineEntry(machine, support, unknowns);
    if (entry) add(entry);
  });
  if (listxml !== undefined) await readXml(listxml, machineXml, onChunk);
  return version(lists.length, 'list');
}

/** MAME names a file after its list. Unknown lists are read too, and reported. */
function isWanted(list: string, profile: Profile): boolean {
  return !isKnownList(list) || findList(list, profile) !== undefined;
}

const MIN_NAME_LENGTH = 3;

/** All names of platforms in plain words, the longest first. Some other names are common words, such as Revolution. */
const names = readTable('platforms.tsv')
  .flatMap(([, name = '', others = '']) =>
    [name, ...others.split('|').filter((other) => /[\d -]/.test(other))].map((one) => ({
      words: plainWords(one),
      platform: entryKey('platform', name),
    })),
  )
  .filter(({ words }) => words.length >= MIN_NAME_LENGTH)
  .toSorted((a, b) => b.words.length - a.words.length);

function guessList(listDescription: string): ListFacts | undefined {
  const description = ` ${plainWords(listDescription)} `;
  const platform = names.find(({ words }) => description.includes(` ${words} `))?.platform;
  return platform === undefined ? undefined : guessListFacts(platform);
}
