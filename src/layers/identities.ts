import { type Bundle, type Problems, readLines } from '../importers/bundle.ts';
import type { IdentityLine } from '../importers/bundle-lines.ts';
import type { CatalogReader, CatalogWriter, EntryKind } from '../store/store.ts';

/**
 * Takes over the ids of an export, if the catalog is empty: nobody knows other ones yet. Tells whether it did. In a
 * catalog that has games, what a bundle says about ids is left alone.
 */
export async function loadIdentities(bundle: Bundle, writer: CatalogWriter, problems: Problems): Promise<boolean> {
  const isEmpty = (await writer.listCounters()).length === 0;
  let found = false;
  for await (const { line } of readLines(bundle, 'identities.jsonl', problems)) {
    if (!isEmpty) return false;
    found = true;
    const name = line.key.slice(line.key.indexOf(':') + 1);
    if ('last_id' in line) await writer.setCounter(name as EntryKind, line.last_id);
    else if ('game_id' in line)
      await writer.putAlias({ gameId: Number(name), targetId: line.game_id, cause: line.cause });
    else if ('since' in line)
      await writer.bindKey(line.kind as EntryKind, name.slice(line.kind.length + 1), line.id, line.since);
  }
  return found;
}

/** The times of modification, once the games are there. */
export async function loadTimes(bundle: Bundle, writer: CatalogWriter, problems: Problems): Promise<void> {
  for await (const { line } of readLines(bundle, 'identities.jsonl', problems)) {
    if (!('modified_at' in line)) continue;
    await writer.setModified(Number(line.key.slice('modified:'.length)), line.modified_at);
  }
}

/**
 * The lines that keep ids and times: of everything that ever had an id, also of what is gone; or, where only some sources
 * are exported, of what these speak of.
 */
export async function* listIdentities(
  reader: CatalogReader,
  games: ReadonlySet<number>,
  keys: ReadonlySet<string> | undefined,
): AsyncGenerator<IdentityLine> {
  for (const { gameId, targetId, cause } of await reader.listAliases())
    if (!keys || games.has(targetId)) yield { key: `alias:${gameId}`, game_id: targetId, cause };
  for (const { kind, key, id, since } of await reader.listBindings())
    if (!keys || keys.has(key) || isCategory(kind)) yield { key: `binding:${kind} ${key}`, kind, id, since };
  for (const { kind, lastId } of await reader.listCounters()) yield { key: `counter:${kind}`, last_id: lastId };
  for (const gameId of games) {
    const version = await reader.findVersion(gameId);
    if (version) yield { key: `modified:${gameId}`, modified_at: version.modifiedAt };
  }
}

/** What entries are sorted into has no lines of its own. */
function isCategory(kind: EntryKind | 'game'): boolean {
  return ['genre_category', 'attribute_category', 'rating_system', 'product_code_type'].includes(kind);
}
