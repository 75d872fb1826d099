import { setImmediate } from 'node:timers/promises';
import { OperatorError } from '../../errors.ts';
import { describeSource } from '../../vocabulary/sources.ts';
import { STATUSES, type Status } from '../dumps/tags.ts';
import { type GameBundle, openGameBundle } from '../game-bundle.ts';
import type { ConvertInput, ConvertReport } from '../importer.ts';
import { isComplete } from '../source-files.ts';
import { makeUnknowns } from '../unknowns.ts';
import type { MameEntry } from './entry.ts';
import { openEntryFile, type SortedEntries } from './entry-file.ts';
import { groupGames } from './families.ts';
import { gameKeyOf, toGameLine } from './game-line.ts';
import { PROFILES } from './lists.ts';
import type { Partition } from './partition.ts';
import { readEntries } from './read-entries.ts';

const GAMES_PER_PAUSE = 500;

/** Converts MAME's software lists and its list of machines into a bundle. */
export async function convertMame(input: ConvertInput): Promise<ConvertReport> {
  const { paths, flags, corrections, folder } = input;
  const profile = parseChoice('profile', flags.profile ?? 'console', PROFILES);
  const excluded = parseStatuses(flags['exclude-status'] ?? '');
  if (flags.catver !== undefined && flags.listxml === undefined) throw new OperatorError('--catver needs --listxml');
  const unknowns = makeUnknowns();
  const file = openEntryFile();
  const bundle = openGameBundle(folder);
  const add = (entry: MameEntry) => {
    if (!file.add(entry)) unknowns.add('duplicate entry on', entry.platform);
    for (const { name } of entry.credits) bundle.companies.add(name);
  };
  try {
    const version = await readEntries(input, profile, add, unknowns);
    const entries = file.sort();
    await putGames(groupGames(entries, corrections, bundle), entries, excluded, bundle);
    const ids = flags.listxml === undefined ? ['mame'] : ['mame', 'mame-machines'];
    const sources = ids.map((id) => describeSource(id, version));
    const counts = await bundle.finish({ complete: isComplete(paths), sources });
    return { counts: { entries: entries.size, ...counts }, unknown: unknowns.list() };
  } finally {
    file.close();
    await bundle.close();
  }
}

async function putGames(
  games: Partition,
  entries: SortedEntries,
  excluded: ReadonlySet<Status>,
  bundle: GameBundle,
): Promise<void> {
  for (let i = 0; i < games.size; i++) {
    // Nothing else in this loop waits, so without a pause no progress is shown and Ctrl-C has no effect.
    if (i % GAMES_PER_PAUSE === 0) await setImmediate();
    const all = games.list(i).map(entries.read);
    const included = all.filter(({ statuses }) => !statuses.some((status) => excluded.has(status)));
    if (included.length > 0) await bundle.put(toGameLine(gameKeyOf(all), included, bundle));
  }
}

function parseStatuses(text: string): ReadonlySet<Status> {
  const names = text.split(',').map((name) => name.trim());
  return new Set(names.filter((name) => name !== '').map((name) => parseChoice('status', name, STATUSES)));
}

function parseChoice<T extends string>(what: string, text: string, choices: readonly T[]): T {
  const found = choices.find((choice) => choice === text);
  if (!found) throw new OperatorError(`"${text}" is not a ${what}; use one of ${choices.join(', ')}`);
  return found;
}
