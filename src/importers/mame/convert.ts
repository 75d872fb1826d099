import { companyKey, companyName } from '../companies.ts';
import { listGroups } from '../dumps/groups.ts';
import type { Status } from '../dumps/tags.ts';
import { type GameBundle, openGameBundle } from '../game-bundle.ts';
import type { ConvertInput, ConvertReport } from '../importer.ts';
import { isComplete } from '../source-files.ts';
import { describeSource } from '../sources.ts';
import { openUnknowns } from '../unknowns.ts';
import type { MameEntry } from './entry.ts';
import { groupGames } from './families.ts';
import { gameKeyOf, toGameLine } from './game-line.ts';
import { parseExcluded, parseProfile } from './options.ts';
import { type EntriesRead, readEntries } from './read-entries.ts';

const MOST_UNKNOWN_SHOWN = 20;

/** Turns MAME's software lists, and the list of its machines, into a bundle. */
export async function convertMame({ paths, flags, folder, onProgress }: ConvertInput): Promise<ConvertReport> {
  const profile = parseProfile(flags);
  const excluded = parseExcluded(flags);
  const unknowns = openUnknowns();
  const read = await readEntries({ paths, listxml: flags.listxml, profile, onProgress }, unknowns);
  const bundle = openGameBundle(folder);
  try {
    await putGames(bundle, read.entries, excluded);
    const counts = await bundle.finish({ complete: isComplete(paths), sources: sourcesOf(read, flags.listxml) });
    return { counts: { entries: read.entries.length, ...counts }, unknown: unknowns.list(MOST_UNKNOWN_SHOWN) };
  } finally {
    await bundle.close();
  }
}

async function putGames(
  bundle: GameBundle,
  entries: readonly MameEntry[],
  excluded: ReadonlySet<Status>,
): Promise<void> {
  for (const { credits } of entries) for (const { name } of credits) bundle.companies.add(name);
  const findCompany = (note: string) => bundle.companies.find(companyKey(companyName(note) ?? note));
  for (const family of groupGames(entries)) {
    const own = family.filter(({ statuses }) => !statuses.some((status) => excluded.has(status)));
    if (own.length === 0) continue;
    for (const group of listGroups(own)) bundle.group(group);
    for (const { attribute_category_name, attribute_name } of own.flatMap(({ attributes }) => attributes))
      bundle.attribute(attribute_category_name, attribute_name);
    await bundle.put(toGameLine(gameKeyOf(family), own, findCompany));
  }
}

function sourcesOf({ version }: EntriesRead, listxml: string | undefined) {
  const lists = describeSource('mame', version);
  return listxml === undefined ? [lists] : [lists, describeSource('mame-machines', version)];
}
