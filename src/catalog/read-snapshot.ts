import type { CatalogStore, StoredGame } from '../store/store.ts';
import type { Genre, Group, Platform } from './resources.ts';
import { buildSnapshot, type IndexedGame, type Snapshot } from './snapshot.ts';

/** Reads the whole index of the catalog and builds the snapshot: seconds of work for a large one. */
export async function readSnapshot(store: Pick<CatalogStore, 'readIndex'>): Promise<Snapshot> {
  const index = await store.readIndex();
  return buildSnapshot({
    lineage: index.lineage,
    revision: index.revision,
    games: index.games.map(indexedGame),
    genres: index.genres.map((body) => JSON.parse(body) as Genre),
    groups: index.groups.map((body) => JSON.parse(body) as Group),
    platforms: index.platforms.map((body) => JSON.parse(body) as Platform),
  });
}

function indexedGame(game: StoredGame): IndexedGame {
  return {
    game_id: game.gameId,
    revision: game.revision,
    title: game.title,
    modifiedAt: game.modifiedAt,
    ...game.facets,
  };
}
