import type { GameRecord } from '../../catalog/model/record.ts';
import { OperatorError } from '../../errors.ts';
import { storedMarks } from '../../matching/marks.ts';
import type { CatalogWriter, EntryKind, UndoEntry } from '../../store/catalog-store.ts';
import { listNamedMarks } from '../corrections/corrections.ts';
import { toStoredGame } from '../merge/stored-game.ts';
import { type CommitOptions, commitOrRollBack, type HasCatalog } from './dry-run.ts';
import { applyEdits, readEdits } from './kept-edits.ts';
import { CORRECTIONS, parseCorrection, parseLayer } from './layer-line.ts';
import type { ImportCounts, LoadOptions } from './load-options.ts';
import type { Tally } from './tally.ts';
import { findUndoable, type Undoable } from './undoable.ts';

const PROGRESS_EVERY = 500;

export interface UndoOptions extends CommitOptions, Pick<LoadOptions, 'onProgress'> {
  /** The import that the operator has seen. Another one is not undone. */
  importId?: number;
}

/**
 * Restores the catalog as it was before the last import, and applies the edits again that were made in the browser since then.
 * New ids are not used again. Restored games count as modified now, so that clients of `/games/recent` see them.
 */
export async function undoImport(
  store: HasCatalog,
  clock: () => number,
  options: UndoOptions = {},
): Promise<ImportCounts> {
  const startedAt = clock();
  return commitOrRollBack(store, options, async (writer) => {
    // In the transaction, so that no other import becomes the last one.
    const { last, edits } = await getUndoable(store, writer, options.importId);
    const kept = edits > 0 ? await readEdits(writer) : undefined;
    const total = last.added + last.changed + last.removed + last.merged;
    const report = { source: last.source, added: 0, changed: 0, unchanged: 0, removed: 0, merged: 0 };
    const created = await writer.listNew();
    // From the first call of takeUndo on, changes are no longer recorded for undo.
    let rows = await writer.takeUndo();
    for (const [i, key] of created.layers.entries()) {
      await writer.removeLayer(key);
      if (i % PROGRESS_EVERY === 0) options.onProgress?.(i, created.layers.length, 'lines');
    }
    for (const gameId of created.games) await writer.removeGame(gameId);
    report.removed += created.games.length;
    const context = { counts: report, now: startedAt, created: new Set(created.games) };
    for (; rows.length > 0; rows = await writer.takeUndo()) {
      for (const row of rows) await RESTORE[row.place](writer, row as never, context);
      options.onProgress?.(Math.min(total, report.added + report.changed + report.removed), total, 'games');
    }
    const same = kept ? await applyEdits(writer, kept, startedAt) : 0;
    report.changed -= same;
    report.unchanged += same;
    await writer.addImport({
      action: 'undo',
      ...report,
      version: last.version,
      notes: edits > 0 ? [`${edits} ${edits === 1 ? 'edit' : 'edits'} since this import stayed`] : [],
      startedAt,
      finishedAt: clock(),
    });
    return report;
  });
}

async function getUndoable(store: HasCatalog, writer: CatalogWriter, importId: number | undefined): Promise<Undoable> {
  const found = await findUndoable(store, writer);
  if (typeof found === 'string') throw new OperatorError(found);
  if (importId !== undefined && found.last.importId !== importId)
    throw new OperatorError('Another import has run meanwhile; only the last one can be undone');
  return found;
}

type Row<P extends UndoEntry['place']> = Extract<UndoEntry, { place: P }>;
type Context = { counts: Tally; now: number; created: ReadonlySet<number> };

/** Restores a row of each kind. */
const RESTORE: {
  [P in UndoEntry['place']]: (writer: CatalogWriter, row: Row<P>, context: Context) => Promise<void>;
} = {
  layer: (writer, { key, before: { dumps, ...before } }) =>
    writer.putLayer(
      { key, ...before },
      before.source === CORRECTIONS ? listNamedMarks(parseCorrection(before)) : storedMarks(parseLayer(before)),
      dumps ? Buffer.from(dumps, 'hex') : null,
    ),
  'entry-layer': (writer, { key: name, before }) => {
    const [key, source] = splitAt(name, name.lastIndexOf(' '));
    return before === null ? writer.removeEntryLayer(key, source) : writer.putEntryLayer({ key, source, line: before });
  },
  entry: (writer, { key: name, before }) => {
    const [kind, id] = splitAt(name, name.lastIndexOf(' ')) as [EntryKind, string];
    return before === null ? writer.removeEntry(kind, Number(id)) : writer.putEntry(kind, Number(id), before);
  },
  alias: (writer, { key, before }) => (before ? writer.putAlias(before) : writer.removeAlias(Number(key))),
  binding: async (writer, { key: name, before }, { created }) => {
    const [kind, key] = splitAt(name, name.indexOf(' ')) as [EntryKind | 'game', string];
    const id = kind === 'game' && before ? await writer.findId(kind, key) : undefined;
    if (id !== undefined && created.has(id)) await writer.putUndoneId(key, id);
    return before ? writer.bindKey(kind, key, before.id, before.since) : writer.unbindKey(kind, key);
  },
  source: (writer, { key, before }) => (before ? writer.putSource(before) : writer.removeSource(key)),
  game: restoreGame,
};

async function restoreGame(
  writer: CatalogWriter,
  { key, before }: Row<'game'>,
  { counts, now }: Context,
): Promise<void> {
  const gameId = Number(key);
  const current = await writer.findVersion(gameId);
  if (!before && !current) return;
  if (!before) {
    counts.removed++;
    return writer.removeGame(gameId);
  }
  const game = toStoredGame(await readBefore(writer, gameId, before.record), before);
  const isSame = current?.hash === game.hash;
  // A renamed entry did not change the modification time, so restoring the old name does not either.
  const wasModified = current?.modifiedAt !== before.modifiedAt;
  await writer.putGame({ ...game, modifiedAt: isSame || !wasModified ? before.modifiedAt : now });
  counts[isSame ? 'unchanged' : current ? 'changed' : 'added']++;
}

/** A record that a version without external ids wrote gets those that the game has now. */
async function readBefore(writer: CatalogWriter, gameId: number, text: string): Promise<GameRecord> {
  const record = JSON.parse(text) as GameRecord;
  if (record.external_ids) return record;
  const current = JSON.parse((await writer.findGame(gameId))?.record ?? '{}') as Partial<GameRecord>;
  return { ...record, external_ids: current.external_ids ?? [] };
}

function splitAt(name: string, at: number): [string, string] {
  return [name.slice(0, at), name.slice(at + 1)];
}
