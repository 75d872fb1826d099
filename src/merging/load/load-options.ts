import type { GameLine } from '../../bundle/lines.ts';
import type { PictureStore } from '../../pictures/picture-store.ts';
import type { RemotePictures } from '../../pictures/remote-pictures.ts';
import type { CatalogReader, CatalogWriter, ImportEntry } from '../../store/catalog-store.ts';
import type { Store } from '../../store/store.ts';

/** Numbers of games. `merged` games were found to be the same as others. */
export type ImportCounts = Pick<ImportEntry, 'source' | 'added' | 'changed' | 'unchanged' | 'removed' | 'merged'>;

export type ImportReport = ImportCounts & {
  /** Enriching lines that have no game yet. */
  waiting: number;
  /** The bundle compared with what its sources had before. */
  platforms: Tally;
  releases: Tally;
  splits: readonly string[];
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

/** A comparison of an import with what its source had before, in numbers. */
export interface Tally {
  added: number;
  changed: number;
  unchanged: number;
  removed: number;
}

export function makeTally(): Tally {
  return { added: 0, changed: 0, unchanged: 0, removed: 0 };
}

/** Compares the releases of a line with those before. An added and a removed release count as one changed release. */
export function countReleases(tally: Tally, after: GameLine | undefined, before: GameLine | undefined): void {
  const [now, then] = [listReleases(after), listReleases(before)];
  const left = new Map<string, number>();
  for (const release of then) left.set(release, (left.get(release) ?? 0) + 1);
  let fresh = 0;
  for (const release of now) {
    const same = left.get(release) ?? 0;
    if (same > 0) left.set(release, same - 1);
    else fresh++;
  }
  const kept = now.length - fresh;
  const gone = then.length - kept;
  const changed = Math.min(fresh, gone);
  tally.unchanged += kept;
  tally.changed += changed;
  tally.added += fresh - changed;
  tally.removed += gone - changed;
}

function listReleases(line: GameLine | undefined): string[] {
  const platforms = line?.platforms ?? [];
  return platforms.flatMap(({ platform, releases = [] }) => releases.map((one) => platform + JSON.stringify(one)));
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
