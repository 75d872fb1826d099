import { plainWords, titleKey } from '../../folding.ts';
import { getOrInsert } from '../../get-or-insert.ts';
import { readTable } from '../../vocabulary/tables.ts';
import { entryKey } from '../../vocabulary/vocabulary.ts';
import { parseDescription } from '../dumps/description.ts';
import type { ConvertInput } from '../importer.ts';
import { compareText } from '../sorting.ts';
import { listSourceFiles, statFile, watchFiles } from '../source-files.ts';
import type { Unknowns } from '../unknowns.ts';
import { readXml } from '../xml.ts';
import { type MameEntry, toEntry } from './entry.ts';
import type { EntryHead } from './entry-file.ts';
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
/** Entries of unknown lists are few: MAME adds some lists a year. More than this are not kept. */
const MAX_UNKNOWN = 10_000;

interface EntryTarget {
  add(entry: MameEntry): void;
  heads: readonly EntryHead[];
}

/** Reads all entries, and returns a version of the source: the lists themselves do not name one. */
export async function readEntries(
  { paths, flags, onProgress }: ConvertInput,
  profile: Profile,
  { add, heads }: EntryTarget,
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
  const unknownLists = new Map<string, Software[]>();
  const softwareXml = softwareReader((software) => {
    const { list } = software;
    const kept = isKnownList(list) ? undefined : getOrInsert(unknownLists, list, () => []);
    if (!kept) addSoftware(software, findList(list, profile));
    else if (kept.length < MAX_UNKNOWN) kept.push(software);
  });
  for (const { path } of lists) await readXml(path, softwareXml, onChunk);
  for (const [list, unknown] of unknownLists) {
    const facts = guessList(unknown, heads);
    for (const _ of unknown)
      unknowns.add('list', facts ? `${list}, taken for ${facts.platform.replace('platform:', '')}` : list);
    if (facts && isIncluded(facts, profile)) for (const software of unknown) addSoftware(software, facts);
  }
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
/** So many titles, and so large a part of the list, on one platform are no coincidence. */
const MIN_SHARED = 5;
const MIN_SHARE = 0.5;

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

/** Guesses the platform of a list from its description, or from titles that it shares with known lists. */
function guessList(entries: readonly Software[], heads: readonly EntryHead[]): ListFacts | undefined {
  const description = ` ${plainWords(entries[0]?.listDescription ?? '')} `;
  const named = names.find(({ words }) => description.includes(` ${words} `))?.platform;
  const platform = named ?? findSharedTitles(entries, heads);
  return platform === undefined ? undefined : guessListFacts(platform);
}

function findSharedTitles(entries: readonly Software[], heads: readonly EntryHead[]): string | undefined {
  const titles = new Set(entries.map(({ description }) => titleKey(parseDescription(description).title)));
  const shared = new Map<string, Set<string>>();
  for (const { platform, titleKey: title } of heads)
    if (titles.has(title)) getOrInsert(shared, platform, () => new Set()).add(title);
  const counts = Array.from(shared, ([platform, { size }]) => ({ platform, size }));
  const [best] = counts.toSorted((a, b) => b.size - a.size || compareText(a.platform, b.platform));
  return best && best.size >= MIN_SHARED && best.size >= titles.size * MIN_SHARE ? best.platform : undefined;
}
