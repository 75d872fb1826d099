import { once } from 'node:events';
import { request } from 'node:http';
import { endChild, startNode } from '../children.ts';
import { percentile } from '../measure.ts';
import { readCpuMs } from '../proc.ts';
import type { Sample } from './bare-server.ts';
import type { Case } from './cases.ts';
import type { Saturation, SaturationReport } from './saturate.ts';

/** What one request costs here and at the ceiling. */
export interface Comparison {
  name: string;
  bytes: number;
  /** CPU time of the server per request at saturation. */
  cpuUs: number;
  ceilingUs: number;
  ratio: number;
  target: number;
  requestsPerSecond: number;
  p50Ms: number;
  p99Ms: number;
}

export interface Process {
  pid: number;
  port: number;
}

const CONNECTIONS = 16;
/** The JIT compiler needs tens of thousands of requests. */
const WARM_UP_SECONDS = 1.5;
/** Distinct requests of a cold case. */
const COLD_REQUESTS = 20_000;
const LOAD_CORE = 1;
export const SERVER_CORE = 0;

/** Measures the case against Ludex, then against a bare server that sends the same response. */
export async function compareWithCeiling(
  ludex: Process,
  key: string,
  asked: Case,
  seconds: number,
): Promise<Comparison> {
  const sample = await fetchSample(ludex.port, key, asked);
  const bare = startNode(['bench/ceiling/bare-server.ts'], ['ignore', 'ignore', 'inherit', 'ipc'], {}, SERVER_CORE);
  try {
    bare.send(sample);
    const [{ port }] = (await once(bare, 'message')) as [{ port: number }];
    const own = await measure(ludex, key, asked, sample, seconds);
    const ceiling = await measure({ pid: bare.pid as number, port }, key, asked, sample, seconds);
    return {
      name: asked.name,
      bytes: Buffer.byteLength(sample.body, 'base64'),
      cpuUs: own.cpuUs,
      ceilingUs: ceiling.cpuUs,
      ratio: own.cpuUs / ceiling.cpuUs,
      target: asked.target,
      requestsPerSecond: own.report.requests / own.report.seconds,
      p50Ms: percentile(own.report.latenciesMs, 0.5),
      p99Ms: percentile(own.report.latenciesMs, 0.99),
    };
  } finally {
    await endChild(bare);
  }
}

async function measure(server: Process, key: string, asked: Case, { status, etag }: Sample, seconds: number) {
  const count = asked.isCold ? COLD_REQUESTS : 1;
  const requests = Array.from({ length: count }, (_, i) => writeRequest(asked.path(i), key, asked, etag));
  const load = { port: server.port, connections: CONNECTIONS, requests, status };
  await runSaturation({ ...load, seconds: WARM_UP_SECONDS });
  const before = readCpuMs(server.pid);
  const report = await runSaturation({ ...load, seconds });
  return { report, cpuUs: ((readCpuMs(server.pid) - before) * 1000) / report.requests };
}

function headersOf(key: string, asked: Case, etag: string | undefined): Record<string, string> {
  return {
    host: '127.0.0.1',
    ...(asked.key !== 'none' && { 'x-api-key': asked.key === 'unknown' ? `${key}x` : key }),
    ...asked.headers,
    ...(asked.status === 304 && etag !== undefined && { 'if-none-match': etag }),
  };
}

function writeRequest(path: string, key: string, asked: Case, etag: string | undefined): string {
  const lines = Object.entries(headersOf(key, asked, etag)).map(([name, value]) => `${name}: ${value}\r\n`);
  return `GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`;
}

/** Headers that `node:http` adds by itself. */
const AUTOMATIC = new Set(['date', 'connection', 'keep-alive']);

async function fetchSample(port: number, key: string, asked: Case): Promise<Sample> {
  const ask = async (etag: string | undefined) => {
    const sent = request({ port, host: '127.0.0.1', path: asked.path(0), headers: headersOf(key, asked, etag) }).end();
    const [response] = await once(sent, 'response');
    const chunks: Buffer[] = await response.toArray();
    const pairs = Array.from({ length: response.rawHeaders.length / 2 }, (_, i) =>
      response.rawHeaders.slice(2 * i, 2 * i + 2),
    );
    const headers = pairs.filter(([name]) => !AUTOMATIC.has(name.toLowerCase())).flat();
    return {
      status: response.statusCode,
      etag: response.headers.etag,
      headers,
      body: Buffer.concat(chunks).toString('base64'),
    };
  };
  const first = await ask(undefined);
  const sample = asked.status === 304 ? await ask(first.etag) : first;
  if (sample.status !== (asked.status ?? 200)) throw new Error(`${asked.name} returned ${sample.status}`);
  return sample;
}

async function runSaturation(load: Saturation): Promise<SaturationReport> {
  const child = startNode(['bench/ceiling/saturate.ts'], ['ignore', 'ignore', 'inherit', 'ipc'], {}, LOAD_CORE);
  try {
    child.send(load);
    const [report] = await Promise.race([once(child, 'message'), once(child, 'exit')]);
    if (typeof report !== 'object' || report === null) throw new Error('the load process failed');
    return report as SaturationReport;
  } finally {
    await endChild(child);
  }
}
