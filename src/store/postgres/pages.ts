interface PageSource<V> {
  /** Reads rows in ascending order from a key on. Between `from` and `to` there are no other rows. Infinite limit: all rows. */
  read(from: string, limit: number): Promise<{ rows: [string, V][]; to: string | undefined }>;
  minLimit: number;
  maxLimit: number;
  /** The cache is full when it has so many rows. */
  maxRows: number;
}

interface Range {
  from: string;
  /** Undefined: the end of the table. */
  to: string | undefined;
}

const GROWTH = 4;
/** Some for each kind of keys that an import looks up by turns. */
const MAX_RANGES = 16;

/**
 * A cache of rows that reads ahead. An import looks up one key after another, mostly in ascending order, and many that do not exist:
 * one query for a page of rows answers the following lookups as well. Every write must also be put here.
 */
export function openPages<V>(source: PageSource<V>) {
  const known = new Map<string, V | undefined>();
  /** The key ranges that were read last. A key in a range that is not in `known` does not exist. */
  let ranges: Range[] = [];
  let limit = source.minLimit;
  let hits = 0;
  const readFrom = async (key: string) => {
    // At least a quarter of the last page was used: read a larger one.
    limit =
      hits >= limit / GROWTH
        ? Math.min(limit * GROWTH, source.maxLimit)
        : Math.max(Math.floor(limit / GROWTH), source.minLimit);
    hits = 0;
    const from = limit === Infinity ? '' : key;
    const { rows, to } = await source.read(from, limit);
    // What is known may have changes that are not sent yet.
    for (const [one, value] of rows) if (!known.has(one)) known.set(one, value);
    ranges = [{ from, to }, ...ranges.slice(0, MAX_RANGES - 1)];
  };
  return {
    find: async (key: string): Promise<V | undefined> => {
      if (known.has(key) || ranges.some((range) => isInRange(key, range))) hits++;
      else await readFrom(key);
      return known.get(key);
    },
    /** Undefined: the row does not exist. */
    put: (key: string, value: V | undefined) => void known.set(key, value),
    /** The cached row, without a query. */
    peek: (key: string) => known.get(key),
    isFull: () => known.size >= source.maxRows,
    /** These must be read again. What is not known may be one of them. */
    forget: (keys: Iterable<string>) => {
      for (const key of keys) known.delete(key);
      ranges = [];
    },
    /** Call it when every row that was put here is in the database. */
    clear: () => {
      known.clear();
      ranges = [];
    },
  };
}

function isInRange(key: string, { from, to }: Range): boolean {
  return key >= from && (to === undefined || key <= to);
}
