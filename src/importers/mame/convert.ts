import { setImmediate } from 'node:timers/promises';
import { companyKey, companyName } from '../companies.ts';
import { type GameBundle, openGameBundle } from '../game-bundle.ts';
import type { ConvertInput, ConvertReport, Corrections } from '../importer.ts';
import { describeSource } from '../sources.ts';
import { openUnknowns, type Unknowns } from '../unknowns.ts';
import { listAttributes } from './attributes.ts';
import { type EntryFile, openEntryFile } from './entry-file.ts';
import { groupGames } from './families.ts';
import { isComplete } from './files.ts';
import { gameKeyOf, toGameLine } from './game-line.ts';
import { listGroups } from './groups.ts';
import { parseExcluded, parseMachines, parseProfile } from './options.ts';
import type { Partition } from './partition.ts';
import { readEntries } from './read-entries.ts';
import type { Status } from './tags.ts';

const MOST_UNKNOWN_SHOWN = 20;
const GAMES_WITHOUT_A_PAUSE = 500;

/** Turns MAME's software lists, and the list of its machines, into a bundle. */
export async function convertMame(input: ConvertInput): Promise<ConvertReport> {
  const { paths, flags, corrections, folder, onProgress } = input;
  const profile = parseProfile(flags);
  const excluded = parseExcluded(flags);
  const unknowns = openUnknowns();
  const entries = openEntryFile();
  const bundle = openGameBundle(folder);
  try {
    const options = { paths, ...parseMachines(flags), profile, onProgress };
    const version = await readEntries(options, entries.add, unknowns);
    const games = findGames(entries, corrections, bundle, unknowns);
    await putGames(games, entries, bundle, excluded);
    const counts = await bundle.finish({ complete: isComplete(paths), sources: sourcesOf(version, flags.listxml) });
    return { counts: { entries: games.items, ...counts }, unknown: unknowns.list(MOST_UNKNOWN_SHOWN) };
  } finally {
    entries.close();
    await bundle.close();
  }
}

/** The numbers of the entries of each game. All companies are known then. */
function findGames(
  entries: EntryFile,
  corrections: Corrections,
  bundle: GameBundle,
  unknowns: Unknowns,
): Partition<number> {
  const heads = entries.takeHeads(({ platform }) => unknowns.add('entry that is there twice in', platform));
  for (const { publishers } of heads) for (const name of publishers) bundle.companies.add(name);
  return groupGames(heads, corrections).map(({ number }) => number);
}

async function putGames(
  games: Partition<number>,
  entries: EntryFile,
  bundle: GameBundle,
  excluded: ReadonlySet<Status>,
): Promise<void> {
  for (const { attribute_category_name, attribute_name } of listAttributes())
    bundle.attribute(attribute_category_name, attribute_name);
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
