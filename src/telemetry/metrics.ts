/** Values read at the time of a scrape. */
interface ProcessFacts {
  version: string;
  revision: number;
  games: number;
  /** How far a mirror is behind its original. */
  following?: { secondsBehind: number | undefined; problem: string | undefined } | undefined;
}

export interface RouteFacts {
  route: string;
  requests: number;
  errors: number;
  /** Over the limit of their key. */
  limited: number;
  /** Half of the requests took at most so many seconds; undefined if it is above all bounds. */
  median: number | undefined;
  /** 99 of 100. */
  p99: number | undefined;
}

const CACHES = ['responses', 'pictures'] as const;
type CacheName = (typeof CACHES)[number];
export type Caches = Readonly<Record<CacheName, Readonly<Record<'bytes' | 'hits' | 'misses', number>>>>;

const STATUSES = [200, 204, 304, 400, 401, 403, 404, 405, 409, 410, 413, 414, 422, 429, 500, 503];
const FIRST_ERROR = 400;
const TOO_MANY_REQUESTS = 429;
/** In seconds. */
const BUCKETS = [0.0005, 0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5];

/** Slots of one route: a counter per status and one for others, a counter per bucket and one for +Inf, the sum. */
const BUCKETS_AT = STATUSES.length + 1;
const SECONDS_AT = BUCKETS_AT + BUCKETS.length + 1;
const PER_ROUTE = SECONDS_AT + 1;
/** Slots after the routes: the bytes of all caches, then hits and misses of each. */
const CACHE_SLOTS = 1 + 2 * CACHES.length;
const OTHER = 'other';

export function allocateMetrics(routes: readonly string[], threads: number): SharedArrayBuffer {
  return new SharedArrayBuffer(slots(routes) * threads * 8);
}

function slots(routes: readonly string[]): number {
  return (routes.length + 1) * PER_ROUTE + CACHE_SLOTS;
}

export type Metrics = ReturnType<typeof makeMetrics>;

/**
 * Counters in memory that all serving threads share. Each thread writes to its own stripe, so counting needs no lock;
 * /metrics and the operator's page sum the stripes.
 */
export function makeMetrics(memory: SharedArrayBuffer, routes: readonly string[], thread: number) {
  const all = new Float64Array(memory);
  const size = slots(routes);
  const own = all.subarray(thread * size, (thread + 1) * size);
  const names = [...routes, OTHER];
  const offsets = new Map(names.map((name, i) => [name, i * PER_ROUTE]));
  const cachesAt = size - CACHE_SLOTS;

  const add = (slot: number, amount: number) => {
    own[slot] = (own[slot] as number) + amount;
  };
  const total = (slot: number) => {
    let sum = 0;
    for (let at = slot; at < all.length; at += size) sum += all[at] as number;
    return sum;
  };
  const readRoutes = (): Counts[] =>
    names.map((route, i) => {
      const read = (from: number, to: number) =>
        Array.from({ length: to - from }, (_, slot) => total(i * PER_ROUTE + from + slot));
      const buckets = read(BUCKETS_AT, SECONDS_AT);
      return {
        route,
        statuses: read(0, BUCKETS_AT),
        buckets,
        requests: sumOf(buckets),
        seconds: read(SECONDS_AT, PER_ROUTE)[0] as number,
      };
    });
  const listCaches = () =>
    CACHES.map((cache, i) => ({ cache, hits: total(cachesAt + 1 + 2 * i), misses: total(cachesAt + 2 + 2 * i) }));
  return {
    countRequest: (route: string, status: number, seconds: number): void => {
      const base = offsets.get(route) ?? (offsets.get(OTHER) as number);
      const statusAt = STATUSES.indexOf(status);
      const bucketAt = BUCKETS.findIndex((bound) => seconds <= bound);
      add(base + (statusAt < 0 ? STATUSES.length : statusAt), 1);
      add(base + BUCKETS_AT + (bucketAt < 0 ? BUCKETS.length : bucketAt), 1);
      add(base + SECONDS_AT, seconds);
    },
    /** What the caches of this thread have and had, since its start. */
    setCaches: (caches: Caches): void => {
      let [slot, bytes] = [cachesAt + 1, 0];
      for (const name of CACHES) {
        const cache = caches[name];
        bytes += cache.bytes;
        own[slot++] = cache.hits;
        own[slot++] = cache.misses;
      }
      own[cachesAt] = bytes;
    },
    render: (facts: ProcessFacts): string => {
      const counts = readRoutes();
      const lines = [...requestLines(counts), ...durationLines(counts), ...cacheLines(total(cachesAt), listCaches())];
      return [...lines, ...processLines(facts), ''].join('\n');
    },
    /** Routes with requests, those with the most first. */
    listRoutes: (): RouteFacts[] =>
      readRoutes()
        .filter(({ requests }) => requests > 0)
        .sort((a, b) => b.requests - a.requests)
        .map(({ route, statuses, buckets, requests }) => ({
          route,
          requests,
          errors: sumOf(statuses.filter((_, i) => (STATUSES[i] ?? 0) >= FIRST_ERROR)),
          limited: statuses[STATUSES.indexOf(TOO_MANY_REQUESTS)] as number,
          median: findQuantile(buckets, requests / 2),
          p99: findQuantile(buckets, 0.99 * requests),
        })),
  };
}

