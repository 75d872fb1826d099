import { setImmediate as nextTurn } from 'node:timers/promises';
import type { CatalogWriter } from '../../store/catalog-store.ts';
import type { Entries } from '../load/entries.ts';
import type { LoadOptions } from '../load/load-options.ts';
import type { Affected } from '../match/identify.ts';
import { rebuildGame } from './rebuild-game.ts';

/** So many games are made without a turn of the event loop, in which Ctrl-C is heard. */
const GAMES_IN_A_TURN = 200;

/** Makes all these games anew and counts what that changed. */
export async function rebuildGames(
  writer: CatalogWriter,
  affected: Affected,
  options: Pick<LoadOptions, 'noTouch' | 'onProgress' | 'onChange'> & { entries: Entries; now: number },
) {
  const { entries, now, noTouch = false, onProgress, onChange } = options;
  const counts = { added: 0, changed: 0, removed: 0, merged: 0 };
  const touched = new Set<number>();
  let done = 0;
  for (const gameId of affected) {
    const rebuilt = await rebuildGame({ writer, entries, now, noTouch }, gameId);
    if (rebuilt && rebuilt.change !== 'unchanged') {
      const isMerged = rebuilt.change === 'removed' && (await writer.findAlias(gameId)) !== undefined;
      const change = isMerged ? 'merged' : rebuilt.change;
      counts[change]++;
      touched.add(gameId);
      onChange?.(change, rebuilt.title);
    }
    if (++done % GAMES_IN_A_TURN === 0) {
      onProgress?.(done, affected.size, 'games');
      await nextTurn();
    }
  }
  return { counts, touched };
}
