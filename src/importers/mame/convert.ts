import { type BundleWriter, openBundleWriter } from '../bundle-writer.ts';
import { type CompanySpellings, companyKey, companyName, openCompanySpellings } from '../companies.ts';
import type { ConvertInput, ConvertReport } from '../importer.ts';
import { readTable } from '../tables.ts';
import { entryKey } from '../vocabulary.ts';
import type { Entry } from './entry.ts';
import { groupGames } from './families.ts';
import { isComplete } from './files.ts';
import { gameKeyOf, toGameLine } from './game-line.ts';
import { parseExcluded, parseProfile } from './options.ts';
import { type EntriesRead, readEntries } from './read-entries.ts';
import type { Status } from './tags.ts';
import { openTally, type Tally } from './tally.ts';
import { openUnknowns } from './unknowns.ts';

const MOST_UNKNOWN_SHOWN = 20;
const URL = 'https://www.mamedev.org/';

/** Turns MAME's software lists, and the list of its machines, into a bundle. */
export async function convertMame({ paths, flags, folder, onProgress }: ConvertInput): Promise<ConvertReport> {
  const profile = parseProfile(flags);
  const excluded = parseExcluded(flags);
  const unknowns = openUnknowns();
  const read = await readEntries({ paths, listxml: flags.listxml, profile, onProgress }, unknowns);
  const writer = openBundleWriter(folder);
  try {
    const counts = await writeGames(writer, read.entries, excluded);
    await writer.finish({ complete: isComplete(paths), sources: sourcesOf(read, flags.listxml) });
    return { counts: { entries: read.entries.length, ...counts }, unknown: unknowns.list(MOST_UNKNOWN_SHOWN) };
  } finally {
    await writer.close();
  }
}

async function writeGames(writer: BundleWriter, entries: readonly Entry[], excluded: ReadonlySet<Status>) {
  const spellings = openCompanySpellings();
  for (const { credits } of entries) for (const { name } of credits) spellings.add(name);
  const findCompany = (note: string) => spellings.find(companyKey(companyName(note) ?? note));
  const tally = openTally();
  for (const family of groupGames(entries)) {
    const own = family.filter(({ statuses }) => !statuses.some((status) => excluded.has(status)));
    if (own.length === 0) continue;
    const game = toGameLine(gameKeyOf(family), own, findCompany);
    tally.add(game, own);
    await writer.put('games.jsonl', game);
  }
  await writeReferences(writer, tally, spellings);
  return tally.counts();
}

/** The lines that games point to, each once. */
async function writeReferences(writer: BundleWriter, tally: Tally, spellings: CompanySpellings): Promise<void> {
  const names = new Map(readTable('platforms.tsv').map(([, name = '']) => [entryKey('platform', name), name]));
  for (const key of tally.platforms) await writer.put('platforms.jsonl', { key, platform_name: names.get(key) ?? key });
  for (const key of tally.companies) {
    await writer.put('companies.jsonl', { key, company_name: spellings.find(key) as string });
  }
  for (const attribute of tally.attributes) await writer.put('attributes.jsonl', attribute);
  for (const group of tally.groups) await writer.put('groups.jsonl', group);
}

function sourcesOf({ version }: EntriesRead, listxml: string | undefined) {
  const lists = { id: 'mame', name: 'MAME software lists', version, licence: 'CC0-1.0', url: URL };
  const machines = { id: 'mame-listxml', name: 'MAME machines', version, licence: 'BSD-3-Clause', url: URL };
  return listxml === undefined ? [lists] : [lists, machines];
}
