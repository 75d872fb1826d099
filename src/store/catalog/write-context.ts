import type { CatalogPort } from '../catalog-port.ts';
import type { EntryKind } from '../catalog-rows.ts';
import type { Changes } from './changes.ts';
import type { ImportedBundles } from './imported-bundles.ts';
import type { HighestIds, Undo } from './undo.ts';

/** What the parts of a writer share. */
export interface WriteContext {
  port: CatalogPort;
  importId: number;
  /** The revision of this import. */
  revision: number;
  /** The highest ids before this import. */
  highest: HighestIds;
  /** The last id of each kind that was given. Written at the end. */
  counters: Map<EntryKind | 'game', number>;
  undo: Undo;
  changes: Changes;
  bundles: ImportedBundles;
  /** When the import began, once it is logged. */
  startedAt: number | undefined;
  /** Call it when anything changes that readers can see. */
  markChanged(): void;
}
