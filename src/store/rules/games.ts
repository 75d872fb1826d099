import type { GameWriter } from '../catalog-store.ts';
import { bytesOf } from '../upgraded-games.ts';
import type { WriteContext } from './write-context.ts';

export function gameWriter({ port, revision, markChanged, undo, changes }: WriteContext): GameWriter {
  const find = port.prepareFind('games', ['modifiedAt', 'hash', 'provenance', 'revision']);
  const findRecord = port.prepareFind('records', ['record']);
  const findVersion = async (gameId: number) => {
    const found = await find(gameId);
    return found && { modifiedAt: found.modifiedAt, hash: found.hash, provenance: found.provenance };
  };
  const beforeChange = async (gameId: number) => {
    markChanged();
    const before = await find(gameId);
    await undo.saveGame(gameId, before !== undefined);
    return before;
  };
  const supersede = async (gameId: number) => {
    const before = await beforeChange(gameId);
    // Nobody has seen a record that this import itself wrote.
    if (before && before.revision < revision) await port.copy('superseded', gameId);
    return before;
  };
  return {
    findVersion,
    findGame: async (gameId) => {
      const [version, body] = [await findVersion(gameId), await findRecord(gameId)];
      return version && body && { ...version, record: body.record };
    },
    putGame: async ({ facets, filters, card, record, ...game }) => {
      const { gameId } = game;
      const before = await supersede(gameId);
      await changes.putGame(gameId, before !== undefined);
      await port.upsert('games', { ...game, revision, facets: bytesOf(facets), filters: bytesOf(filters) });
      await port.upsert('cards', { gameId, revision, card });
      await port.upsert('records', { gameId, revision, record });
    },
    removeGame: async (gameId) => {
      if (!(await supersede(gameId))) return;
      await changes.removeGame(gameId);
      for (const table of ['games', 'cards', 'records'] as const) await port.delete(table, { gameId });
    },
    setModified: async (gameId, modifiedAt) => {
      await beforeChange(gameId);
      await port.update('games', { gameId }, { modifiedAt });
    },
    listGamesWithEntries: port.listGamesWithEntries,
  };
}
