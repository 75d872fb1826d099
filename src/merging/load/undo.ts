import { OperatorError } from '../../errors.ts';
import { storedMarks } from '../../matching/marks.ts';
import type { CatalogWriter } from '../../store/catalog/writer.ts';
import type { EntryKind, UndoEntry } from '../../store/catalog-rows.ts';
import {
  applyCorrections,
  listNamedMarks,
  readCorrections,
  updateCorrectedEntries,
} from '../corrections/corrections.ts';
import type { Affected } from '../match/attach.ts';
import { rebuildGames } from '../merge/rebuild-games.ts';
import { openEntries } from './entries.ts';
import { findUndoable, type Undoable } from './import-progress.ts';
import { CORRECTIONS, isEdit, parseCorrection, parseLayer } from './layer-line.ts';
import type { ImportCounts, LoadOptions } from './load-options.ts';
import { type CommitOptions, commitOrRollBack, type HasCatalog } from './load-options.ts';

const PROGRESS_EVERY = 500;

export interface UndoOptions extends CommitOptions, Pick<LoadOptions, 'onProgress'> {
  /** The import that the operator has seen. Another one is not undone. */
  importId?: number;
}

/**
 * Puts back the layers, ids and aliases from before the last import, and merges their games again. Edits that were made in the
 * browser since then stay. New ids are not used again. Restored games count as modified now, so that clients of `/games/recent`
 * see them.
 */
export async function undoImport(
  store: HasCatalog,
  clock: () => number,
  options: UndoOptions = {},
): Promise<ImportCounts> {
  const startedAt = clock();
  return commitOrRollBack(store, options, async (writer) => {
    // In the transaction, so that no other import becomes the last one.
    const { last, edits } = await getUndoable(store, options.importId);
    const entries = openEntries(writer);
    const { affected, entryKeys } = await restoreLayers(writer, edits > 0, options);
    for (const key of entryKeys) await entries.rebuild(key);
    await updateCorrectedEntries(writer, entries);
    await applyCorrections(writer, await readCorrections(writer), affected);
    const { counts, touched } = await rebuildGames(writer, affected, { ...options, entries, now: startedAt });
    const report = { source: last.source, ...counts, unchanged: affected.size - touched.size };
    const notes = edits > 0 ? [`${edits} ${edits === 1 ? 'edit' : 'edits'} since this import stayed`] : [];
    const { version } = last;
    await writer.addImport({ action: 'undo', ...report, version, notes, startedAt, finishedAt: clock() });
    return report;
  });
}

async function getUndoable({ catalog }: HasCatalog, importId: number | undefined): Promise<Undoable> {
  const found = await findUndoable(catalog);
  if (typeof found === 'string') throw new OperatorError(found);
  if (importId !== undefined && found.last.importId !== importId)
    throw new OperatorError('Another import has run meanwhile; only the last one can be undone');
  return found;
}

interface Restored {
  affected: Affected;
  entryKeys: Set<string>;
}

async function restoreLayers(writer: CatalogWriter, hasEdits: boolean, { onProgress }: UndoOptions): Promise<Restored> {
  const restored: Restored = { affected: new Set(), entryKeys: new Set() };
  const layers = await writer.listNew();
  // From the first call of takeUndo on, changes are no longer recorded for undo.
  let rows = await writer.takeUndo();
  for (const [i, key] of layers.entries()) {
    if (hasEdits && isEdit(key)) continue;
    addGame(restored, (await writer.findHead(key))?.gameId);
    await writer.removeLayer(key);
    if (i % PROGRESS_EVERY === 0) onProgress?.(i, layers.length, 'lines');
  }
  for (; rows.length > 0; rows = await writer.takeUndo())
    for (const row of rows) await RESTORE[row.place](writer, row as never, restored);
  return restored;
}

function addGame({ affected }: Restored, gameId: number | null | undefined): void {
  if (gameId) affected.add(gameId);
}

type Row<P extends UndoEntry['place']> = Extract<UndoEntry, { place: P }>;

const RESTORE: {
  [P in UndoEntry['place']]: (writer: CatalogWriter, row: Row<P>, restored: Restored) => Promise<void>;
} = {
  layer: restoreLayer,
  'entry-layer': (writer, { key: name, before }, { entryKeys }) => {
    const [key, source] = splitAt(name, name.lastIndexOf(' '));
    entryKeys.add(key);
    return before === null ? writer.removeEntryLayer(key, source) : writer.putEntryLayer({ key, source, line: before });
  },
  alias: (writer, { key, before }, restored) => {
    addGame(restored, Number(key));
    return before ? writer.putAlias(before) : writer.removeAlias(Number(key));
  },
  binding: (writer, { key: name, before }) => {
    const [kind, key] = splitAt(name, name.indexOf(' ')) as [EntryKind | 'game', string];
    return before ? writer.bindKey(kind, key, before.id, before.since) : writer.unbindKey(kind, key);
  },
  source: (writer, { key, before }) => (before ? writer.putSource(before) : writer.removeSource(key)),
};

async function restoreLayer(
  writer: CatalogWriter,
  { key, before: { dumps, ...before } }: Row<'layer'>,
  restored: Restored,
): Promise<void> {
  // Edits stay as they are now. The games that they belong to are found again with those of all corrections.
  if (isEdit(key)) return;
  addGame(restored, (await writer.findHead(key))?.gameId);
  addGame(restored, before.gameId);
  const marks =
    before.source === CORRECTIONS ? listNamedMarks(parseCorrection(before)) : storedMarks(parseLayer(before));
  await writer.putLayer({ key, ...before }, marks, dumps);
}

function splitAt(name: string, at: number): [string, string] {
  return [name.slice(0, at), name.slice(at + 1)];
}
