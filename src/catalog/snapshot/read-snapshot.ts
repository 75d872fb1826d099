import type { CatalogStore } from '../../store/catalog-store.ts';
import type { Genre, Group, Platform } from '../model/resources.ts';
import { findPlaces } from './merge-snapshots.ts';
import { buildSnapshot, type Snapshot, type TitleMatch } from './snapshot.ts';

/**
 * Reads the index of the catalog and builds the snapshot: seconds of work for a large one. With the snapshot before, only what
 * has changed since is read and indexed.
 */
export async function readSnapshot(
  store: Pick<CatalogStore, 'readIndex'>,
  before?: Snapshot,
  titleMatch?: TitleMatch,
): Promise<Snapshot> {
  const index = await store.readIndex(before?.revision);
  const places = before?.lineage === index.lineage ? findPlaces(before, index.games, index.present) : undefined;
  // Not what the one before has become: another catalog, or an older state that was brought back.
  if (before && !places) return readSnapshot(store, undefined, titleMatch);
  const source = {
    ...index,
    titleMatch,
    genres: index.genres.map((body) => JSON.parse(body) as Genre),
    groups: index.groups.map((body) => JSON.parse(body) as Group),
    platforms: index.platforms.map((body) => JSON.parse(body) as Platform),
  };
  return buildSnapshot(source, before && places && { snapshot: before, places });
}
