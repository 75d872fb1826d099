import { OperatorError } from '../../errors.ts';
import { fileOf } from '../../matching/evidence.ts';
import { describeSource } from '../../vocabulary/sources.ts';
import { kindOf } from '../dumps/kinds.ts';
import { type GameBundle, openGameBundle } from '../game-bundle.ts';
import type { ConvertInput, ConvertReport } from '../importer.ts';
import { type KindFilter, makeKindFilter } from '../new-games.ts';
import { isComplete, listSourceFiles, statFile, watchFiles } from '../source-files.ts';
import { makeUnknowns, type Unknowns } from '../unknowns.ts';
import { readXml } from '../xml.ts';
import { type MameEntry, toEntry } from './entry.ts';
import { type EntryFile, nameCompilations, openEntryFile } from './entry-file.ts';
import { groupGames, type Partition } from './families.ts';
import { type History, listSideLines, readHistory, toGameLine } from './game-line.ts';
import { findList, isEntryName, isKnownList, PROFILES, type Profile } from './lists.ts';
import { toMachineEntry } from './machine-entry.ts';
import { machineReader, softwareReader } from './raw-entry.ts';
import { readSupport, SUPPORT_FLAGS } from './support.ts';

export async function convertMame(input: ConvertInput): Promise<ConvertReport> {
  const { paths, flags, splits, folder } = input;
  const profile = parseProfile(flags.profile ?? 'console');
  const filter = makeKindFilter(flags.include);
  const given = SUPPORT_FLAGS.filter((flag) => flags[flag] !== undefined);
  if (given.length > 0 && flags.listxml === undefined) throw new OperatorError(`--${given[0]} needs --listxml`);
  // It is read last, after minutes.
  const historyFile = flags.history === undefined ? undefined : statFile(flags.history);
  const unknowns = makeUnknowns();
  using entries = openEntryFile();
  using bundle = openGameBundle(folder);
  const add = (entry: MameEntry) => {
    if (!entries.add(entry)) unknowns.add('duplicate entry on', entry.platform);
    for (const { name } of entry.credits) bundle.companies.add(name);
  };
  const version = await readEntries(input, profile, add, unknowns);
  entries.sort();
  nameCompilations(entries);
  const isEntry = (key: string) => entries.find(key) !== undefined;
  const history = historyFile && (await readHistory(historyFile, isEntry, input.onProgress));
  await putGames(groupGames(entries, splits, bundle), entries, filter, { bundle, history });
  const ids = flags.listxml === undefined ? ['mame'] : ['mame', 'mame-machines'];
  if (given.length > 0) ids.push('mame-support');
  const sources = ids.map((id) => describeSource(id, version));
  if (history) sources.push(describeSource('mame-history', history.version));
  const counts = await bundle.finish({ complete: isComplete(paths), sources });
  return {
    counts: { entries: entries.heads.length, ...counts },
    unknown: unknowns.list(),
    leftOut: filter.leftOut,
  };
}

async function putGames(
  games: Partition,
  entries: EntryFile,
  filter: KindFilter,
  { bundle, history }: { bundle: GameBundle; history: History | undefined },
): Promise<void> {
  const lists = new Set(entries.heads.map(({ key }) => fileOf(key)));
  for (const game of games) {
    const all = game.map(entries.read);
    if (!filter.includes(kindOf(all))) continue;
    const line = toGameLine(all, bundle);
    // The keys that entries had in earlier versions of MAME. A list that is still there was not renamed yet.
    const former = all.flatMap(({ formerKeys = [] }) => formerKeys.filter((key) => !lists.has(fileOf(key))));
    await bundle.put({ ...line, members: [...(line.members ?? []), ...former] });
    for (const side of listSideLines(line, all, history, bundle)) await bundle.add(side);
  }
}

function parseProfile(text: string): Profile {
  const found = PROFILES.find((profile) => profile === text);
  if (!found) throw new OperatorError(`"${text}" is not a profile; use one of ${PROFILES.join(', ')}`);
  return found;
}

const LIST_FILE = /\.xml(\.gz)?$/;

/** Reads all entries, and returns a version of the source: the lists themselves do not name one. */
async function readEntries(
  { paths, flags, onProgress }: ConvertInput,
  profile: Profile,
  add: (entry: MameEntry) => void,
  unknowns: Unknowns,
): Promise<string> {
  const lists = listSourceFiles(paths, {
    pattern: LIST_FILE,
    name: 'software lists (files that end in .xml)',
    // MAME names a file after its list. Unknown lists are read too, to be reported.
    isWanted: (name) => {
      const list = name.replace(LIST_FILE, '');
      return !isKnownList(list) || findList(list, profile) !== undefined;
    },
  });
  const { listxml } = flags;
  const others = [...SUPPORT_FLAGS.map((flag) => flags[flag]), listxml].filter((path) => path !== undefined);
  const { onChunk, version } = watchFiles([...lists, ...others.map((path) => statFile(path))], onProgress);
  const softwareXml = softwareReader((software) => {
    const { list, name } = software;
    const facts = findList(list, profile);
    if (!isKnownList(list)) unknowns.add('list', list);
    else if (!isEntryName(name)) unknowns.add('entry without a name in', list);
    const entry = facts && isEntryName(name) ? toEntry(software, facts, unknowns) : undefined;
    if (entry) add(entry);
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
