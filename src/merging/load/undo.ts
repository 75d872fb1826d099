import type { GameRecord } from '../../catalog/model/record.ts';
import { OperatorError } from '../../errors.ts';
import type { CatalogWriter, EntryKind, Layer, UndoEntry } from '../../store/catalog-store.ts';
import type { Store } from '../../store/store.ts';
import { listMarks } from '../match/marks.ts';
import { toStoredGame } from '../merge/stored-game.ts';
import { type CommitOptions, orDryRun } from './dry-run.ts';
import { CORRECTIONS, parseLayer } from './layer-line.ts';
import type { ImportCounts } from './load-options.ts';

/**
 * Takes the last import back: everything is again as it was before. Ids that it gave stay given, and what changes by
 * this has changed now: whoever follows `/games/recent` hears of it.
 */
export async function undoImport(
  store: Store,
  clock: () => number,
  options: CommitOptions = {},
): Promise<ImportCounts> {
  const [last] = await store.catalog.listImports(1);
  if (!last) throw new OperatorError('There is no import to take back');
  if (last.action === 'undo') throw new OperatorError('The last import is taken back already; there is no way further');
  const startedAt = clock();
  return orDryRun(store, options, async (writer) => {
    const report = { source: last.source, added: 0, changed: 0, unchanged: 0, removed: 0, merged: 0 };
    const made = await writer.listNew();
    // From the first taking on nothing is remembered.
    let rows = await writer.takeUndo();
    for (const key of made.layers) await writer.removeLayer(key);
    for (const gameId of made.games) await writer.removeGame(gameId);
    report.removed += made.games.length;
    for (; rows.length > 0; rows = await writer.takeUndo()) {
      for (const row of rows) {
        const change = await restore(writer, row, startedAt);
        if (change) report[change]++;
      }
    }
    await writer.addImport({ action: 'undo', ...report, version: last.version, startedAt, finishedAt: clock() });
    return report;
  });
}

async function restore(writer: CatalogWriter, row: UndoEntry, now: number) {
  switch (row.place) {
    case 'layer':
      await putLayer(writer, { key: row.key, ...row.before });
      return undefined;
    case 'entry-layer': {
      const [key, source] = splitAtLast(row.key);
      if (row.before === null) await writer.removeEntryLayer(key, source);
      else await writer.putEntryLayer({ key, source, line: row.before });
      return undefined;
    }
    case 'entry': {
      const [kind, id] = splitAtLast(row.key);
      if (row.before === null) await writer.removeEntry(kind as EntryKind, Number(id));
      else await writer.putEntry(kind as EntryKind, Number(id), row.before);
      return undefined;
    }
    case 'alias':
      if (row.before) await writer.putAlias(row.before);
      else await writer.removeAlias(Number(row.key));
      return undefined;
    case 'binding':
      await restoreBinding(writer, row.key, row.before);
      return undefined;
    case 'source':
      if (row.before) await writer.putSource(row.before);
      else await writer.removeSource(row.key);
      return undefined;
    case 'game':
      return restoreGame(writer, Number(row.key), row.before, now);
  }
}

function putLayer(writer: CatalogWriter, layer: Layer): Promise<void> {
  return writer.putLayer(layer, layer.source === CORRECTIONS ? [] : listMarks(parseLayer(layer)));
}

async function restoreBinding(
  writer: CatalogWriter,
  name: string,
  before: { id: number; since: number } | null,
): Promise<void> {
  const [kind, ...words] = name.split(' ') as [EntryKind, ...string[]];
  const key = words.join(' ');
  if (before) await writer.bindKey(kind, key, before.id, before.since);
  else await writer.unbindKey(kind, key);
}

async function restoreGame(
  writer: CatalogWriter,
  gameId: number,
  before: Extract<UndoEntry, { place: 'game' }>['before'],
  now: number,
) {
  const today = await writer.findVersion(gameId);
  if (!before) {
    if (!today) return undefined;
    await writer.removeGame(gameId);
    return 'removed' as const;
  }
  const game = toStoredGame(JSON.parse(before.record) as GameRecord, before);
  const isSame = today?.hash === game.hash;
  // A new name of something that the game points to was no change of it, nor is the old one.
  const wasTouched = today?.modifiedAt !== before.modifiedAt;
  await writer.putGame({ ...game, modifiedAt: isSame || !wasTouched ? before.modifiedAt : now });
  if (isSame) return 'unchanged' as const;
  return today ? ('changed' as const) : ('added' as const);
}

function splitAtLast(name: string): [string, string] {
  const at = name.lastIndexOf(' ');
  return [name.slice(0, at), name.slice(at + 1)];
}
