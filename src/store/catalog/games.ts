import type { CatalogPort } from '../catalog-port.ts';
import type { GameToStore, NumberedGame } from '../catalog-rows.ts';
import { bytesOf } from '../facets.ts';
import type { WriteContext } from './write-context.ts';

export function gameWriter({ port, revision, markChanged, changes }: WriteContext) {
  const find = port.prepareFind('games', ['modifiedAt', 'hash', 'provenance', 'revision']);
  const findRecord = port.prepareFind('records', ['record']);
  const findVersion = async (gameId: number) => {
    const found = await find(gameId);
    return found && { modifiedAt: found.modifiedAt, hash: found.hash, provenance: found.provenance };
  };
  const supersede = async (gameId: number) => {
    markChanged();
    const before = await find(gameId);
    // Nobody has seen a record that this import itself wrote.
    if (before && before.revision < revision) await port.copy('superseded', gameId);
    return before;
  };
  return {
    findVersion,
    findGame: async (gameId: number) => {
      const [version, body] = [await findVersion(gameId), await findRecord(gameId)];
      return version && body && { ...version, record: body.record };
    },
    putGame: async ({ facets, card, record, ...game }: GameToStore) => {
      const { gameId } = game;
      const before = await supersede(gameId);
      await changes.putGame(gameId, before !== undefined);
      await port.upsert('games', { ...game, revision, facets: bytesOf(facets) });
      await port.upsert('cards', { gameId, revision, card });
      await port.upsert('records', { gameId, revision, record });
    },
    removeGame: async (gameId: number) => {
      if (!(await supersede(gameId))) return;
      await changes.removeGame(gameId);
      for (const table of ['games', 'cards', 'records'] as const) await port.delete(table, { gameId });
    },
    setModified: async (gameId: number, modifiedAt: number) => {
      markChanged();
      await port.update('games', { gameId }, { modifiedAt });
    },
    /** All games with their records, by ascending id. Slow: names of entries change rarely, and an index of them grows each import. */
    listGames: () => listGames(port),
  };
}

/** Some megabytes of records. */
const GAMES_AT_ONCE = 500;

/** In pages, so that the caller can write between two games. */
async function* listGames({ sql }: CatalogPort): AsyncGenerator<NumberedGame> {
  const text = `SELECT games.game_id, modified_at, hash, provenance, ${sql.text('record')} AS record
    FROM games JOIN records ON records.game_id = games.game_id
    WHERE games.game_id > ? ORDER BY games.game_id LIMIT ${GAMES_AT_ONCE}`;
  for (let last: NumberedGame | undefined; ; ) {
    const games = await sql.select<NumberedGame>(text, [last?.gameId ?? 0]);
    yield* games;
    if (games.length < GAMES_AT_ONCE) return;
    last = games.at(-1);
  }
}
