import { listSourceFiles, type SourceFile, statFile, watchFiles } from '../source-files.ts';
import type { Unknowns } from '../unknowns.ts';
import { readCategories } from './categories.ts';
import { type MameEntry, toEntry } from './entry.ts';
import { findList, isInProfile, type Profile } from './lists.ts';
import { toMachineEntry } from './machine-entry.ts';
import { MACHINE_LIST, machineReader } from './machines.ts';
import { SOFTWARE_LIST, type Software, softwareReader } from './software.ts';
import { readXml } from './xml.ts';

export interface ReadOptions {
  paths: readonly string[];
  listxml: string | undefined;
  catver: string | undefined;
  profile: Profile;
  onProgress: (done: number, total: number) => void;
}

/** Hands over every entry, and gives what was read a short name: the lists do not say of which version they are. */
export async function readEntries(
  options: ReadOptions,
  add: (entry: MameEntry) => void,
  unknowns: Unknowns,
): Promise<string> {
  const lists = listFiles(options.paths, options.profile);
  const machines = options.listxml === undefined ? [] : [statFile(options.listxml)];
  const categories = options.catver === undefined ? [] : [statFile(options.catver)];
  const watch = watchFiles([...lists, ...categories, ...machines], options.onProgress);
  const reader = softwareReader((software) => addSoftware(software, options.profile, add, unknowns));
  for (const { path } of lists) await readXml(path, reader, { ...SOFTWARE_LIST, onChunk: watch.onChunk });
  const findCategory =
    options.catver === undefined ? () => undefined : await readCategories(options.catver, watch.onChunk, unknowns);
  const machineList = machineReader((machine) => {
    const entry = toMachineEntry(machine, findCategory, unknowns);
    if (entry) add(entry);
  });
  for (const { path } of machines) await readXml(path, machineList, { ...MACHINE_LIST, onChunk: watch.onChunk });
  return watch.version(`${lists.length} lists`);
}

function addSoftware(software: Software, profile: Profile, add: (entry: MameEntry) => void, unknowns: Unknowns): void {
  const facts = findList(software.list);
  if (facts === undefined) unknowns.add('list', software.list);
  else if (!/^\S{1,200}$/.test(software.name)) unknowns.add('entry without a name in', software.list);
  else if (facts !== 'none' && isInProfile(facts, profile)) {
    const entry = toEntry(software, facts, unknowns);
    if (entry) add(entry);
  }
}

const LIST_FILE = /\.xml(\.gz)?$/;

/** The lists to read, by name: of a folder all that the profile wants, and every file that is named. */
function listFiles(paths: readonly string[], profile: Profile): SourceFile[] {
  return listSourceFiles(paths, {
    pattern: LIST_FILE,
    name: 'software lists (files that end in .xml)',
    isWanted: (name) => isWanted(name.replace(LIST_FILE, ''), profile),
  });
}

/** MAME names the file as the list. What the table does not know is read, and told of. */
function isWanted(name: string, profile: Profile): boolean {
  const facts = findList(name);
  return facts === undefined || (facts !== 'none' && isInProfile(facts, profile));
}
