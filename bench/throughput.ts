import { once } from 'node:events';
import { seededRandom } from '../src/catalog/search/random.ts';
import { endChild, startNode } from './children.ts';
import type { Kind } from './kinds.ts';
import type { LoadOptions, LoadReport } from './load.ts';
import { type Encoding, percentile } from './measure.ts';
import { readCpuMs } from './proc.ts';
import type { Server } from './server.ts';

export interface Throughput {
  encoding: Encoding;
  connections: number;
  requestsPerSecond: number;
  /** Share of all requests, because the server was busy. */
  refused: number;
  megabytesPerSecond: number;
  medianMs: number;
  p99Ms: number;
  /** CPU time of the server per request. */
  cpuMs: number;
  /** Busy cores of the server and the load process. */
  serverCores: number;
  clientCores: number;
}

const MIX_LENGTH = 5000;
/** Distinct requests of one kind. The first ones are far more frequent (Zipf), like popular games. */
const VARIETY = 2000;
const WARM_UP_SECONDS = 2;

/** Maximum throughput of a mix of all kinds, from a separate process. */
export async function measureThroughput(
  server: Server,
  key: string,
  kinds: readonly Kind[],
  { encoding, connections, seconds }: { encoding: Encoding; connections: number; seconds: number },
): Promise<Throughput> {
  const headers = { 'x-api-key': key, ...(encoding !== 'plain' && { 'accept-encoding': encoding }) };
  const options = { port: server.port, connections, headers, paths: mixRequests(kinds) };
  await runLoad({ ...options, seconds: WARM_UP_SECONDS });
  const cpuBefore = readCpuMs(server.pid);
  const report = await runLoad({ ...options, seconds });
  const serverMs = readCpuMs(server.pid) - cpuBefore;
  return {
    encoding,
    connections,
    requestsPerSecond: report.requests / report.seconds,
    refused: report.refused / (report.refused + report.requests),
    megabytesPerSecond: report.bytes / 1e6 / report.seconds,
    medianMs: percentile(report.latenciesMs, 0.5),
    p99Ms: percentile(report.latenciesMs, 0.99),
    cpuMs: serverMs / report.requests,
    serverCores: serverMs / 1000 / report.seconds,
    clientCores: report.cpuSeconds / report.seconds,
  };
}

function mixRequests(kinds: readonly Kind[]): string[] {
  const random = seededRandom(1);
  const weighted = kinds.flatMap((kind) => Array.from({ length: kind.weight ?? 0 }, () => kind));
  if (weighted.length === 0) weighted.push(...kinds);
  return Array.from({ length: MIX_LENGTH }, () => {
    const kind = weighted[Math.floor(random() * weighted.length)] as Kind;
    return kind.path(Math.floor(random() ** 3 * VARIETY));
  });
}

export async function runLoad(options: LoadOptions): Promise<LoadReport> {
  const child = startNode(['bench/load.ts'], ['ignore', 'ignore', 'inherit', 'ipc']);
  try {
    child.send(options);
    const [report] = await Promise.race([once(child, 'message'), rejectOnExit(once(child, 'exit'))]);
    return report as LoadReport;
  } finally {
    await endChild(child);
  }
}

async function rejectOnExit(exit: Promise<unknown[]>): Promise<never> {
  const [code] = await exit;
  throw new Error(`the load process exited with code ${code}`);
}
