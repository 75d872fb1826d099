import { setImmediate } from 'node:timers/promises';
import { OperatorError } from '../../errors.ts';
import { describeSource } from '../../vocabulary/sources.ts';
import { kindOf } from '../dumps/kinds.ts';
import { type GameBundle, openGameBundle } from '../game-bundle.ts';
import type { ConvertInput, ConvertReport } from '../importer.ts';
import { type KindFilter, makeKindFilter } from '../kind-filter.ts';
import { isComplete } from '../source-files.ts';
import { makeUnknowns } from '../unknowns.ts';
import type { MameEntry } from './entry.ts';
import { openEntryFile, type SortedEntries } from './entry-file.ts';
import { groupGames } from './families.ts';
import { gameKeyOf, toGameLine } from './game-line.ts';
import { PROFILES, type Profile } from './lists.ts';
import type { Partition } from './partition.ts';
import { readEntries } from './read-entries.ts';

const GAMES_PER_PAUSE = 500;

/** Converts MAME's software lists and its list of machines into a bundle. */
export async function convertMame(input: ConvertInput): Promise<ConvertReport> {
  const { paths, flags, corrections, folder } = input;
  const profile = parseProfile(flags.profile ?? 'console');
  const filter = makeKindFilter(flags.include);
  if (flags.catver !== undefined && flags.listxml === undefined) throw new OperatorError('--catver needs --listxml');
  const unknowns = makeUnknowns();
  const file = openEntryFile();
  const bundle = openGameBundle(folder);
  const add = (entry: MameEntry) => {
    if (!file.add(entry)) unknowns.add('duplicate entry on', entry.platform);
    for (const { name } of entry.credits) bundle.companies.add(name);
  };
  try {
    const version = await readEntries(input, profile, { add, countTitles: file.countTitles }, unknowns);
    const entries = file.sort();
    await putGames(groupGames(entries, corrections, bundle), entries, filter, bundle);
    const ids = flags.listxml === undefined ? ['mame'] : ['mame', 'mame-machines'];
    const sources = ids.map((id) => describeSource(id, version));
    const counts = await bundle.finish({ complete: isComplete(paths), sources });
    return { counts: { entries: entries.size, ...counts }, unknown: unknowns.list(), leftOut: filter.leftOut };
  } finally {
    file.close();
    await bundle.close();
  }
}

async function putGames(
  games: Partition,
  entries: SortedEntries,
  filter: KindFilter,
  bundle: GameBundle,
): Promise<void> {
  for (let i = 0; i < games.size; i++) {
    // Nothing else in this loop waits, so without a pause no progress is shown and Ctrl-C has no effect.
    if (i % GAMES_PER_PAUSE === 0) await setImmediate();
    const all = games.list(i).map(entries.read);
    if (!filter.includes(kindOf(all))) continue;
    const line = toGameLine(gameKeyOf(all), all, bundle);
    await bundle.put({ ...line, members: [...(line.members ?? []), ...listFormerKeys(all, entries)] });
  }
}

/** The keys that entries had in earlier versions of MAME, except those that other entries have now. */
function listFormerKeys(game: readonly MameEntry[], entries: SortedEntries): string[] {
  return game.flatMap(({ formerKeys = [] }) => formerKeys.filter((key) => entries.find(key) === undefined));
}

function parseProfile(text: string): Profile {
  const found = PROFILES.find((profile) => profile === text);
  if (!found) throw new OperatorError(`"${text}" is not a profile; use one of ${PROFILES.join(', ')}`);
  return found;
}
