import { setImmediate as nextTurn } from 'node:timers/promises';
import { getOrInsert } from '../get-or-insert.ts';
import type { StoredSource } from '../store/catalog-store.ts';
import { type Catalog, nameAt, readRecords, renderGames } from './catalog.ts';
import { type Include, NO_PROVENANCE, renderIncluded, renderSources } from './render/included.ts';
import type { Snapshot } from './snapshot/snapshot.ts';

/** A few megabytes. */
const MAX_SOURCE_LISTS = 5000;
/** A page ends before the game that would exceed this size. Rendering and compressing a megabyte takes 13 ms of CPU. */
const MAX_INCLUDED_BYTES = 1_250_000;
/** Parsed records take twice the time of copied text. */
const MAX_PARSED_BYTES = MAX_INCLUDED_BYTES / 2;
/** Other requests wait for the time of a quarter of a page. */
const INCLUDED_AT_ONCE = 25;

/**
 * The games at these positions in the `normal` format with parts of their records. Fewer games, but at least one, if the next
 * one would exceed the maximal size.
 */
export async function renderGamesWith(
  catalog: Catalog,
  snapshot: Snapshot,
  positions: ArrayLike<number>,
  include: readonly Include[],
): Promise<Buffer[]> {
  const games: Buffer[] = [];
  const maxBytes = catalog.options.originalFields ? MAX_PARSED_BYTES : MAX_INCLUDED_BYTES;
  let bytes = 0;
  for (let at = 0; at < positions.length; at += INCLUDED_AT_ONCE) {
    const some = Array.prototype.slice.call(positions, at, at + INCLUDED_AT_ONCE) as number[];
    for (const render of await prepareSome(catalog, snapshot, some, include)) {
      const game = render();
      bytes += game.length;
      if (bytes > maxBytes && games.length > 0) return games;
      games.push(game);
    }
    await nextTurn();
  }
  return games;
}

/** Reads games together. Each is rendered by itself, because a page may end before it. */
async function prepareSome(
  catalog: Catalog,
  snapshot: Snapshot,
  positions: readonly number[],
  include: readonly Include[],
): Promise<(() => Buffer)[]> {
  const [games, records, sources] = await Promise.all([
    renderGames(catalog, snapshot, positions, 'normal'),
    readRecords(catalog, snapshot, positions),
    include.includes('sources') ? renderAllSources(catalog, snapshot, positions) : [],
  ]);
  return games.map((game, i) => () => {
    const stored = { record: records[i] as string, sources: sources[i] };
    return Buffer.from(renderIncluded(game.toString(), stored, include, catalog.options));
  });
}

async function renderAllSources(catalog: Catalog, snapshot: Snapshot, positions: readonly number[]): Promise<string[]> {
  const { revision } = snapshot;
  if (catalog.sources?.revision !== revision)
    catalog.sources = { revision, byKey: readSources(catalog), lists: new Map() };
  const { byKey, lists } = catalog.sources;
  const versions = positions.map((position) => nameAt(snapshot, position));
  const [texts, sources] = await Promise.all([catalog.store.readProvenance(versions), byKey]);
  if (lists.size > MAX_SOURCE_LISTS) lists.clear();
  return texts.map((text = NO_PROVENANCE) => getOrInsert(lists, text, () => renderSources(text, sources)));
}

async function readSources(catalog: Catalog): Promise<Map<string, StoredSource>> {
  try {
    return new Map((await catalog.store.listSources()).map((source) => [source.source, source]));
  } catch (error) {
    // The next request tries again.
    catalog.sources = undefined;
    throw error;
  }
}
