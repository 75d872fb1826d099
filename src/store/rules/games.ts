import type { GameWriter } from '../catalog-store.ts';
import type { Writing } from './writing.ts';

export function gameWriter({ port, revision, touch, undo }: Writing): GameWriter {
  const find = port.rows('games', ['modifiedAt', 'hash', 'provenance', 'revision']);
  const findRecord = port.rows('records', ['record']);
  const findVersion = async (gameId: number) => {
    const found = await find(gameId);
    return found && { modifiedAt: found.modifiedAt, hash: found.hash, provenance: found.provenance };
  };
  const beforeChange = async (gameId: number) => {
    touch();
    const before = await find(gameId);
    await undo.rememberGame(gameId, before !== undefined);
    return before;
  };
  const supersede = async (gameId: number) => {
    const before = await beforeChange(gameId);
    // Nobody has seen what this very import wrote before.
    if (before && before.revision < revision) await port.copy('superseded', gameId);
  };
  return {
    findVersion,
    findGame: async (gameId) => {
      const [version, body] = [await findVersion(gameId), await findRecord(gameId)];
      return version && body && { ...version, record: body.record };
    },
    putGame: async ({ facets, card, record, ...game }) => {
      const { gameId } = game;
      await supersede(gameId);
      const bytes = Buffer.from(facets.buffer, facets.byteOffset, facets.byteLength);
      await port.put('games', { ...game, revision, facets: bytes });
      await port.put('cards', { gameId, revision, card });
      await port.put('records', { gameId, revision, record });
    },
    removeGame: async (gameId) => {
      await supersede(gameId);
      for (const table of ['games', 'cards', 'records'] as const) await port.remove(table, { gameId });
    },
    setModified: async (gameId, modifiedAt) => {
      await beforeChange(gameId);
      await port.set('games', { gameId }, { modifiedAt });
    },
    listGamesNaming: port.listGamesNaming,
  };
}
