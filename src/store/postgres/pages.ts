interface PageSource<V> {
  /** Reads rows in ascending order from a key on. Between `from` and `to` there are no other rows. Infinite limit: all rows. */
  read(from: string, limit: number): Promise<{ rows: [string, V][]; to: string | undefined }>;
  /** Whether a change of the row is not sent yet, so that the row in the database is outdated. */
  isPending(key: string): boolean;
  minLimit: number;
  maxLimit: number;
  /** Rows in the cache, in addition to pending ones. */
  maxRows: number;
}

/**
 * A cache of rows that reads ahead. An import looks up one key after another, mostly in ascending order, and many that do not exist:
 * one query for a page of rows answers the following lookups as well. Every write must also be put here.
 */
export interface Pages<V> {
  find(key: string): Promise<V | undefined>;
  /** Undefined: the row does not exist. */
  put(key: string, value: V | undefined): void;
  /** The row must be read again. */
  invalidate(key: string): void;
  /** The cached row, without a query. */
  peek(key: string): { value: V | undefined } | undefined;
}

interface Range {
  from: string;
  /** Undefined: the end of the table. */
  to: string | undefined;
}

const GROWTH = 4;

export function openPages<V>(source: PageSource<V>): Pages<V> {
  const known = new Map<string, V | undefined>();
  /** Key ranges that were read, ascending and disjoint. A key in a range that is not in `known` does not exist. */
  let ranges: Range[] = [];
  /** Keys in ranges that were invalidated. */
  const invalidated = new Set<string>();
  let limit = source.minLimit;
  let hits = 0;

  const isInRange = (key: string) => {
    const range = ranges[lastFrom(ranges, key)];
    return range !== undefined && (range.to === undefined || compareTexts(key, range.to) <= 0) && !invalidated.has(key);
  };
  let maxRows = source.maxRows;
  const evictIfFull = () => {
    if (known.size < maxRows) return;
    for (const key of known.keys()) if (!source.isPending(key)) known.delete(key);
    for (const key of invalidated) if (!source.isPending(key)) invalidated.delete(key);
    ranges = [];
    // With many pending rows, checking all of them at each call would be quadratic.
    maxRows = Math.max(source.maxRows, 2 * known.size);
  };
  const readFrom = async (key: string) => {
    evictIfFull();
    // At least a quarter of the last page was used: read a larger one.
    limit =
      hits >= limit / GROWTH
        ? Math.min(limit * GROWTH, source.maxLimit)
        : Math.max(Math.floor(limit / GROWTH), source.minLimit);
    hits = 0;
    const from = limit === Infinity ? '' : key;
    const { rows, to } = await source.read(from, limit);
    for (const old of invalidated) {
      const isCovered = compareTexts(old, from) >= 0 && (to === undefined || compareTexts(old, to) <= 0);
      if (isCovered && !source.isPending(old)) invalidated.delete(old);
    }
    for (const [one, value] of rows) if (!known.has(one) && !source.isPending(one)) known.set(one, value);
    ranges = withRange(ranges, { from, to });
  };
  return {
    find: async (key) => {
      if (known.has(key) || isInRange(key)) hits++;
      else await readFrom(key);
      return known.get(key);
    },
    put: (key, value) => {
      evictIfFull();
      known.set(key, value);
      invalidated.delete(key);
    },
    invalidate: (key) => {
      known.delete(key);
      invalidated.add(key);
    },
    peek: (key) => (known.has(key) ? { value: known.get(key) } : undefined),
  };
}

/** The index of the last range that begins at or before the key, or -1. */
function lastFrom(ranges: readonly Range[], key: string): number {
  let [low, high] = [0, ranges.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compareTexts((ranges[middle] as Range).from, key) <= 0) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

function withRange(ranges: readonly Range[], added: Range): Range[] {
  const at = lastFrom(ranges, added.from) + 1;
  let end = at;
  let { to } = added;
  // Merges the ranges that begin within it.
  for (; end < ranges.length; end++) {
    const range = ranges[end] as Range;
    if (to !== undefined && compareTexts(range.from, to) > 0) break;
    if (to !== undefined) to = range.to === undefined || compareTexts(range.to, to) > 0 ? range.to : to;
  }
  return [...ranges.slice(0, at), { from: added.from, to }, ...ranges.slice(end)];
}

/** The order of UTF-8 bytes, which is that of code points: where two UTF-16 units differ, surrogates come last. */
export function compareTexts(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const [x, y] = [a.charCodeAt(i), b.charCodeAt(i)];
    if (x !== y) return Number(isSurrogate(x)) - Number(isSurrogate(y)) || x - y;
  }
  return a.length - b.length;
}

function isSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdfff;
}
