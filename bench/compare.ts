import { once } from 'node:events';
import { request } from 'node:http';
import type { Sample } from './bare-server.ts';
import type { Case } from './cases.ts';
import { type LoadReport, percentile, startLoad, writeGet } from './client.ts';
import type { Compared } from './judge.ts';
import { endChild, readSchedule, readStolen, startNode } from './processes.ts';
import { LOAD_CORE, type Process, SERVER_CORE, type Servers } from './servers.ts';

/** What one request costs here and at the ceiling. */
export interface Comparison extends Compared {
  name: string;
  bytes: number;
  /** CPU time of the server per request at saturation. */
  cpuUs: number;
  ceilingUs: number;
  target: number | undefined;
  targetUs: number | undefined;
  requestsPerSecond: number;
  p50Ms: number;
  p99Ms: number;
}

/** How long and how a case is measured. */
export interface Effort {
  seconds: number;
  /** The servers take turns of this length. */
  roundSeconds?: number;
  warmUpRequests?: number;
}

const CONNECTIONS = 16;
const WARM_UP_SECONDS = 0.5;
/** The JIT compiler needs tens of thousands of requests; slow ones are fewer. */
const WARM_UP_REQUESTS = 20_000;
const WARM_UP_RUNS = 8;
/** Distinct requests of a cold case: more than a fast machine answers during a measurement. */
const COLD_REQUESTS = 100_000;
/** More than a server answers that has not kept them. */
const COLD_PER_SECOND = 10_000;
const ROUND_SECONDS = 0.25;
const REQUESTS_PER_WARM_UP_RUN = WARM_UP_REQUESTS / WARM_UP_RUNS;

/**
 * Measures the case against Ludex and against a bare server that sends the same response. Their runs alternate, so that
 * whatever else the machine does slows both.
 */
export async function compareWithCeiling(
  { ludex, keys }: Servers,
  asked: Case,
  { seconds, roundSeconds = ROUND_SECONDS, warmUpRequests = WARM_UP_REQUESTS }: Effort,
): Promise<Comparison> {
  const sample = await fetchSample(ludex.port, keys, asked);
  const bare = startNode(['bench/bare-server.ts'], ['ignore', 'ignore', 'inherit', 'ipc'], {}, SERVER_CORE);
  const load = startLoad(LOAD_CORE);
  try {
    bare.send(sample);
    const [{ port }] = (await once(bare, 'message')) as [{ port: number }];
    const requests = writeRequests(asked, keys, sample.etag);
    const meterOf = (server: Process) => openMeter(load, server, requests, sample.status, asked.name);
    const meters: [Meter, Meter] = [meterOf(ludex), meterOf({ pid: bare.pid as number, port })];
    for (const meter of meters) await warmUp(meter, warmUpRequests);
    const before = readStolen();
    const [own, ceiling] = await alternate(meters, seconds, roundSeconds);
    const after = readStolen();
    return {
      name: asked.name,
      bytes: Buffer.byteLength(sample.body, 'base64'),
      cpuUs: own.cpuUs,
      ceilingUs: ceiling.cpuUs,
      ratio: own.cpuUs / ceiling.cpuUs,
      ceilingSpread: ceiling.medianUs / ceiling.cpuUs,
      ceilingWait: ceiling.wait,
      stolen: (after.stolen - before.stolen) / Math.max(1, after.all - before.all),
      target: asked.target,
      targetUs: asked.targetUs,
      requestsPerSecond: own.requests / own.seconds,
      p50Ms: percentile(own.latenciesMs, 0.5),
      p99Ms: percentile(own.latenciesMs, 0.99),
    };
  } finally {
    await Promise.all([endChild(bare), load.end()]);
  }
}

async function warmUp(meter: Meter, wanted: number): Promise<void> {
  let requests = 0;
  const runs = Math.ceil(wanted / REQUESTS_PER_WARM_UP_RUN);
  for (let run = 0; run < runs && requests < wanted; run++) {
    requests += (await meter.run(WARM_UP_SECONDS)).requests;
  }
}

interface Measurement extends Omit<LoadReport, 'refused'> {
  cpuUs: number;
  /** Time of waiting for a core, as a share of the CPU time. */
  wait: number;
}

