import type { ChangeColumns } from '../../store/catalog-rows.ts';
import { shared } from './shared-arrays.ts';

/** The columns of the last change of every game id, by ascending sequence. */
export interface ChangeIndex {
  gameIds: Uint32Array;
  sequences: Float64Array;
  createdSequences: Float64Array;
  modifiedAt: Float64Array;
}

export function indexChanges({
  gameIds = [],
  sequences = [],
  createdSequences = [],
  modifiedAt = [],
}: Partial<ChangeColumns> = {}): ChangeIndex {
  return {
    gameIds: shared(Uint32Array, gameIds),
    sequences: shared(Float64Array, sequences),
    createdSequences: shared(Float64Array, createdSequences),
    modifiedAt: shared(Float64Array, modifiedAt),
  };
}
