import type { CatalogPort } from '../catalog-port.ts';
import type { UndoEntry } from '../catalog-store.ts';

/** How many rows are taken at once: whole records are among them. */
const TAKEN_AT_ONCE = 1000;

/** The highest ids before an import: every layer and game with a higher one is new, and is not copied to `undo`. */
export interface HighestIds {
  layerId: number;
  gameId: number;
}

/** Keeps rows as they are before an import first changes them. */
export interface Undo {
  /** Null: there was no row. Only the first call for a row counts. */
  remember(place: UndoEntry['place'], key: string, before: object | string | null): Promise<void>;
  rememberLayer(layer: { key: string; layerId: number } | undefined): Promise<void>;
  rememberGame(gameId: number, isStored: boolean): Promise<void>;
  listNew(): Promise<{ layers: string[]; games: number[] }>;
  take(): Promise<UndoEntry[]>;
}

/** The list is emptied before the first row of an import is remembered. Nothing is remembered while rows are taken back. */
export function openUndo(port: CatalogPort, highest: HighestIds): Undo {
  const facts = port.rows('facts', ['value']);
  let state: 'new' | 'remembering' | 'taking' = 'new';
  const isRemembering = async () => {
    if (state === 'new') {
      state = 'remembering';
      await port.db.deleteFrom('undo').execute();
      await port.put('facts', { name: 'undo', value: JSON.stringify(highest) });
    }
    return state === 'remembering';
  };
  const remember: Undo['remember'] = async (place, key, before) => {
    if (await isRemembering())
      await port.add('undo', [{ place, key, before: before === null ? null : JSON.stringify(before) }]);
  };
  return {
    remember,
    rememberLayer: async (layer) => {
      if ((await isRemembering()) && layer && layer.layerId <= highest.layerId) await port.copy('layer', layer.key);
    },
    rememberGame: async (gameId, isStored) => {
      if (!(await isRemembering()) || gameId > highest.gameId) return;
      if (isStored) await port.copy('game', gameId);
      else await remember('game', String(gameId), null);
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
      state = 'taking';
      const rows = await port.db
        .selectFrom('undo')
        .selectAll()
        .orderBy('place')
        .orderBy('key')
        .limit(TAKEN_AT_ONCE)
        .execute();
      for (const row of rows) await port.remove('undo', row);
      return rows.map(({ before, ...row }) => ({
        ...row,
        before: before === null ? null : JSON.parse(before),
      })) as UndoEntry[];
    },
  };
}
