import type { GameRecord } from '../../catalog/model/record.ts';
import type { CatalogWriter, EntryKind, NumberedGame } from '../../store/catalog-store.ts';
import { sortLists } from '../merge/game-record.ts';
import { toStoredGame } from '../merge/stored-game.ts';
import type { Renamed } from './entries.ts';

const BATCH_SIZE = 200;

/**
 * Updates the names of renamed entries in all records that contain them, before any game is rebuilt. The modification time
 * stays: a new name of an entry is not a change of the game.
 */
export async function renameInGames(writer: CatalogWriter, renamed: Renamed): Promise<void> {
  const entries = [...renamed].flatMap(([kind, ids]) => [...ids.keys()].map((id) => ({ kind, id })));
  if (entries.length === 0) return;
  let last: NumberedGame | undefined;
  do {
    const games = await writer.listGamesWithEntries(entries, last?.gameId ?? 0, BATCH_SIZE);
    for (const game of games) await renameInGame(writer, game, renamed);
    last = games[BATCH_SIZE - 1];
  } while (last);
}

async function renameInGame(writer: CatalogWriter, stored: NumberedGame, renamed: Renamed): Promise<void> {
  const record = withNames(JSON.parse(stored.record) as GameRecord, renamed);
  const game = toStoredGame(sortLists(record), stored);
  if (game.hash !== stored.hash) await writer.putGame(game);
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

/** Updates the fields that the object already has. */
function named<T extends object>(own: T, renamed: Renamed, kind: EntryKind, id: number): T {
  const entry = renamed.get(kind)?.get(id);
  if (!entry) return own;
  const shared = Object.entries(entry).filter(([field]) => field in own);
  return { ...own, ...Object.fromEntries(shared) };
}
