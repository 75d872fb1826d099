import type { CatalogStore } from '../../store/catalog-store.ts';
import type { Company, Genre, Group, Platform } from '../model/resources.ts';
import { findMergedPositions } from './merge-snapshots.ts';
import { buildSnapshot, type Snapshot, type TitleMatch } from './snapshot.ts';
import { identifyBuild, readSnapshotFile, writeSnapshotFile } from './snapshot-file.ts';

export interface LoadOptions {
  /** The file that keeps a snapshot for the next start. */
  path: string;
  titleMatch: TitleMatch;
  /** The snapshot that this process serves. */
  previous?: Snapshot | undefined;
}

export interface LoadedSnapshot {
  snapshot: Snapshot;
  /** Updates the file. Call it when the snapshot is in use: the file of a large catalog takes a second. */
  keep(): void;
}

/** The snapshot of the newest revision: the one in the file, or one that is built from the games that changed since. */
export async function loadSnapshot(
  store: Pick<CatalogStore, 'readIndex' | 'readRevision' | 'readLineage'>,
  { path, titleMatch, previous }: LoadOptions,
): Promise<LoadedSnapshot> {
  const build = identifyBuild(titleMatch);
  const known = previous ?? readSnapshotFile(path, build);
  const isNewest =
    known && known.lineage === (await store.readLineage()) && known.revision === (await store.readRevision());
  const snapshot = isNewest ? known : await readSnapshot(store, known, titleMatch);
  // A running server does not write a large file with each change. The next start does.
  const isKept = isNewest || previous !== undefined;
  return { snapshot, keep: () => isKept || tryToWrite(path, snapshot, build) };
}

/** Without a file, the next start takes longer, and nothing else. */
function tryToWrite(path: string, snapshot: Snapshot, build: string): void {
  try {
    writeSnapshotFile(path, snapshot, build);
  } catch {}
}

/**
 * Reads the index of the catalog and builds a snapshot, which takes seconds for a large catalog. With the previous snapshot,
 * only changed games are read and indexed.
 */
export async function readSnapshot(
  store: Pick<CatalogStore, 'readIndex'>,
  previous?: Snapshot,
  titleMatch?: TitleMatch,
): Promise<Snapshot> {
  const index = await store.readIndex(previous?.revision);
  const isSameLineage = previous?.lineage === index.lineage;
  const merged = isSameLineage ? findMergedPositions(previous, index.games, index.present) : undefined;
  // Another catalog, or an older state that was restored.
  if (previous && !merged) return readSnapshot(store, undefined, titleMatch);
  const source = {
    ...index,
    titleMatch,
    genres: index.genres.map((body) => JSON.parse(body) as Genre),
    groups: index.groups.map((body) => JSON.parse(body) as Group),
    platforms: index.platforms.map((body) => JSON.parse(body) as Platform),
    companies: index.companies.map((body) => JSON.parse(body) as Omit<Company, 'role'>),
  };
  return buildSnapshot(source, previous && merged && { snapshot: previous, merged });
}
