import { sized, watchFiles } from '../source-files.ts';
import type { Unknowns } from '../unknowns.ts';
import { type MameEntry, toEntry } from './entry.ts';
import { listFiles } from './files.ts';
import { findList, isInProfile, type Profile } from './lists.ts';
import { machineReader } from './machines.ts';
import { SOFTWARE_ROOTS, type Software, softwareReader } from './software.ts';
import { readXml, type XmlReader } from './xml.ts';

export interface ReadOptions {
  paths: readonly string[];
  listxml: string | undefined;
  profile: Profile;
  onProgress: (done: number, total: number) => void;
}

export interface EntriesRead {
  /** Sorted by key, each key once. */
  entries: MameEntry[];
  /** What was read, as a short name: the lists do not say of which version they are. */
  version: string;
}

export async function readEntries(options: ReadOptions, unknowns: Unknowns): Promise<EntriesRead> {
  const entries = new Map<string, MameEntry>();
  const add = (entry: MameEntry) => {
    if (entries.has(entry.key)) unknowns.add('entry that is there twice in', entry.platform);
    else entries.set(entry.key, entry);
  };
  const lists = listFiles(options.paths, options.profile);
  const machines = options.listxml === undefined ? [] : [sized(options.listxml)];
  const watch = watchFiles([...lists, ...machines], options.onProgress);
  const reader = softwareReader((software) => addSoftware(software, options.profile, add, unknowns));
  for (const { path } of lists) await readXml(path, reader, { roots: SOFTWARE_ROOTS, onChunk: watch.onChunk });
  const coinOps: XmlReader = machineReader(add, unknowns);
  for (const { path } of machines) await readXml(path, coinOps, { roots: ['mame'], onChunk: watch.onChunk });
  return {
    entries: [...entries.values()].toSorted((a, b) => (a.key < b.key ? -1 : 1)),
    version: watch.version(`${lists.length} lists`),
  };
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
