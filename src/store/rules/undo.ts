import type { CatalogPort } from '../catalog-port.ts';
import type { UndoEntry } from '../catalog-store.ts';

/** Rows per call of `take`. Some contain whole records. */
const BATCH_SIZE = 1000;

/** The highest ids before an import: every layer and game with a higher one is new, and is not copied to `undo`. */
export interface HighestIds {
  layerId: number;
  gameId: number;
}

/** What `undo` is about. */
interface UndoFact extends HighestIds {
  /** The number of edits since the import. Missing: none. */
  edits?: number;
}

/** Saves rows as they are before an import first changes them. */
export interface Undo {
  /** Null: there was no row. Only the first call for a row counts. */
  save(place: UndoEntry['place'], key: string, before: object | string | null): Promise<void>;
  saveLayer(layer: { key: string; layerId: number } | undefined): Promise<void>;
  saveGame(gameId: number, isStored: boolean): Promise<void>;
  listNew(): Promise<{ layers: string[]; games: number[] }>;
  take(): Promise<UndoEntry[]>;
  /** Keeps the rows from before the last import, and adds those that an edit changes. */
  addEdit(): Promise<void>;
  /** The number of edits whose changes are in the table beside those of the import. */
  countEdits(): Promise<number>;
}

/** The table is cleared before the first row of an import is saved. While undo restores rows, nothing is saved. */
export function openUndo(port: CatalogPort, current: HighestIds): Undo {
  const facts = port.prepareFind('facts', ['value']);
  const readFact = async () => {
    const fact = await facts('undo');
    return fact && (JSON.parse(fact.value) as UndoFact);
  };
  const putFact = (fact: UndoFact) => port.upsert('facts', { name: 'undo', value: JSON.stringify(fact) });
  let highest = current;
  let state: 'new' | 'saving' | 'restoring' = 'new';
  const isSaving = async () => {
    if (state === 'new') {
      state = 'saving';
      await port.db.deleteFrom('undo').execute();
      await putFact(highest);
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
      const fact = await readFact();
      if (!fact) return { layers: [], games: [] };
      const { layerId, gameId } = fact;
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
    addEdit: async () => {
      const fact = await readFact();
      if (!fact) return;
      state = 'saving';
      highest = fact;
      await putFact({ ...fact, edits: (fact.edits ?? 0) + 1 });
    },
    countEdits: async () => (await readFact())?.edits ?? 0,
  };
}
