import type { CatalogPort } from '../catalog-port.ts';
import type { UndoEntry } from '../catalog-store.ts';

/** Rows per call of `take`. Some contain whole records. */
const BATCH_SIZE = 1000;

/** The highest ids before an import: every layer and game with a higher one is new, and is not copied to `undo`. */
export interface HighestIds {
  layerId: number;
  gameId: number;
}

/** Saves rows as they are before an import first changes them. */
export interface Undo {
  /** Null: there was no row. Only the first call for a row counts. */
  save(place: UndoEntry['place'], key: string, before: object | string | null): Promise<void>;
  saveLayer(layer: { key: string; layerId: number } | undefined): Promise<void>;
  saveGame(gameId: number, isStored: boolean): Promise<void>;
  listNew(): Promise<{ layers: string[]; games: number[] }>;
  take(): Promise<UndoEntry[]>;
}

/** The table is cleared before the first row of an import is saved. While undo restores rows, nothing is saved. */
export function openUndo(port: CatalogPort, highest: HighestIds): Undo {
  const facts = port.prepareFind('facts', ['value']);
  let state: 'new' | 'saving' | 'restoring' = 'new';
  const isSaving = async () => {
    if (state === 'new') {
      state = 'saving';
      await port.db.deleteFrom('undo').execute();
      await port.upsert('facts', { name: 'undo', value: JSON.stringify(highest) });
    }
    return state === 'saving';
  };
  const save: Undo['save'] = async (place, key, before) => {
    if (await isSaving())
      await port.insert('undo', [{ place, key, before: before === null ? null : JSON.stringify(before) }]);
  };
  return {
    save,
    saveLayer: async (layer) => {
      if ((await isSaving()) && layer && layer.layerId <= highest.layerId) await port.copy('layer', layer.key);
    },
    saveGame: async (gameId, isStored) => {
      if (!(await isSaving()) || gameId > highest.gameId) return;
      if (isStored) await port.copy('game', gameId);
      else await save('game', String(gameId), null);
    },
    listNew: async () => {
      const fact = await facts('undo');
      if (!fact) return { layers: [], games: [] };
      const { layerId, gameId } = JSON.parse(fact.value) as HighestIds;
      const layers = port.db.selectFrom('layers').select('key').where('layerId', '>', layerId);
      const games = port.db.selectFrom('games').select('gameId').where('gameId', '>', gameId);
      return {
        layers: (await layers.orderBy('layerId').execute()).map(({ key }) => key),
        games: (await games.orderBy('gameId').execute()).map((game) => game.gameId),
      };
    },
    take: async () => {
      state = 'restoring';
      const rows = await port.db
        .selectFrom('undo')
        .selectAll()
        .orderBy('place')
        .orderBy('key')
        .limit(BATCH_SIZE)
        .execute();
      for (const row of rows) await port.delete('undo', row);
      return rows.map(({ before, ...row }) => ({
        ...row,
        before: before === null ? null : JSON.parse(before),
      })) as UndoEntry[];
    },
  };
}
