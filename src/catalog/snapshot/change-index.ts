import type { ChangeColumns } from '../../store/catalog-rows.ts';
import { shared } from './shared-arrays.ts';

/** The columns of the last change of every game id, by ascending sequence. */
export interface ChangeIndex {
  gameIds: Uint32Array;
  sequences: Float64Array;
  createdSequences: Float64Array;
  modifiedAt: Float64Array;
}

const NONE: ChangeIndex = indexChanges({ gameIds: [], sequences: [], createdSequences: [], modifiedAt: [] });

/** Games that changed again move to the end. */
export function mergeChanges(older: ChangeIndex | undefined, newer: ChangeColumns | undefined): ChangeIndex {
  if (!newer || newer.after === 0 || !older) return newer ? indexChanges(newer) : NONE;
  const changed = new Set(newer.gameIds);
  const isKept = older.gameIds.map((gameId) => (changed.has(gameId) ? 0 : 1));
  const merge = (name: keyof ChangeIndex) => {
    const kept = older[name].filter((_, i) => isKept[i] === 1);
    return [...kept, ...newer[name]];
  };
  return indexChanges({
    gameIds: merge('gameIds'),
    sequences: merge('sequences'),
    createdSequences: merge('createdSequences'),
    modifiedAt: merge('modifiedAt'),
  });
}

function indexChanges(columns: Omit<ChangeColumns, 'after'>): ChangeIndex {
  return {
    gameIds: shared(Uint32Array, columns.gameIds),
    sequences: shared(Float64Array, columns.sequences),
    createdSequences: shared(Float64Array, columns.createdSequences),
    modifiedAt: shared(Float64Array, columns.modifiedAt),
  };
}
