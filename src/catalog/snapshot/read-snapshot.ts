import type { CatalogStore } from '../../store/catalog-store.ts';
import type { Company, Genre, Group, Platform } from '../model/resources.ts';
import { findMergedPositions } from './merge-snapshots.ts';
import { buildSnapshot, type Snapshot, type TitleMatch } from './snapshot.ts';

/**
 * Reads the index of the catalog and builds a snapshot, which takes seconds for a large catalog. With the previous snapshot,
 * only changed games are read and indexed.
 */
export async function readSnapshot(
  store: Pick<CatalogStore, 'readIndex'>,
  previous?: Snapshot,
  titleMatch?: TitleMatch,
): Promise<Snapshot> {
  const index = await store.readIndex(previous?.revision, previous?.changes.sequences.at(-1));
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