interface Counts {
  route: string;
  /** By index in `STATUSES`; the last one has all others. */
  statuses: number[];
  buckets: number[];
  requests: number;
  seconds: number;
}

function sumOf(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0);
}

/** The bound of the bucket that reaches this number of requests. */
function findQuantile(buckets: readonly number[], wanted: number): number | undefined {
  let count = 0;
  const found = buckets.findIndex((requests) => {
    count += requests;
    return count >= wanted;
  });
  return BUCKETS[found];
}

function requestLines(counts: readonly Counts[]): string[] {
  const lines = head('ludex_requests_total', 'counter', 'Requests answered, by route and status.');
  for (const { route, statuses } of counts) {
    for (const [i, count] of statuses.entries())
      if (count > 0) lines.push(`ludex_requests_total{route="${route}",status="${STATUSES[i] ?? OTHER}"} ${count}`);
  }
  return lines;
}

function durationLines(counts: readonly Counts[]): string[] {
  const metric = 'ludex_request_duration_seconds';
  const lines = head(metric, 'histogram', 'Time from the request to the end of the response, by route.');
  for (const { route, buckets, requests, seconds } of counts.filter((count) => count.requests > 0)) {
    let count = 0;
    for (const [i, bucket] of buckets.entries()) {
      count += bucket;
      lines.push(`${metric}_bucket{route="${route}",le="${BUCKETS[i] ?? '+Inf'}"} ${count}`);
    }
    lines.push(`${metric}_sum{route="${route}"} ${seconds}`, `${metric}_count{route="${route}"} ${requests}`);
  }
  return lines;
}

function cacheLines(bytes: number, caches: { cache: CacheName; hits: number; misses: number }[]): string[] {
  const metric = 'ludex_cache_lookups_total';
  return [
    ...gauge('ludex_cache_bytes', 'Bytes of rendered games and pages in the cache.', bytes),
    ...head(metric, 'counter', 'Lookups in caches, by cache and result.'),
    ...caches.flatMap(({ cache, hits, misses }) => [
      `${metric}{cache="${cache}",result="hit"} ${hits}`,
      `${metric}{cache="${cache}",result="miss"} ${misses}`,
    ]),
  ];
}

function processLines(facts: ProcessFacts): string[] {
  const { user, system } = process.cpuUsage();
  const startedAt = performance.timeOrigin / 1000;
  return [
    ...gauge('ludex_catalog_revision', 'Revision of the catalog being served.', facts.revision),
    ...gauge('ludex_catalog_games', 'Games in the catalog.', facts.games),
    ...followingLines(facts),
    ...gauge('process_resident_memory_bytes', 'Resident memory of the process.', process.memoryUsage.rss()),
    ...gauge('process_start_time_seconds', 'Start time of the process, in seconds since 1970.', startedAt),
    ...head('process_cpu_seconds_total', 'counter', 'CPU time of the process, all threads.'),
    `process_cpu_seconds_total ${(user + system) / 1e6}`,
    ...head('ludex_info', 'gauge', 'Always 1; the label is the running version.'),
    `ludex_info{version="${facts.version}"} 1`,
  ];
}

function followingLines({ following }: ProcessFacts): string[] {
  const { secondsBehind = Number.POSITIVE_INFINITY, problem } = following ?? { secondsBehind: 0 };
  return [
    ...gauge('ludex_follow_behind_seconds', 'Time since this mirror had everything of its original.', secondsBehind),
    ...gauge('ludex_follow_failing', '1 if this mirror cannot follow its original now.', problem === undefined ? 0 : 1),
  ].map((line) => line.replace('Infinity', '+Inf'));
}

function gauge(name: string, help: string, value: number): string[] {
  return [...head(name, 'gauge', help), `${name} ${value}`];
}

function head(name: string, type: string, help: string): string[] {
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`];
}
