import type { GameRecord } from '../../catalog/model/record.ts';
import type { CatalogWriter } from '../../store/catalog/writer.ts';
import { sortLists } from '../merge/game-record.ts';
import { toStoredGame } from '../merge/stored-game.ts';
import type { Renamed } from './entries.ts';

/**
 * Updates the names of renamed entries in all records that contain them, before any game is rebuilt. The modification time
 * stays: a new name of an entry is not a change of the game.
 */
export async function renameInGames(writer: CatalogWriter, renamed: Renamed): Promise<void> {
  if (renamed.size === 0) return;
  // As records refer to entries. A text that looks like a reference does not match, because its quotes are escaped.
  const reference = new RegExp(`"(?:${[...renamed.keys()].join('|')})_id":[0-9]+`, 'g');
  const wanted = new Set([...renamed].flatMap(([kind, ids]) => Array.from(ids.keys(), (id) => `"${kind}_id":${id}`)));
  for await (const stored of writer.listGames()) {
    if (!stored.record.match(reference)?.some((one) => wanted.has(one))) continue;
    const record = JSON.parse(stored.record, (_, value) => withNames(value, renamed)) as GameRecord;
    const game = toStoredGame({ ...stored, record: JSON.stringify(sortLists(record)) });
    if (game.hash !== stored.hash) await writer.putGame(game);
  }
}

/** Updates the fields that a reference to a renamed entry has. */
function withNames(value: unknown, renamed: Renamed): unknown {
  if (value === null || typeof value !== 'object') return value;
  for (const [kind, ids] of renamed) {
    const entry = ids.get((value as Record<string, number>)[`${kind}_id`] ?? 0);
    if (entry) return { ...value, ...Object.fromEntries(Object.entries(entry).filter(([field]) => field in value)) };
  }
  return value;
}
