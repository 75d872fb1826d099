import type { ConvertInput } from '../importer.ts';
import { listSourceFiles, statFile, watchFiles } from '../source-files.ts';
import type { Unknowns } from '../unknowns.ts';
import { readXml } from '../xml.ts';
import { readCategories } from './categories.ts';
import { type MameEntry, toEntry } from './entry.ts';
import { findList, isKnownList, type Profile } from './lists.ts';
import { toMachineEntry } from './machine-entry.ts';
import { machineReader } from './machines.ts';
import { type Software, softwareReader } from './software.ts';

const LIST_FILE = /\.xml(\.gz)?$/;

/** Reads all entries, and returns a version of the source: the lists themselves do not name one. */
export async function readEntries(
  { paths, flags: { listxml, catver }, onProgress }: ConvertInput,
  profile: Profile,
  add: (entry: MameEntry) => void,
  unknowns: Unknowns,
): Promise<string> {
  const lists = listSourceFiles(paths, {
    pattern: LIST_FILE,
    name: 'software lists (files that end in .xml)',
    isWanted: (name) => isWanted(name.replace(LIST_FILE, ''), profile),
  });
  const others = [catver, listxml].filter((path) => path !== undefined);
  const { onChunk, version } = watchFiles([...lists, ...others.map((path) => statFile(path))], onProgress);
  const softwareXml = softwareReader((software) => {
    const entry = readSoftware(software, profile, unknowns);
    if (entry) add(entry);
  });
  for (const { path } of lists) await readXml(path, softwareXml, onChunk);
  const findCategory = catver === undefined ? () => undefined : await readCategories(catver, onChunk, unknowns);
  const machineXml = machineReader((machine) => {
    const entry = toMachineEntry(machine, findCategory, unknowns);
    if (entry) add(entry);
  });
  if (listxml !== undefined) await readXml(listxml, machineXml, onChunk);
  return version(`${lists.length} lists`);
}

/** MAME names a file after its list. Unknown lists are read too, and reported. */
function isWanted(list: string, profile: Profile): boolean {
  return !isKnownList(list) || findList(list, profile) !== undefined;
}

function readSoftware(software: Software, profile: Profile, unknowns: Unknowns): MameEntry | undefined {
  const { list, name } = software;
  const hasName = /^\S{1,200}$/.test(name);
  if (!isKnownList(list)) unknowns.add('list', list);
  else if (!hasName) unknowns.add('entry without a name in', list);
  const facts = findList(list, profile);
  return hasName && facts ? toEntry(software, facts, unknowns) : undefined;
}
