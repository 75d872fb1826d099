import { parseArgs } from 'node:util';
import { listGames, openCatalog } from '../src/catalog/catalog.ts';
import { matchCompanies } from '../src/catalog/search/companies.ts';
import type { GameFilter } from '../src/catalog/search/query.ts';
import type { OrderName } from '../src/catalog/snapshot/prepared-orders.ts';
import type { Snapshot } from '../src/catalog/snapshot/snapshot.ts';
import { openRepeatedCatalog } from './repeated-catalog.ts';

/**
 * Measures filters and orders without HTTP and without caches: `npm run bench:filters -- --data FOLDER --games 250000`. A smaller
 * catalog is repeated, with other product codes and external ids, until it has that many games.
 */
const { values } = parseArgs({
  options: { data: { type: 'string', default: 'data' }, games: { type: 'string', default: '250000' } },
});

const MEGABYTE = 1024 * 1024;

const snapshot = await openRepeatedCatalog(values.data, Number(values.games));
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

function bytesOf(part: unknown): number {
  if (ArrayBuffer.isView(part)) return part.byteLength;
  if (part === null || typeof part !== 'object') return 0;
  return Object.values(part).reduce((sum: number, value) => sum + bytesOf(value), 0);
}
