import { type Connection, openConnection } from './connection.ts';
import type { Kind } from './kinds.ts';
import { readCpuMs } from './proc.ts';
import type { Server } from './server.ts';

export const ENCODINGS = ['plain', 'gzip', 'zstd'] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** The cost of one kind of request. */
export interface Cost {
  /** CPU time of the server per request: mean, median (without garbage collection) and maximum. */
  cpuMs: number;
  cpuMedianMs: number;
  cpuWorstMs: number;
  medianMs: number;
  p99Ms: number;
  /** Size of the encoded body. */
  bytes: number;
}

export interface Row {
  kind: string;
  /** Different requests. Undefined if there is only one. */
  cold: Cost | undefined;
  /** The same request repeated. */
  warm: Cost;
}

const CONNECTIONS = 4;
/** Warm-up for the JIT compiler. */
const WARM_UP_REQUESTS = 2000;
/** Fills the cache with other pages, so that cold requests are really cold. */
const CACHE_FILLING_PAGES = 300;
const FIRST_UNMEASURED = 500;

/** Sends one request at a time, round-robin over a few connections. */
export async function measureKinds(
  server: Server,
  key: string,
  kinds: readonly Kind[],
  encoding: Encoding,
  requests: number,
) {
  const connections = await Promise.all(Array.from({ length: CONNECTIONS }, () => openConnection(server.port)));
  const request = (path: string, i: number) =>
    sendRequest(connections[i % CONNECTIONS] as Connection, path, key, encoding);
  const measure = (pathOf: (i: number) => string) => measureCost(server.pid, requests, (i) => request(pathOf(i), i));
  for (let i = 0; i < WARM_UP_REQUESTS; i++) {
    await request((kinds[i % kinds.length] as Kind).path(FIRST_UNMEASURED + Math.floor(i / kinds.length)), i);
  }
  for (let i = 0; i < CACHE_FILLING_PAGES; i++) await request(`/v1/games?offset=${(FIRST_UNMEASURED + i) * 100}`, i);

  const rows: Row[] = [];
  for (const kind of kinds) {
    const cold = kind.fixed ? undefined : await measure(kind.path);
    const same = kind.path(requests);
    for (let i = 0; i < CONNECTIONS; i++) await request(same, i);
    rows.push({ kind: kind.name, cold, warm: await measure(() => same) });
  }
  for (const connection of connections) connection.close();
  return rows;
}

async function sendRequest(connection: Connection, path: string, key: string, encoding: Encoding): Promise<number> {
  const headers = { 'x-api-key': key, ...(encoding !== 'plain' && { 'accept-encoding': encoding }) };
  const { status, bytes } = await connection.get(path, headers);
  if (status !== 200) throw new Error(`${path} returned ${status}`);
  return bytes;
}

async function measureCost(pid: number, requests: number, request: (i: number) => Promise<number>): Promise<Cost> {
  const latencies: number[] = [];
  const cpu: number[] = [];
  let bytes = 0;
  let before = readCpuMs(pid);
  for (let i = 0; i < requests; i++) {
    const startedAt = performance.now();
    bytes += await request(i);
    latencies.push(performance.now() - startedAt);
    const after = readCpuMs(pid);
    cpu.push(after - before);
    before = after;
  }
  return {
    cpuMs: cpu.reduce((sum, one) => sum + one, 0) / requests,
    cpuMedianMs: percentile(cpu, 0.5),
    cpuWorstMs: Math.max(...cpu),
    medianMs: percentile(latencies, 0.5),
    p99Ms: percentile(latencies, 0.99),
    bytes: bytes / requests,
  };
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
