import type { GameRecord } from '../catalog/record.ts';
import { OperatorError } from '../errors.ts';
import type { CatalogWriter, Store } from '../store/store.ts';
import { type Bundle, Problems, readLines } from './bundle.ts';
import { type Entries, loadEntries } from './entries.ts';
import { toRecord } from './game-record.ts';
import { openMediaLines } from './media-lines.ts';
import { renameElsewhere } from './rename.ts';
import { hashRecord, toStoredGame } from './stored-game.ts';
import { readVocabulary } from './vocabulary.ts';

export interface ImportReport {
  source: string;
  added: number;
  changed: number;
  unchanged: number;
  removed: number;
}

export interface LoadOptions {
  clock: () => number;
  /** Told now and then how many games are done. */
  onProgress?: (done: number, total: number) => void;
  /** Told of every game that is added, changed or removed. */
  onChange?: (change: Change, title: string) => void;
  /** Find out what would change, and change nothing. */
  dryRun?: boolean;
  /** Let a complete bundle take away more than a small part of its source. */
  allowShrink?: boolean;
}

export type Change = 'added' | 'changed' | 'removed';

const PROGRESS_EVERY = 500;
/** A list that was cut off, or the wrong folder, looks like a source of which most is gone. */
const MOST_GONE = 0.05;

/** Ends the transaction of a dry run without a trace. */
class DryRunEnd extends Error {
  readonly report: ImportReport;

  constructor(report: ImportReport) {
    super('the end of a dry run');
    this.report = report;
  }
}

/** Loads a bundle in one transaction: afterwards all of it is there, or nothing has changed. */
export async function loadBundle(store: Store, bundle: Bundle, options: LoadOptions): Promise<ImportReport> {
  try {
    return await loadInTransaction(store, bundle, options);
  } catch (error) {
    if (error instanceof DryRunEnd) return error.report;
    throw error;
  }
}

function loadInTransaction(store: Store, bundle: Bundle, options: LoadOptions): Promise<ImportReport> {
  const [source] = bundle.manifest.sources;
  const startedAt = options.clock();
  return store.catalog.write(async (writer) => {
    const problems = new Problems();
    const entries = await loadEntries(bundle, writer, readVocabulary(), problems);
    const report = { source: source?.id ?? '', added: 0, changed: 0, unchanged: 0, removed: 0 };
    const before = await writer.listGameIds(report.source);
    const seen = await loadGames(bundle, writer, entries, problems, report, { ...options, now: startedAt });
    problems.throwIfAny(bundle.name);
    await renameElsewhere(writer, entries.renamed, seen);
    if (bundle.manifest.complete)
      report.removed = await removeOthers(
        writer,
        report.source,
        before.filter((gameId) => !seen.has(gameId)),
        before.length,
        options,
      );
    if (options.dryRun) throw new DryRunEnd(report);
    await writer.addImport({ ...report, version: source?.version ?? '', startedAt, finishedAt: options.clock() });
    return report;
  });
}

async function loadGames(
  bundle: Bundle,
  writer: CatalogWriter,
  entries: Entries,
  problems: Problems,
  report: ImportReport,
  options: LoadOptions & { now: number },
): Promise<Set<number>> {
  const total = bundle.manifest.files.find((file) => file.path === 'games.jsonl')?.records ?? 0;
  const media = openMediaLines(bundle, problems);
  const seen = new Set<number>();
  for await (const { line, number } of readLines(bundle, 'games.jsonl', problems)) {
    const complain = (message: string) => problems.add('games.jsonl', number, `${line.key} ${message}`);
    const gameId = await gameIdOf(writer, line.key);
    const record = await toRecord(gameId, line, await media.take(line.key), entries, complain);
    const change = await putRecord(writer, report.source, record, options.now);
    report[change]++;
    if (change !== 'unchanged') options.onChange?.(change, record.title);
    seen.add(gameId);
    if (seen.size % PROGRESS_EVERY === 0) options.onProgress?.(seen.size, total);
  }
  await media.finish();
  options.onProgress?.(seen.size, total);
  return seen;
}

async function putRecord(
  writer: CatalogWriter,
  source: string,
  record: GameRecord,
  now: number,
): Promise<'added' | 'changed' | 'unchanged'> {
  const before = await writer.findVersion(record.game_id);
  const same = before?.hash === hashRecord(JSON.stringify(record));
  if (same && before.source === source) return 'unchanged';
  // What another source brought as well belongs to the one that brought it last; the game has not changed by that.
  await writer.putGame(toStoredGame(record, { source, modifiedAt: same ? before.modifiedAt : now }));
  if (same) return 'unchanged';
  return before ? 'changed' : 'added';
}

async function gameIdOf(writer: CatalogWriter, key: string): Promise<number> {
  const known = await writer.findId('game', key);
  if (known !== undefined) return known;
  const id = await writer.nextId('game', 0);
  await writer.bindKey('game', key, id);
  return id;
}

/** A complete bundle is all there is of its source: what it no longer holds is gone. */
async function removeOthers(
  writer: CatalogWriter,
  source: string,
  gone: readonly number[],
  all: number,
  options: LoadOptions,
): Promise<number> {
  const isTooMuch = gone.length > all * MOST_GONE;
  if (isTooMuch && !options.allowShrink && !options.dryRun) throw tooMuchGone(source, gone.length, all);
  for (const gameId of gone) {
    options.onChange?.('removed', (await readTitle(writer, gameId)) ?? '');
    await writer.removeGame(gameId);
  }
  return gone.length;
}

async function readTitle(writer: CatalogWriter, gameId: number): Promise<string | undefined> {
  const stored = await writer.findGame(gameId);
  return stored && (JSON.parse(stored.record) as GameRecord).title;
}

function tooMuchGone(source: string, gone: number, all: number): OperatorError {
  return new OperatorError(
    `This would remove ${gone} of the ${all} games of ${source}, and nothing was changed: check that the source is ` +
      'whole, or say --allow-shrink if they are really gone',
  );
}
