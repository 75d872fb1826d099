import { setImmediate } from 'node:timers/promises';
import { companyKey, companyName } from '../../vocabulary/companies.ts';
import { describeSource } from '../../vocabulary/sources.ts';
import { nameAttributes } from '../dumps/attribute.ts';
import { listGroups } from '../dumps/groups.ts';
import type { Status } from '../dumps/tags.ts';
import { type GameBundle, openGameBundle } from '../game-bundle.ts';
import type { ConvertInput, ConvertReport } from '../importer.ts';
import { isComplete } from '../source-files.ts';
import { openUnknowns, type Unknowns } from '../unknowns.ts';
import type { MameEntry } from './entry.ts';
import { type EntryFile, openEntryFile, type SortedEntries } from './entry-file.ts';
import { groupGames } from './families.ts';
import { gameKeyOf, toGameLine } from './game-line.ts';
import { parseExcluded, parseMachines, parseProfile } from './options.ts';
import type { Partition } from './partition.ts';
import { readEntries } from './read-entries.ts';

const GAMES_WITHOUT_A_PAUSE = 500;

/** Turns MAME's software lists, and the list of its machines, into a bundle. */
export async function convertMame(input: ConvertInput): Promise<ConvertReport> {
  const { paths, flags, corrections, folder, onProgress } = input;
  const profile = parseProfile(flags);
  const excluded = parseExcluded(flags);
  const unknowns = openUnknowns();
  const file = openEntryFile();
  const bundle = openGameBundle(folder);
  try {
    const options = { paths, ...parseMachines(flags), profile, onProgress };
    const version = await readEntries(options, (entry) => addEntry(entry, file, bundle, unknowns), unknowns);
    const entries = file.sort();
    await putGames(groupGames(entries, corrections), entries, excluded, bundle);
    nameAttributes(bundle);
    const counts = await bundle.finish({ complete: isComplete(paths), sources: sourcesOf(version, flags.listxml) });
    return { counts: { entries: entries.size, ...counts }, unknown: unknowns.list() };
  } finally {
    file.close();
    await bundle.close();
  }
}

function addEntry(entry: MameEntry, file: EntryFile, bundle: GameBundle, unknowns: Unknowns): void {
  if (!file.add(entry)) unknowns.add('entry that is there twice in', entry.platform);
  for (const { name } of entry.credits) bundle.companies.add(name);
}

async function putGames(
  games: Partition,
  entries: SortedEntries,
  excluded: ReadonlySet<Status>,
  bundle: GameBundle,
): Promise<void> {
  const findCompany = (note: string) => bundle.companies.find(companyKey(companyName(note) ?? note));
  for (let i = 0; i < games.size; i++) {
    // Nothing else in here waits for anything: without a pause, no bar would move and Ctrl-C would not be heard.
    if (i % GAMES_WITHOUT_A_PAUSE === 0) await setImmediate();
    const family = games.list(i).map(entries.read);
    const own = family.filter(({ statuses }) => !statuses.some((status) => excluded.has(status)));
    if (own.length === 0) continue;
    for (const group of listGroups(own)) bundle.group(group);
    await bundle.put(toGameLine(gameKeyOf(family), own, findCompany));
  }
}

function sourcesOf(version: string, listxml: string | undefined) {
  const lists = describeSource('mame', version);
  return listxml === undefined ? [lists] : [lists, describeSource('mame-machines', version)];
}
