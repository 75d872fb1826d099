import type { CatalogPort } from '../catalog-port.ts';
import type { UndoEntry } from '../catalog-rows.ts';
import type { CatalogTables } from '../catalog-tables.ts';

/** Rows per call of `take`. Some contain whole lines. */
const BATCH_SIZE = 1000;

/** The highest ids before an import: every layer and game with a higher one is new, and is not copied to `undo`. */
export interface HighestIds {
  layerId: number;
  gameId: number;
}

export type Undo = ReturnType<typeof openUndo>;

/**
 * Saves rows as they are before an import first changes them. Games and entries are merged again from these, so they are not saved.
 * The table is cleared before the first row of an import is saved.
 */
export function openUndo(port: CatalogPort, highest: HighestIds) {
  let state: 'new' | 'saving' | 'off' = 'new';
  const saved = new Set<string>();
  const isSaving = async () => {
    if (state === 'new') {
      state = 'saving';
      await port.sql.query('DELETE FROM undo');
      await port.upsert('catalogFacts', { name: 'undo', value: String(highest.layerId) });
    }
    return state === 'saving';
  };
  return {
    /** Null: there was no row. Only the first call for a row counts. */
    save: async (place: UndoEntry['place'], key: string, before: object | string | null): Promise<void> => {
      const name = `${place} ${key}`;
      if (!(await isSaving()) || saved.has(name)) return;
      saved.add(name);
      await port.upsert('undo', { place, key, before: before === null ? null : JSON.stringify(before) });
    },
    saveLayer: async (layer: { key: string; layerId: number } | undefined): Promise<void> => {
      if ((await isSaving()) && layer && layer.layerId <= highest.layerId) await port.copy('layer', layer.key);
    },
    /** Says first that this is an edit: the last import can still be undone, without the edit. */
    keepUndo: (): void => {
      state = 'off';
    },
    /** The layers that the last import added, edits since then included. Undo removes them first. */
    listNew: async (): Promise<string[]> => {
      const fact = await port.prepareFind('catalogFacts', ['value'])('undo');
      if (!fact) return [];
      const text = 'SELECT key FROM layers WHERE layer_id > ? ORDER BY layer_id';
      const layers = await port.sql.query<[string]>(text, [Number(fact.value)]);
      return layers.map(([key]) => key);
    },
    /** Removes and returns some of the rows that the last import replaced. From then on changes are no longer kept for undo. */
    takeUndo: async (): Promise<UndoEntry[]> => {
      state = 'off';
      const text = 'SELECT place, key, before FROM undo ORDER BY place, key LIMIT ?';
      const rows = await port.sql.select<CatalogTables['undo']>(text, [BATCH_SIZE]);
      for (const row of rows) await port.delete('undo', row);
      return rows.map(({ before, ...row }) => ({
        ...row,
        before: before === null ? null : JSON.parse(before),
      })) as UndoEntry[];
    },
  };
}
