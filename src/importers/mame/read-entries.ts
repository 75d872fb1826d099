import { createHash } from 'node:crypto';
import type { Unknowns } from '../unknowns.ts';
import { readCategories } from './categories.ts';
import { type Entry, toEntry } from './entry.ts';
import { type ListFile, listFiles, sized } from './files.ts';
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

const MEGABYTE = 1_000_000;

/** Hands over every entry, and gives what was read a short name: the lists do not say of which version they are. */
export async function readEntries(
  options: ReadOptions,
  add: (entry: Entry) => void,
  unknowns: Unknowns,
): Promise<string> {
  const lists = listFiles(options.paths, options.profile);
  const machines = options.listxml === undefined ? [] : [sized(options.listxml)];
  const categories = options.catver === undefined ? [] : [sized(options.catver)];
  const watch = watcher([...lists, ...categories, ...machines], options.onProgress);
  const reader = softwareReader((software) => addSoftware(software, options.profile, add, unknowns));
  for (const { path } of lists) await readXml(path, reader, { ...SOFTWARE_LIST, onChunk: watch.onChunk });
  const findCategory =
    options.catver === undefined ? () => undefined : await readCategories(options.catver, watch.onChunk, unknowns);
  const machineList = machineReader((machine) => {
    const entry = toMachineEntry(machine, findCategory, unknowns);
    if (entry) add(entry);
  });
  for (const { path } of machines) await readXml(path, machineList, { ...MACHINE_LIST, onChunk: watch.onChunk });
  return `${lists.length} lists, ${watch.digest()}`;
}

function addSoftware(software: Software, profile: Profile, add: (entry: Entry) => void, unknowns: Unknowns): void {
  const facts = findList(software.list);
  if (facts === undefined) unknowns.add('list', software.list);
  else if (!/^\S{1,200}$/.test(software.name)) unknowns.add('entry without a name in', software.list);
  else if (facts !== 'none' && isInProfile(facts, profile)) {
    const entry = toEntry(software, facts, unknowns);
    if (entry) add(entry);
  }
}

/** Follows the bytes: how many there were, and what they hash to. */
function watcher(files: readonly ListFile[], onProgress: (done: number, total: number) => void) {
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0);
  const hash = createHash('sha256');
  let done = 0;
  return {
    onChunk: (chunk: Buffer) => {
      hash.update(chunk);
      done += chunk.length;
      onProgress(Math.floor(done / MEGABYTE), Math.ceil(total / MEGABYTE));
    },
    digest: () => hash.digest('hex').slice(0, 12),
  };
}
