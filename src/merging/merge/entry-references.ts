import type { GameRecord } from '../../catalog/model/record.ts';
import type { CatalogWriter } from '../../store/catalog/writer.ts';
import type { EntryKind } from '../../store/catalog-rows.ts';
import type { Entries, Renamed } from '../load/entries.ts';
import { DERIVED } from '../load/layer-line.ts';
import { sortLists } from './game-record.ts';
import { toStoredGame } from './stored-game.ts';

/** As records refer to entries. A text that looks like a reference does not match, because its quotes are escaped. */
const REFERENCE = /"(?:platform|genre|group|company|attribute|rating)_id":\d+/g;

/** The entries that a record refers to, such as `"genre_id":7`. Categories are only part of other entries. */
export function listEntryReferences(record: string): string[] {
  return record.match(REFERENCE) ?? [];
}

/**
 * Updates the names of renamed entries in all records that contain them, before any game is rebuilt. The modification time
 * stays: a new name of an entry is not a change of the game.
 */
export async function renameInGames(writer: CatalogWriter, renamed: Renamed): Promise<void> {
  if (renamed.size === 0) return;
  const wanted = new Set([...renamed].flatMap(([kind, ids]) => Array.from(ids.keys(), (id) => `"${kind}_id":${id}`)));
  for await (const stored of writer.listGames()) {
    if (!listEntryReferences(stored.record).some((one) => wanted.has(one))) continue;
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

/** Adds the games that refer to entries by ids that these had before. */
export async function addReferring(
  writer: CatalogWriter,
  rebound: readonly { kind: EntryKind; before: number }[],
  affected: Set<number>,
): Promise<void> {
  if (rebound.length === 0) return;
  const wanted = new Set(rebound.map(({ kind, before }) => `"${kind}_id":${before}`));
  for await (const { gameId, record } of writer.listGames())
    if (listEntryReferences(record).some((one) => wanted.has(one))) affected.add(gameId);
}

/** Removes the genres, groups and companies that were kept for derived facts only, and that no game has any more. */
export async function removeUnusedEntries(writer: CatalogWriter, entries: Entries): Promise<void> {
  const keys = (await writer.listEntryLayersOfSource(DERIVED)).map(({ key }) => key);
  await entries.prepare(keys);
  const unused = new Map(keys.map((key) => [referenceTo(key, entries), key]));
  for await (const { record } of writer.listGames()) {
    for (const reference of listEntryReferences(record)) unused.delete(reference);
    if (unused.size === 0) return;
  }
  for (const key of unused.values()) {
    await writer.removeEntryLayer(key, DERIVED);
    await entries.rebuild(key);
  }
}

function referenceTo(key: string, entries: Entries): string {
  const field = `${key.slice(0, key.indexOf(':'))}_id`;
  return `"${field}":${entries.find<Record<string, number>>(key)?.[field]}`;
}
