import { getOrInsert } from '../../get-or-insert.ts';
import type { CatalogWriter } from '../../store/catalog-store.ts';
import { followAliases } from '../match/aliases.ts';
import { type ChangedLayer, listKeys } from './layer-line.ts';

/** More would not be read. */
const MAX_NOTES = 100;

/** The ids that the keys of changed layers are bound to before the import. */
export type Bound = ReadonlyMap<string, number>;

export async function listBound(writer: CatalogWriter, changed: readonly ChangedLayer[]): Promise<Bound> {
  const bound = new Map<string, number>();
  for (const layer of changed) {
    for (const key of listKeys(layer)) {
      const binding = await writer.findBinding(key);
      if (binding) bound.set(key, binding.id);
    }
  }
  return bound;
}

/** A sentence for each game that lost keys to another game, for the journal. */
export async function describeSplits(writer: CatalogWriter, before: Bound): Promise<string[]> {
  const splits = new Map<string, string[]>();
  for (const [key, id] of before) {
    const now = (await writer.findBinding(key))?.id ?? id;
    if (now === id) continue;
    const [from, to] = [await followAliases(writer, id), await followAliases(writer, now)];
    if (from !== to && (await writer.findGame(from))) getOrInsert(splits, `${from} ${to}`, () => []).push(key);
  }
  return Array.from(splits, ([games, keys]) => toSentence(games, keys)).slice(0, MAX_NOTES);
}

function toSentence(games: string, [first, ...more]: string[]): string {
  const [from, to] = games.split(' ');
  const others = more.length === 0 ? '' : ` and ${more.length} more`;
  return `Game ${from} was split: ${first}${others} moved to game ${to}`;
}
