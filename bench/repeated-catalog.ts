import { buildSnapshot, type Snapshot } from '../src/catalog/snapshot/snapshot.ts';
import { readConfig } from '../src/config.ts';
import type { GameColumns } from '../src/store/catalog-store.ts';
import { openCatalogStore } from '../src/store/open-catalog.ts';

const LISTS_PER_GAME = 5;
const TERMS_LIST = 3;

/** The catalog of a data folder, repeated with other product codes and external ids until it has that many games. */
export async function openRepeatedCatalog(data: string, size: number): Promise<Snapshot> {
  const { catalog: store, close } = await openCatalogStore(readConfig({ data }, {}), true);
  const index = await store.readIndex();
  await close();
  const games = repeat(index.games, size);
  const read = <T>(bodies: readonly string[]) => bodies.map((body) => JSON.parse(body) as T);
  return buildSnapshot({
    ...index,
    games,
    present: games,
    genres: read(index.genres),
    groups: read(index.groups),
    platforms: read(index.platforms),
    companies: read(index.companies),
  } as never);
}

function repeat(columns: GameColumns, size: number): GameColumns {
  const times = Math.max(1, Math.ceil(size / columns.ids.length));
  const highest = columns.ids.at(-1) ?? 0;
  const copies = <T>(list: readonly T[], change: (value: T, copy: number) => T = (value) => value) =>
    Array.from({ length: times }, (_, copy) => list.map((value) => change(value, copy))).flat();
  return {
    ids: copies(columns.ids, (id, copy) => id + copy * highest),
    revisions: copies(columns.revisions),
    titles: copies(columns.titles),
    names: copies(columns.names),
    modifiedAt: copies(columns.modifiedAt),
    facets: join(Array.from({ length: times }, () => columns.facets)),
    filters: join(Array.from({ length: times }, (_, copy) => withOtherTerms(columns.filters, copy))),
  };
}

function withOtherTerms(filters: Uint32Array, copy: number): Uint32Array {
  const changed = filters.slice();
  for (let at = 0, lists = 0; at < changed.length; lists++) {
    const end = at + 1 + (changed[at] as number);
    if (lists % LISTS_PER_GAME === TERMS_LIST)
      for (let i = at + 2; i < end; i += 2) changed[i] = (changed[i] as number) ^ copy;
    at = end;
  }
  return changed;
}

function join(arrays: readonly Uint32Array[]): Uint32Array {
  const all = new Uint32Array(arrays.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const array of arrays) {
    all.set(array, at);
    at += array.length;
  }
  return all;
}
