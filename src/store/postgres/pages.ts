/** Where pages come from: the rows from a key on in ascending order, and up to which key there are no others. */
export interface PageSource<K, V> {
  read(from: K, limit: number): Promise<{ rows: [K, V][]; to: K | undefined }>;
  compare(a: K, b: K): number;
  /** Rows that are about to be written: what the database says of them is out of date. */
  isPending(key: K): boolean;
  firstLimit: number;
  mostLimit: number;
  /** So many rows are kept, and those that are pending. */
  most: number;
}

/**
 * Answers questions about single rows of a table that lies a round trip away, by reading ahead: an import asks for one key
 * after another, mostly in their order, and for many that are not there. Whoever writes puts what it writes here as well.
 */
export interface Pages<K, V> {
  find(key: K): Promise<V | undefined>;
  /** Undefined: it is not there. */
  put(key: K, value: V | undefined): void;
  /** It will be read anew. */
  forget(key: K): void;
  /** What is known of it without asking. */
  peek(key: K): { value: V | undefined } | undefined;
}

interface Span<K> {
  from: K;
  /** Undefined: to the end. */
  to: K | undefined;
}

const GROWTH = 4;

export function openPages<K, V>(source: PageSource<K, V>): Pages<K, V> {
  const known = new Map<K, V | undefined>();
  /** In ascending order, none of which touch another: whatever is in them and not known is not there. */
  let spans: Span<K>[] = [];
  /** Inside of spans, and yet not known. */
  const holes = new Set<K>();
  let limit = source.firstLimit;
  let hits = 0;

  const isInside = (key: K) => {
    const span = spans[lastFrom(spans, key, source.compare)];
    return span !== undefined && (span.to === undefined || source.compare(key, span.to) <= 0) && !holes.has(key);
  };
  const forgetIfMany = () => {
    if (known.size < source.most) return;
    for (const key of known.keys()) if (!source.isPending(key)) known.delete(key);
    for (const key of holes) if (!source.isPending(key)) holes.delete(key);
    spans = [];
  };
  const readFrom = async (key: K) => {
    forgetIfMany();
    // Much of the last page was asked for: then a larger one pays.
    limit =
      hits >= limit / GROWTH
        ? Math.min(limit * GROWTH, source.mostLimit)
        : Math.max(Math.floor(limit / GROWTH), source.firstLimit);
    hits = 0;
    const { rows, to } = await source.read(key, limit);
    for (const hole of holes) {
      const isCovered = source.compare(hole, key) >= 0 && (to === undefined || source.compare(hole, to) <= 0);
      if (isCovered && !source.isPending(hole)) holes.delete(hole);
    }
    for (const [one, value] of rows) if (!known.has(one) && !source.isPending(one)) known.set(one, value);
    spans = withSpan(spans, { from: key, to }, source.compare);
  };
  return {
    find: async (key) => {
      if (known.has(key) || isInside(key)) hits++;
      else await readFrom(key);
      return known.get(key);
    },
    put: (key, value) => {
      forgetIfMany();
      known.set(key, value);
      holes.delete(key);
    },
    forget: (key) => {
      known.delete(key);
      holes.add(key);
    },
    peek: (key) => (known.has(key) ? { value: known.get(key) } : undefined),
  };
}

/** The place of the last span that begins at or before the key; -1: there is none. */
function lastFrom<K>(spans: readonly Span<K>[], key: K, compare: (a: K, b: K) => number): number {
  let [low, high] = [0, spans.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compare((spans[middle] as Span<K>).from, key) <= 0) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

function withSpan<K>(spans: readonly Span<K>[], added: Span<K>, compare: (a: K, b: K) => number): Span<K>[] {
  const at = lastFrom(spans, added.from, compare) + 1;
  let end = at;
  let { to } = added;
  // Those that begin within it become part of it.
  for (; end < spans.length; end++) {
    const span = spans[end] as Span<K>;
    if (to !== undefined && compare(span.from, to) > 0) break;
    if (to !== undefined) to = span.to === undefined || compare(span.to, to) > 0 ? span.to : to;
  }
  return [...spans.slice(0, at), { from: added.from, to }, ...spans.slice(end)];
}

export function compareNumbers(a: number, b: number): number {
  return a - b;
}

/** The order of bytes in UTF-8, which is that of code points: where two UTF-16 units differ, surrogates come last. */
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
