/** The facets with ids. `dates`: for each of `platforms` the `dateNumber` of the first release there, or 0. */
const ID_LISTS = ['dates', 'platforms', 'genres', 'groups', 'published', 'developed', 'credited'] as const;
type IdList = (typeof ID_LISTS)[number];

/** What lists of games are filtered, counted and sorted by. Companies are listed by their role; `credited`: all other roles. */
export interface Facets extends Record<IdList, readonly number[]> {
  /** Numbers of `hashTerm`. */
  terms: readonly number[];
  notability: number;
  /** Bits of `FLAGS`. */
  flags: number;
  /** The `dateNumber` of the first release, or 0. */
  release: number;
}

/**
 * In one array: each list is preceded by its length, and the last one has the numbers. The arrays of many games can be concatenated:
 * every start reads the whole catalog, and small arrays for each of a quarter of a million games would take a second longer.
 */
export type PackedFacets = Uint32Array;

export function packFacets({ terms, notability, flags, release, ...ids }: Facets): PackedFacets {
  const halves = terms.flatMap((term) => [Math.floor(term / HALF), term % HALF]);
  const lists = [...ID_LISTS.map((name) => ids[name]), halves, [notability, flags, release]];
  return Uint32Array.from(lists.flatMap((list) => [list.length, ...list]));
}

const HALF = 2 ** 32;
const LISTS = ID_LISTS.length + 2;
const NUMBERS = 3;

/** The ids of one facet of all games, concatenated, and for each id the position of its game. */
interface FacetIds<A = Uint32Array> {
  ids: A;
  positions: Uint32Array;
}

interface UnpackedFacets extends Record<Exclude<IdList, 'dates'>, FacetIds> {
  terms: FacetIds<Float64Array>;
  /** Dates on platforms, as `dateOn` packs them. */
  dates: FacetIds<Float64Array>;
  /** These are for each position. */
  notability: Uint16Array;
  flags: Uint16Array;
  release: Uint32Array;
}

export function unpackFacets(packed: PackedFacets): UnpackedFacets {
  const lists = unpackLists(packed);
  const [halves, numbers] = lists.slice(ID_LISTS.length) as [FacetIds, FacetIds];
  const ids = Object.fromEntries(ID_LISTS.map((name, i) => [name, lists[i]])) as Record<IdList, FacetIds>;
  const size = numbers.ids.length / NUMBERS;
  const [notability, flags, release] = [new Uint16Array(size), new Uint16Array(size), new Uint32Array(size)];
  for (let position = 0, at = 0; position < size; position++) {
    notability[position] = numbers.ids[at++] as number;
    flags[position] = numbers.ids[at++] as number;
    release[position] = numbers.ids[at++] as number;
  }
  return { ...ids, dates: joinDates(ids, release), terms: joinHalves(halves), notability, flags, release };
}

/** Instead of a platform. No platform has this id. */
export const ANYWHERE = 0;

/** More than any `dateNumber`. */
const DATES = 2 ** 23;

/** A platform and a `dateNumber` on it, or 0, as one number: those of a platform are adjacent, and ascend by date. */
export function dateOn(platform: number, date: number): number {
  return platform * DATES + date;
}

/** The dates on platforms, and those of the first releases anywhere. Unknown ones are left out. */
function joinDates(
  { dates, platforms }: Record<'dates' | 'platforms', FacetIds>,
  release: Uint32Array,
): FacetIds<Float64Array> {
  const known = Uint32Array.from(dates.ids.keys()).filter((i) => dates.ids[i] !== 0);
  const dated = Uint32Array.from(release.keys()).filter((position) => release[position] !== 0);
  const on = Array.from(known, (i) => dateOn(platforms.ids[i] as number, dates.ids[i] as number));
  const anywhere = Array.from(dated, (position) => dateOn(ANYWHERE, release[position] as number));
  const positions = [...known.map((i) => platforms.positions[i] as number), ...dated];
  return { ids: Float64Array.from([...on, ...anywhere]), positions: Uint32Array.from(positions) };
}

function joinHalves({ ids, positions }: FacetIds): FacetIds<Float64Array> {
  const terms = { ids: new Float64Array(ids.length / 2), positions: new Uint32Array(ids.length / 2) };
  for (let i = 0; i < terms.ids.length; i++) {
    terms.ids[i] = (ids[2 * i] as number) * HALF + (ids[2 * i + 1] as number);
    terms.positions[i] = positions[2 * i] as number;
  }
  return terms;
}

function unpackLists(packed: Uint32Array): FacetIds[] {
  const lengths = Array.from({ length: LISTS }, () => 0);
  for (let at = 0, list = 0; at < packed.length; list++) {
    const length = packed[at] as number;
    lengths[list % LISTS] = (lengths[list % LISTS] as number) + length;
    at += length + 1;
  }
  const columns = lengths.map((length) => ({ ids: new Uint32Array(length), positions: new Uint32Array(length) }));
  const filled = lengths.map(() => 0);
  for (let at = 0, position = 0; at < packed.length; position++) {
    for (let list = 0; list < LISTS; list++) {
      const { ids, positions } = columns[list] as FacetIds;
      let to = filled[list] as number;
      for (const end = at + 1 + (packed[at] as number); ++at < end; to++) {
        ids[to] = packed[at] as number;
        positions[to] = position;
      }
      filled[list] = to;
    }
  }
  return columns;
}

export function bytesOf({ buffer, byteOffset, byteLength }: Uint32Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}

/** Compares without the notability, whose rules may have changed since the game was written. */
export function isSameFacets(stored: Uint8Array, facets: PackedFacets): boolean {
  const expected = bytesOf(facets);
  const at = expected.byteLength - NUMBERS * facets.BYTES_PER_ELEMENT;
  const isSame = (from: number, to?: number) =>
    Buffer.compare(stored.subarray(from, to), expected.subarray(from, to)) === 0;
  return isSame(0, at) && isSame(at + facets.BYTES_PER_ELEMENT);
}
