/**
 * Counters in memory that all serving threads share. Each thread writes to its own stripe, so counting needs no lock;
 * /metrics sums the stripes.
 */
export interface Metrics {
  countRequest(route: string, status: number, seconds: number): void;
  setCacheBytes(bytes: number): void;
  render(facts: ProcessFacts): string;
}

/** Values read at the time of a scrape. */
interface ProcessFacts {
  version: string;
  revision: number;
  games: number;
}

const STATUSES = [200, 204, 304, 400, 401, 404, 405, 414, 422, 429, 500, 503];
const BUCKETS = [0.0005, 0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1];

/** Slots of one route: a counter per status and one for others, a counter per bucket and one for +Inf, the sum. */
const PER_ROUTE = STATUSES.length + 1 + BUCKETS.length + 1 + 1;
const OTHER = 'other';

export function allocateMetrics(routes: readonly string[], threads: number): SharedArrayBuffer {
  return new SharedArrayBuffer(slots(routes) * threads * 8);
}

export function makeMetrics(memory: SharedArrayBuffer, routes: readonly string[], thread: number): Metrics {
  const all = new Float64Array(memory);
  const size = slots(routes);
  const own = all.subarray(thread * size, (thread + 1) * size);
  const names = [...routes, OTHER];
  const offsets = new Map(names.map((name, i) => [name, i * PER_ROUTE]));
  const cacheSlot = size - 1;

  const add = (slot: number, amount: number) => {
    own[slot] = (own[slot] as number) + amount;
  };
  const total = (slot: number) => {
    let sum = 0;
    for (let at = slot; at < all.length; at += size) sum += all[at] as number;
    return sum;
  };
  return {
    countRequest: (route, status, seconds) => {
      const base = offsets.get(route) ?? (offsets.get(OTHER) as number);
      const statusAt = STATUSES.indexOf(status);
      const bucketAt = BUCKETS.findIndex((bound) => seconds <= bound);
      add(base + (statusAt < 0 ? STATUSES.length : statusAt), 1);
      add(base + STATUSES.length + 1 + (bucketAt < 0 ? BUCKETS.length : bucketAt), 1);
      add(base + PER_ROUTE - 1, seconds);
    },
    setCacheBytes: (bytes) => {
      own[cacheSlot] = bytes;
    },
    render: (facts) =>
      [
        ...requestLines(names, offsets, total),
        ...durationLines(names, offsets, total),
        ...processLines(facts, total(cacheSlot)),
        '',
      ].join('\n'),
  };
}

function slots(routes: readonly string[]): number {
  return (routes.length + 1) * PER_ROUTE + 1;
}

type Offsets = ReadonlyMap<string, number>;

function requestLines(names: readonly string[], offsets: Offsets, total: (slot: number) => number): string[] {
  const lines = head('ludex_requests_total', 'counter', 'Requests answered, by route and status.');
  for (const name of names) {
    [...STATUSES, OTHER].forEach((status, i) => {
      const count = total((offsets.get(name) as number) + i);
      if (count > 0) lines.push(`ludex_requests_total{route="${name}",status="${status}"} ${count}`);
    });
  }
  return lines;
}

function durationLines(names: readonly string[], offsets: Offsets, total: (slot: number) => number): string[] {
  const metric = 'ludex_request_duration_seconds';
  const lines = head(metric, 'histogram', 'Time from the request to the end of the response, by route.');
  for (const name of names) {
    const base = (offsets.get(name) as number) + STATUSES.length + 1;
    let count = 0;
    const buckets = [...BUCKETS, '+Inf'].map((bound, i) => {
      count += total(base + i);
      return `${metric}_bucket{route="${name}",le="${bound}"} ${count}`;
    });
    if (count === 0) continue;
    const sum = total(base + BUCKETS.length + 1);
    lines.push(...buckets, `${metric}_sum{route="${name}"} ${sum}`, `${metric}_count{route="${name}"} ${count}`);
  }
  return lines;
}

function processLines(facts: ProcessFacts, cacheBytes: number): string[] {
  const { user, system } = process.cpuUsage();
  const startedAt = performance.timeOrigin / 1000;
  return [
    ...gauge('ludex_catalog_revision', 'Revision of the catalog being served.', facts.revision),
    ...gauge('ludex_catalog_games', 'Games in the catalog.', facts.games),
    ...gauge('ludex_cache_bytes', 'Bytes of rendered games and pages in the cache.', cacheBytes),
    ...gauge('process_resident_memory_bytes', 'Resident memory of the process.', process.memoryUsage.rss()),
    ...gauge('process_start_time_seconds', 'Start time of the process, in seconds since 1970.', startedAt),
    ...head('process_cpu_seconds_total', 'counter', 'CPU time of the process, all threads.'),
    `process_cpu_seconds_total ${(user + system) / 1e6}`,
    ...head('ludex_info', 'gauge', 'Always 1; the label is the running version.'),
    `ludex_info{version="${facts.version}"} 1`,
  ];
}

function gauge(name: string, help: string, value: number): string[] {
  return [...head(name, 'gauge', help), `${name} ${value}`];
}

function head(name: string, type: string, help: string): string[] {
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`];
}
