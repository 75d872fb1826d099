import type { CatalogPort } from '../catalog-port.ts';
import type { StoredChange } from '../catalog-tables.ts';
import { readAliases } from './reads.ts';

export type Changes = ReturnType<typeof openChanges>;

/** Keeps the last change of every game id, for `/v1/changes`. */
export function openChanges(port: CatalogPort, lastSequence: number) {
  const find = port.prepareFind('changes', ['gameId', 'sequence', 'createdSequence', 'removedAt', 'mergedInto']);
  const findGame = port.prepareFind('games', ['gameId']);
  const isPresent = async (gameId: number) => (await findGame(gameId)) !== undefined;
  let sequence = lastSequence;
  /** Games that were visible before this import. */
  const removed = new Set<number>();
  const realiased = new Set<number>();
  /** The earlier changes of games that this import brought back. */
  const revived = new Map<number, StoredChange>();
  let hasCreated = false;
  return {
    /** The game is stored. `isStored`: it was before, too. */
    putGame: async (gameId: number, isStored: boolean): Promise<void> => {
      sequence++;
      const before = await find(gameId);
      // A game that this import removed and puts again was there all the time.
      const isKept = removed.delete(gameId) || isStored;
      if (before && !isKept) revived.set(gameId, before);
      if (!isKept) hasCreated = true;
      const createdSequence = isKept ? (before?.createdSequence ?? sequence) : sequence;
      await port.upsert('changes', { gameId, sequence, createdSequence, removedAt: null, mergedInto: null });
    },
    /** The game is removed; whether it was merged is known at the end of the import. */
    removeGame: async (gameId: number): Promise<void> => {
      const before = await find(gameId);
      if (!before || before.createdSequence <= lastSequence) {
        removed.add(gameId);
        return;
      }
      // Nobody has seen a game that this import itself created.
      const earlier = revived.get(gameId);
      if (earlier) await port.upsert('changes', earlier);
      else await port.delete('changes', { gameId });
    },
    setAlias: (gameId: number) => void realiased.add(gameId),
    /** Records removed and merged games as changed at this time. */
    finish: async (now: number): Promise<void> => {
      if (!hasCreated && removed.size === 0 && realiased.size === 0) return;
      const targets = await readTargets(port);
      for (const gameId of new Set([...removed, ...realiased, ...targets.keys()])) {
        if (await isPresent(gameId)) continue;
        const [before, target] = [await find(gameId), targets.get(gameId)];
        const mergedInto = target !== undefined && (await isPresent(target)) ? target : null;
        const isSame = before ? before.mergedInto === mergedInto : mergedInto === null;
        if (isSame && !removed.has(gameId)) continue;
        sequence++;
        const createdSequence = before?.createdSequence ?? sequence;
        await port.upsert('changes', { gameId, sequence, createdSequence, removedAt: now, mergedInto });
      }
    },
  };
}

/** Where every merged game redirects to, through chains of merges. */
async function readTargets({ sql }: CatalogPort): Promise<Map<number, number>> {
  const targets = new Map<number, number>();
  // Targets are lower ids, so theirs are known already.
  for (const { gameId, targetId } of await readAliases(sql)) targets.set(gameId, targets.get(targetId) ?? targetId);
  return targets;
}