interface Summary extends Measurement {
  medianUs: number;
}

async function alternate(
  meters: readonly [Meter, Meter],
  seconds: number,
  roundSeconds: number,
): Promise<[Summary, Summary]> {
  const rounds = Math.ceil(seconds / roundSeconds);
  const runs: [Measurement[], Measurement[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    for (const [i, meter] of meters.entries()) runs[i]?.push(await meter.run(seconds / rounds));
  }
  return [summarize(runs[0]), summarize(runs[1])];
}

/** CPU time of the cheapest round: other work on the machine can only add to it, by evicting caches. */
function summarize(runs: readonly Measurement[]): Summary {
  const sum = (get: (run: Measurement) => number) => runs.reduce((total, run) => total + get(run), 0);
  const median = (get: (run: Measurement) => number) => percentile(runs.map(get), 0.5);
  return {
    requests: sum(({ requests }) => requests),
    seconds: sum((run) => run.seconds),
    latenciesMs: runs.flatMap(({ latenciesMs }) => latenciesMs),
    cpuUs: Math.min(...runs.map(({ cpuUs }) => cpuUs)),
    medianUs: median(({ cpuUs }) => cpuUs),
    wait: median(({ wait }) => wait),
  };
}

interface Meter {
  run(seconds: number): Promise<Measurement>;
}

/** How many distinct requests a server was sent, by its port and the case: a repeated measurement goes on from there. */
const sent = new Map<string, number>();

/** Sends the requests in turn, over all runs. */
function openMeter(
  load: ReturnType<typeof startLoad>,
  { pid, port }: Process,
  requests: readonly string[],
  status: number,
  name: string,
): Meter {
  const key = `${port} ${name}`;
  return {
    run: async (seconds) => {
      const before = readSchedule(pid);
      const first = sent.get(key) ?? 0;
      const next = requests.slice(first, first + Math.ceil(seconds * COLD_PER_SECOND));
      const report = await load.run({ port, connections: CONNECTIONS, seconds, requests: next, status });
      if (report.refused > 0) throw new Error(`${name} was refused`);
      sent.set(key, (first + Math.min(report.requests, next.length)) % requests.length);
      const after = readSchedule(pid);
      const cpuMs = after.cpuMs - before.cpuMs;
      return { ...report, cpuUs: (cpuMs * 1000) / report.requests, wait: (after.waitMs - before.waitMs) / cpuMs };
    },
  };
}

function writeRequests(asked: Case, keys: Servers['keys'], etag: string | undefined): string[] {
  const headers = headersOf(keys, asked, etag);
  return Array.from({ length: asked.isCold ? COLD_REQUESTS : 1 }, (_, i) => writeGet(asked.path(i), headers));
}

function headersOf(keys: Servers['keys'], asked: Case, etag: string | undefined): Record<string, string> {
  const key = asked.key === 'unknown' ? `${keys.unlimited}x` : asked.key !== 'none' && keys[asked.key ?? 'unlimited'];
  return {
    ...(key && { 'x-api-key': key }),
    ...asked.headers,
    ...(asked.status === 304 && etag !== undefined && { 'if-none-match': etag }),
  };
}

/** Headers that `node:http` adds by itself. */
const AUTOMATIC = new Set(['date', 'connection', 'keep-alive']);

/** Fails if the server does not answer as the case expects. */
export async function checkCase({ ludex, keys }: Servers, asked: Case): Promise<void> {
  await fetchSample(ludex.port, keys, asked);
}

async function fetchSample(port: number, keys: Servers['keys'], asked: Case): Promise<Sample> {
  const ask = async (etag: string | undefined) => {
    const sent = request({ port, host: '127.0.0.1', path: asked.path(0), headers: headersOf(keys, asked, etag) }).end();
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
  // The first request uses up the limit of that key.
  const isSecond = asked.status === 304 || asked.key === 'usedUp';
  const sample = isSecond ? await ask(first.etag) : first;
  if (sample.status !== (asked.status ?? 200)) throw new Error(`${asked.name} returned ${sample.status}`);
  return sample;
}
