import type { CatalogPort } from '../catalog-port.ts';
import type { EntryKind } from '../catalog-store.ts';
import type { HighestIds, Undo } from './undo.ts';

/** What the parts of a writer share. */
export interface Writing {
  port: CatalogPort;
  importId: number;
  /** The revision that this import makes. */
  revision: number;
  /** Before this import. */
  highest: HighestIds;
  /** The last id of each kind that was ever given; written at the end. */
  counters: Map<EntryKind | 'game', number>;
  undo: Undo;
  /** To be called when anything that readers can see changes. */
  touch(): void;
}
