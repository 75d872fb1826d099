/**
 * Where pages come from: the rows from a key on in ascending order, and up to which key there are no others. With an infinite
 * limit, all rows.
 */
interface PageSource<V> {
  read(from: string, limit: number): Promise<{ rows: [string, V][]; to: string | undefined }>;
  /** Rows that are about to be written: what the database says of them is out of date. */
  isPending(key: string): boolean;
  firstLimit: number;
  mostLimit: number;
  /** So many rows are kept, and those that are pending. */
  most: number;
}

/**
 * Answers questions about single rows of a table that lies a round trip away, by reading ahead: an import asks for one key
 * after another, mostly in their order, and for many that are not there. Whoever writes puts what it writes here as well.
 */
export interface Pages<V> {
  find(key: string): Promise<V | undefined>;
  /** Undefined: it is not there. */
  put(key: string, value: V | undefined): void;
  /** It will be read anew. */
  forget(key: string): void;
  /** What is known of it without asking. */
  peek(key: string): { value: V | undefined } | undefined;
}

interface Span {
  from: string;
  /** Undefined: to the end. */
  to: string | undefined;
}

const GROWTH = 4;

export function openPages<V>(source: PageSource<V>): Pages<V> {
  const known = new Map<string, V | undefined>();
  /** In ascending order, none of which touch another: whatever is in them and not known is not there. */
  let spans: Span[] = [];
  /** Inside of spans, and yet not known. */
  const holes = new Set<string>();
  let limit = source.firstLimit;
  let hits = 0;

  const isInside = (key: string) => {
    const span = spans[lastFrom(spans, key)];
    return span !== undefined && (span.to === undefined || compareTexts(key, span.to) <= 0) && !holes.has(key);
  };
  let most = source.most;
  const forgetIfMany = () => {
    if (known.size < most) return;
    for (const key of known.keys()) if (!source.isPending(key)) known.delete(key);
    for (const key of holes) if (!source.isPending(key)) holes.delete(key);
    spans = [];
    // With many pending rows, looking through all of them at each call would be quadratic.
    most = Math.max(source.most, 2 * known.size);
  };
  const readFrom = async (key: string) => {
    forgetIfMany();
    // Much of the last page was asked for: then a larger one pays.
    limit =
      hits >= limit / GROWTH
        ? Math.min(limit * GROWTH, source.mostLimit)
        : Math.max(Math.floor(limit / GROWTH), source.firstLimit);
    hits = 0;
    const from = limit === Infinity ? '' : key;
    const { rows, to } = await source.read(from, limit);
    for (const hole of holes) {
      const isCovered = compareTexts(hole, from) >= 0 && (to === undefined || compareTexts(hole, to) <= 0);
      if (isCovered && !source.isPending(hole)) holes.delete(hole);
    }
    for (const [one, value] of rows) if (!known.has(one) && !source.isPending(one)) known.set(one, value);
    spans = withSpan(spans, { from, to });
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
function lastFrom(spans: readonly Span[], key: string): number {
  let [low, high] = [0, spans.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compareTexts((spans[middle] as Span).from, key) <= 0) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

function withSpan(spans: readonly Span[], added: Span): Span[] {
  const at = lastFrom(spans, added.from) + 1;
  let end = at;
  let { to } = added;
  // Those that begin within it become part of it.
  for (; end < spans.length; end++) {
    const span = spans[end] as Span;
    if (to !== undefined && compareTexts(span.from, to) > 0) break;
    if (to !== undefined) to = span.to === undefined || compareTexts(span.to, to) > 0 ? span.to : to;
  }
  return [...spans.slice(0, at), { from: added.from, to }, ...spans.slice(end)];
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
