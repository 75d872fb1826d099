import { parseArgs } from 'node:util';
import { listGames, openCatalog } from '../src/catalog/catalog.ts';
import { matchCompanies } from '../src/catalog/search/companies.ts';
import type { GameFilter } from '../src/catalog/search/query.ts';
import type { OrderName } from '../src/catalog/snapshot/prepared-orders.ts';
import { buildSnapshot, type Snapshot } from '../src/catalog/snapshot/snapshot.ts';
import { readConfig } from '../src/config.ts';
import type { GameColumns } from '../src/store/catalog-store.ts';
import { openCatalogStore } from '../src/store/open-catalog.ts';

/**
 * Measures filters and orders without HTTP and without caches: `npm run bench:filters -- --data FOLDER --games 250000`. A smaller
 * catalog is repeated, with other product codes and external ids, until it has that many games.
 */
const { values } = parseArgs({
  options: { data: { type: 'string', default: 'data' }, games: { type: 'string', default: '250000' } },
});

const LISTS_PER_GAME = 5;
const TERMS_LIST = 3;
const MEGABYTE = 1024 * 1024;

const { catalog: store, close } = await openCatalogStore(readConfig({ data: values.data }, {}), true);
const index = await store.readIndex();
await close();
const games = repeat(index.games, Number(values.games));
const read = <T>(bodies: readonly string[]) => bodies.map((body) => JSON.parse(body) as T);
const snapshot = buildSnapshot({
  ...index,
  games,
  present: games,
  genres: read(index.genres),
  groups: read(index.groups),
  platforms: read(index.platforms),
  companies: read(index.companies),
} as never);
const { filters, orders, companies } = snapshot;
const parts = { snapshot, filters, orders, companies };
const sizes = Object.entries(parts).map(([name, part]) => `${name} ${(bytesOf(part) / MEGABYTE).toFixed(1)} MB`);
console.log(`${snapshot.ids.length} games: ${sizes.join(', ')}`);

const NONE: GameFilter = { platform: [], genre: [], group: [], title: '', match: 'all' };
const largest = (facet: { ids: Uint32Array; offsets: Uint32Array }) => {
  const sizeAt = (i: number) => (facet.offsets[i + 1] as number) - (facet.offsets[i] as number);
  const [first = 0] = Array.from(facet.ids, (_, i) => i).toSorted((a, b) => sizeAt(b) - sizeAt(a));
  return facet.ids[first] as number;
};
/** The values with the most games. */
const FILTERS: Record<string, Partial<GameFilter>> = {
  none: {},
  platform: { platform: [largest(snapshot.platform)] },
  title: { title: 'e' },
  years: { years: { from: 1, to: 9999 } },
  company: { company: [largest(snapshot.filters.published)] },
  country: { country: ['Japan', 'United States'], match: 'any' },
  product_code: { product_code: ['SLPS-00700'] },
  external_id: { external_id: ['mame:nes/smb'] },
  has: { has: ['description'] },
  exclude: { exclude: ['pirate', 'hack', 'prototype'] },
};
const SORTS = ['id', 'title', 'release', 'modified', 'notability'].flatMap((name) => [name, `-${name}`]) as OrderName[];

console.log('CPU milliseconds per query, worst of all pairs of filters; first: also computes the order');
for (const sort of SORTS) {
  const first = measure(() => list(snapshot, NONE, sort));
  const names = Object.keys(FILTERS);
  const pairs = names.flatMap((one) => names.map((other) => [one, other] as const));
  const timed = pairs.map(([one, other]) => {
    const filter = { ...NONE, ...FILTERS[one], ...FILTERS[other] };
    // The median of three: the clock also counts the garbage collector.
    const times = [1, 2, 3].map(() => measure(() => list(snapshot, filter, sort)));
    return { name: `${one} + ${other}`, time: times.toSorted((a, b) => a - b)[1] as number };
  });
  const [worst] = timed.toSorted((a, b) => b.time - a.time);
  console.log(`${sort.padEnd(12)} first ${first.toFixed(1)}, worst ${worst?.time.toFixed(1)} (${worst?.name})`);
}
for (const text of ['a', 'soft', 'zzz'])
  console.log(`companies named "${text}" ${measure(() => matchCompanies(snapshot, text)).toFixed(2)}`);

/** A page in the middle of the list, by a cursor. */
function list(from: Snapshot, filter: GameFilter, sort: OrderName): void {
  const catalog = openCatalog({} as never, {} as never, from, {} as never, 0);
  listGames(catalog, from, filter, { sort, offset: 1000, limit: 100 });
}

function measure(work: () => void): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
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

function bytesOf(part: unknown): number {
  if (ArrayBuffer.isView(part)) return part.byteLength;
  if (part === null || typeof part !== 'object') return 0;
  return Object.values(part).reduce((sum: number, value) => sum + bytesOf(value), 0);
}
