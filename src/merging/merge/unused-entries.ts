import type { Company, Genre, Group } from '../../catalog/model/resources.ts';
import type { CatalogWriter } from '../../store/catalog/writer.ts';
import type { Entries } from '../load/entries.ts';
import { DERIVED } from '../load/layer-line.ts';

/** Removes the genres, groups and companies that were kept for derived facts only, and that no game has any more. */
export async function removeUnusedEntries(writer: CatalogWriter, entries: Entries): Promise<void> {
  const unused = await listDerived(writer, entries);
  if (unused.size === 0) return;
  for await (const { record } of writer.listGames()) {
    for (const reference of record.match(REFERENCE) ?? []) unused.delete(reference);
    if (unused.size === 0) return;
  }
  for (const key of unused.values()) {
    await writer.removeEntryLayer(key, DERIVED);
    await entries.rebuild(key);
  }
}

/** As records refer to entries. A text that looks like a reference does not match, because its quotes are escaped. */
const REFERENCE = /"(?:genre|group|company)_id":[0-9]+/g;

/** Their keys, by the reference of a record. */
async function listDerived(writer: CatalogWriter, entries: Entries): Promise<Map<string, string>> {
  const keys = (await writer.listEntryLayersOfSource(DERIVED)).map(({ key }) => key);
  await entries.prepare(keys);
  return new Map(
    keys.flatMap((key) => {
      const kind = key.slice(0, key.indexOf(':')) as 'company' | 'genre' | 'group';
      const id = entries.find<Partial<Company & Genre & Group>>(key)?.[`${kind}_id`];
      return id === undefined ? [] : [[`"${kind}_id":${id}`, key] as const];
    }),
  );
}
