import type { PictureStore } from '../../pictures/picture-store.ts';
import type { RemotePictures } from '../../pictures/remote-pictures.ts';
import type { CatalogReader, CatalogWriter } from '../../store/catalog/writer.ts';
import type { ImportEntry } from '../../store/catalog-rows.ts';
import type { Store } from '../../store/store.ts';
import type { MirrorLoad } from './mirror.ts';

/** Numbers of games. `merged` games were found to be the same as others. */
export type ImportCounts = Pick<ImportEntry, 'source' | 'added' | 'changed' | 'unchanged' | 'removed' | 'merged'>;

export type ImportReport = ImportCounts & {
  /** Enriching lines that have no game yet. */
  waiting: number;
  /** What the operator must know before publishing data of these sources. */
  terms: string[];
};

export interface LoadOptions extends CommitOptions {
  clock: () => number;
  /** Keeps the last import undoable. */
  isEdit?: true;
  /** Runs first in the transaction. May throw to change nothing. */
  beforeLoad?: (reader: CatalogReader) => Promise<void>;
  onProgress?: ((done: number, total: number, unit: 'lines' | 'games' | 'pictures') => void) | undefined;
  onChange?: (change: 'added' | 'changed' | 'removed' | 'merged', title: string) => void;
  /** Allow a complete bundle to remove more than a small part of its source. */
  allowShrink?: boolean;
  /** The bundle is from the original that this catalog mirrors. */
  mirror?: MirrorLoad;
  /** Sentences of the importer for the journal. */
  notes?: readonly string[];
  /** Keep the modification time of changed games. */
  noTouch?: boolean;
  /** Stores the pictures in the bundle. Without it, a bundle with pictures is refused. */
  pictureStore?: PictureStore | undefined;
  /** Fetches linked pictures. Without it, they stay links. */
  remote?: RemotePictures | undefined;
  /** Called for every picture that is left out or stays a link. */
  onRefused?: (file: string, why: string, outcome?: string) => void;
}

export interface CommitOptions {
  /** Roll back at the end and only report what would change. */
  dryRun?: boolean;
  /** Called just before the commit: an interruption after it can no longer promise that nothing was changed. */
  onCommit?: () => void;
}

/** Accounts and counters have no part in an import. */
export type HasCatalog = Pick<Store, 'catalog'>;

/** Runs the work in one transaction, which a dry run rolls back. */
export async function commitOrRollBack<T>(
  store: HasCatalog,
  { dryRun = false, onCommit }: CommitOptions,
  work: (writer: CatalogWriter) => Promise<T>,
): Promise<T> {
  const rollBack = new Error('rolls back a dry run');
  let result: T | undefined;
  try {
    await store.catalog.write(async (writer) => {
      result = await work(writer);
      if (dryRun) throw rollBack;
      onCommit?.();
    });
  } catch (error) {
    if (error !== rollBack) throw error;
  }
  return result as T;
}
