import type { GameRecord } from '../../catalog/model/record.ts';
import type { Company, Genre, Group } from '../../catalog/model/resources.ts';
import type { CatalogWriter, EntryReference } from '../../store/catalog-store.ts';
import type { Entries } from '../load/entries.ts';
import { DERIVED } from '../load/layer-line.ts';

const BATCH_SIZE = 200;

/** Removes the genres, groups and companies that were kept for derived facts only, and that no game has any more. */
export async function removeUnusedEntries(writer: CatalogWriter, entries: Entries): Promise<void> {
  const unused = await listDerived(writer, entries);
  let after = 0;
  while (unused.size > 0) {
    const games = await writer.listGamesWithEntries([...unused.values()], after, BATCH_SIZE);
    for (const game of games) {
      const { genres, groups, platforms } = JSON.parse(game.record) as GameRecord;
      for (const { genre_id } of genres) unused.delete(`genre ${genre_id}`);
      for (const { group_id } of groups) unused.delete(`group ${group_id}`);
      for (const { companies } of platforms.flatMap(({ releases }) => releases))
        for (const { company_id } of companies) unused.delete(`company ${company_id}`);
    }
    if (games.length < BATCH_SIZE) break;
    after = games.at(-1)?.gameId as number;
  }
  for (const { key } of unused.values()) {
    await writer.removeEntryLayer(key, DERIVED);
    await entries.rebuild(key);
  }
}

/** By kind and id. */
async function listDerived(
  writer: CatalogWriter,
  entries: Entries,
): Promise<Map<string, EntryReference & { key: string }>> {
  const keys = (await writer.listEntryLayersOfSource(DERIVED)).map(({ key }) => key);
  await entries.prepare(keys);
  return new Map(
    keys.flatMap((key) => {
      const kind = key.slice(0, key.indexOf(':')) as 'company' | 'genre' | 'group';
      const id = entries.find<Partial<Company & Genre & Group>>(key)?.[`${kind}_id`];
      return id === undefined ? [] : [[`${kind} ${id}`, { kind, id, key }] as const];
    }),
  );
}
