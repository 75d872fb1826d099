import assert from 'node:assert/strict';
import { type ChangePosition, listChanges, START } from '../../../src/catalog/changes.ts';
import type { Snapshot } from '../../../src/catalog/snapshot/snapshot.ts';

/** Few, so that most imports need several pages. */
const PAGE = 3;

/** Keeps a copy of a catalog by its changes alone, and asserts that it is complete. */
export function openFollower() {
  const games = new Map<number, { revision: number; modifiedAt: string }>();
  const redirects = new Map<number, number>();
  let position: ChangePosition = START;
  return (snapshot: Snapshot): void => {
    const served = listServed(snapshot);
    for (let isDone = false; !isDone; ) {
      const { changes, next } = listChanges(snapshot, position, PAGE);
      for (const { sequence, type, game_id, merged_into, modified_at } of changes) {
        assert.ok(sequence > position.sequence);
        position = { ...position, sequence };
        if (type === 'created' || type === 'updated') {
          // A game that was removed and came back is created again.
          assert.ok(type === 'created' || games.has(game_id), `game ${game_id} is updated before it is created`);
          games.set(game_id, { revision: served.games.get(game_id)?.revision ?? 0, modifiedAt: modified_at });
        } else games.delete(game_id);
        if (merged_into === null) redirects.delete(game_id);
        else redirects.set(game_id, merged_into);
      }
      isDone = changes.length === 0;
      position = next;
    }
    assert.deepEqual(byId(games), byId(served.games));
    assert.deepEqual(byId(redirects), byId(served.redirects));
  };
}

function listServed({ ids, revisions, modifiedAt, aliases }: Snapshot) {
  const games = new Map<number, { revision: number; modifiedAt: string }>();
  ids.forEach((id, position) => {
    const isoTime = new Date(modifiedAt[position] as number).toISOString();
    games.set(id, { revision: revisions[position] as number, modifiedAt: isoTime });
  });
  const redirects = new Map<number, number>();
  // A game that is there does not redirect.
  aliases.ids.forEach((id, i) => void (ids.includes(id) || redirects.set(id, aliases.targets[i] as number)));
  return { games, redirects };
}

function byId<T>(map: ReadonlyMap<number, T>): [number, T][] {
  return [...map].sort(([a], [b]) => a - b);
}
