import type { CatalogStore } from '../store/catalog-store.ts';
import type { Genre, Group, Platform } from './resources.ts';
import { buildSnapshot, type Snapshot } from './snapshot.ts';

/** Reads the whole index of the catalog and builds the snapshot: seconds of work for a large one. */
export async function readSnapshot(store: Pick<CatalogStore, 'readIndex'>): Promise<Snapshot> {
  const index = await store.readIndex();
  return buildSnapshot({
    lineage: index.lineage,
    revision: index.revision,
    games: index.games,
    genres: index.genres.map((body) => JSON.parse(body) as Genre),
    groups: index.groups.map((body) => JSON.parse(body) as Group),
    platforms: index.platforms.map((body) => JSON.parse(body) as Platform),
    aliases: index.aliases,
    sources: index.sources,
  });
}
