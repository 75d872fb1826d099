import { setImmediate } from 'node:timers/promises';
import { OperatorError } from '../../errors.ts';
import { fileOf } from '../../matching/evidence.ts';
import { describeSource } from '../../vocabulary/sources.ts';
import { kindOf } from '../dumps/kinds.ts';
import { type GameBundle, openGameBundle } from '../game-bundle.ts';
import type { ConvertInput, ConvertReport } from '../importer.ts';
import { type KindFilter, makeKindFilter } from '../kind-filter.ts';
import { isComplete, type SourceFile, statFile, trackBytes } from '../source-files.ts';
import { makeUnknowns } from '../unknowns.ts';
import type { MameEntry } from './entry.ts';
import { openEntryFile, type SortedEntries } from './entry-file.ts';
import { groupGames } from './families.ts';
import { gameKeyOf, toGameLine } from './game-line.ts';
import { type History, readHistory } from './history.ts';
import { PROFILES, type Profile } from './lists.ts';
import { withWholeTitles } from './machine-compilations.ts';
import type { Partition } from './partition.ts';
import { readEntries } from './read-entries.ts';
import { listSideLines } from './side-lines.ts';
import { SUPPORT_FLAGS } from './support.ts';

const GAMES_PER_PAUSE = 500;

/** Converts MAME's software lists and its list of machines into a bundle. */
export async function convertMame(input: ConvertInput): Promise<ConvertReport> {
  const { paths, flags, corrections, folder } = input;
  const profile = parseProfile(flags.profile ?? 'console');
  const filter = makeKindFilter(flags.include);
  const given = SUPPORT_FLAGS.filter((flag) => flags[flag] !== undefined);
  if (given.length > 0 && flags.listxml === undefined) throw new OperatorError(`--${given[0]} needs --listxml`);
  // It is read last, after minutes.
  const historyFile = flags.history === undefined ? undefined : statFile(flags.history);
  const unknowns = makeUnknowns();
  const file = openEntryFile();
  const bundle = openGameBundle(folder);
  const add = (entry: MameEntry) => {
    if (!file.add(entry)) unknowns.add('duplicate entry on', entry.platform);
    for (const { name } of entry.credits) bundle.companies.add(name);
  };
  try {
    const version = await readEntries(input, profile, { add, countTitles: file.countTitles }, unknowns);
    const entries = withWholeTitles(file.sort());
    const history = historyFile && (await findHistory(historyFile, input, entries));
    await putGames(groupGames(entries, corrections, bundle), entries, filter, { bundle, history });
    const ids = flags.listxml === undefined ? ['mame'] : ['mame', 'mame-machines'];
    if (given.length > 0) ids.push('mame-support');
    const sources = ids.map((id) => describeSource(id, version));
    if (history) sources.push(describeSource('mame-history', history.version));
    const counts = await bundle.finish({ complete: isComplete(paths) && !unknowns.hasBroken(), sources });
    const unknown = unknowns.list();
    const notes = unknown.filter(({ what }) => what.startsWith('list ')).map(describeUnknownList);
    return { counts: { entries: entries.size, ...counts }, unknown, notes, leftOut: filter.leftOut };
  } finally {
    file.close();
    await bundle.close();
  }
}

function findHistory(file: SourceFile, { onProgress }: ConvertInput, entries: SortedEntries): Promise<History> {
  const onBytes = trackBytes([file], onProgress);
  return readHistory(
    file.path,
    (key) => entries.find(key) !== undefined,
    (chunk) => onBytes(chunk.length),
  );
}

interface Target {
  bundle: GameBundle;
  history: History | undefined;
}

async function putGames(
  games: Partition,
  entries: SortedEntries,
  filter: KindFilter,
  { bundle, history }: Target,
): Promise<void> {
  const lists = listFiles(entries);
  for (let i = 0; i < games.size; i++) {
    // Nothing else in this loop waits, so without a pause no progress is shown and Ctrl-C has no effect.
    if (i % GAMES_PER_PAUSE === 0) await setImmediate();
    const all = games.list(i).map(entries.read);
    if (!filter.includes(kindOf(all))) continue;
    const game = toGameLine(gameKeyOf(all), all, bundle);
    await bundle.put({ ...game, members: [...(game.members ?? []), ...listFormerKeys(all, lists)] });
    for (const line of listSideLines(game, all, history, bundle)) await bundle.add(line);
  }
}

/** The keys that entries had in earlier versions of MAME. A list that is still there was not renamed yet. */
function listFormerKeys(game: readonly MameEntry[], lists: ReadonlySet<string>): string[] {
  return game.flatMap(({ formerKeys = [] }) => formerKeys.filter((key) => !lists.has(fileOf(key))));
}

function listFiles(entries: SortedEntries): Set<string> {
  return new Set(Array.from({ length: entries.size }, (_, i) => fileOf(entries.readHead(i).key)));
}

function describeUnknownList({ what, count }: ConvertReport['unknown'][number]): string {
  return `Unknown ${what}: ${count} ${count === 1 ? 'entry' : 'entries'}${what.includes(',') ? '' : ' left out'}`;
}

function parseProfile(text: string): Profile {
  const found = PROFILES.find((profile) => profile === text);
  if (!found) throw new OperatorError(`"${text}" is not a profile; use one of ${PROFILES.join(', ')}`);
  return found;
}
