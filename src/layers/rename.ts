import type { GameRecord } from '../catalog/record.ts';
import type { CatalogWriter, EntryKind } from '../store/catalog-store.ts';
import type { Renamed } from './entries.ts';
import { inOrder } from './game-record.ts';
import { toStoredGame } from './stored-game.ts';

/**
 * A record holds the names of what it points to. When an import renames an entry, all games follow here, before any is
 * made anew. Their time of modification stays: a new name in a table is not a change of the game.
 */
export async function renameInGames(writer: CatalogWriter, renamed: Renamed): Promise<void> {
  if (renamed.size === 0) return;
  for (const gameId of await writer.listGameIds()) {
    const stored = await writer.findGame(gameId);
    if (!stored) continue;
    const before = JSON.parse(stored.record) as GameRecord;
    const after = inOrder(withNames(before, renamed));
    const game = toStoredGame(after, stored);
    if (game.hash !== stored.hash) await writer.putGame(game);
  }
}

function withNames(record: GameRecord, renamed: Renamed): GameRecord {
  return {
    ...record,
    genres: record.genres.map((genre) => named(genre, renamed, 'genre', genre.genre_id)),
    groups: record.groups.map((group) => named(group, renamed, 'group', group.group_id)),
    platforms: record.platforms.map((platform) => ({
      ...named(platform, renamed, 'platform', platform.platform_id),
      attributes: platform.attributes.map((one) => named(one, renamed, 'attribute', one.attribute_id)),
      ratings: platform.ratings.map((one) => named(one, renamed, 'rating', one.rating_id)),
      releases: platform.releases.map((release) => ({
        ...release,
        companies: release.companies.map((company) => named(company, renamed, 'company', company.company_id)),
      })),
    })),
  };
}

/** Takes over what the entry says of the fields that are there, and no others. */
function named<T extends object>(own: T, renamed: Renamed, kind: EntryKind, id: number): T {
  const entry = renamed.get(kind)?.get(id);
  if (!entry) return own;
  const shared = Object.entries(entry).filter(([field]) => field in own);
  return { ...own, ...Object.fromEntries(shared) };
}
