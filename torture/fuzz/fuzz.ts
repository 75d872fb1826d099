import assert from 'node:assert/strict';
import { assertFlat, describeMemory, type Memory, type SettledMemory, settleMemory } from '../memory.ts';
import { minimise } from '../mutate.ts';
import { type Exchange, makeExchange, type Setting } from './exchange.ts';
import { type Judge, openJudge } from './judge.ts';
import { readApi } from './operations.ts';
import { type FuzzedServer, startFuzzedServer } from './server.ts';
import { startSlowClients } from './slow-clients.ts';
import { openWire } from './wire.ts';

export interface FuzzOptions {
  seed: number;
  /** The number of exchanges; a pipeline is one exchange of several requests. */
  count: number;
  /** The first exchange: repeats a part of a run. */
  from?: number;
  /** Stops after so many minutes, whatever the count. */
  minutes?: number;
  /** Connections that send headers slowly all the time. */
  slowClients?: number;
  settings?: Record<string, string>;
  /** A leak of so many bytes for each request, to see whether it is found. */
  leakBytes?: number | undefined;
  onProgress?: (line: string) => void;
}

export interface FuzzResult {
  requests: number;
  byStatus: Map<number, number>;
  byKind: Map<string, number>;
  slowRefused: number;
  memory: SettledMemory;
}

const MINUTE_MS = 60_000;
const CLIENTS = 12;
/** So often memory is read. */
const SAMPLES = 200;

/** Sends generated requests and bytes to a real server, and fails at the first fault with the smallest bytes that show it. */
export async function fuzz(options: FuzzOptions): Promise<FuzzResult> {
  const server = await startFuzzedServer(options.settings, options.leakBytes);
  const slow = startSlowClients(server.port, options.slowClients ?? 0);
  const setting = { api: await readApi(server.url, server.key), key: server.key };
  const run = openRun(options, server, setting);
  await Promise.all(Array.from({ length: CLIENTS }, () => run.work()));
  await slow.stop();
  await assertServes(server);
  await server.stop();
  const result = run.result();
  assertFewRefused(result);
  return { ...result, slowRefused: slow.refused() };
}

function openRun(options: FuzzOptions, server: FuzzedServer, setting: Setting) {
  const { seed, count, from = 0, minutes = Infinity, onProgress } = options;
  const endAt = performance.now() + minutes * MINUTE_MS;
  const judge = openJudge(server.url);
  const memory: Memory[] = [];
  const byStatus = new Map<number, number>();
  const byKind = new Map<string, number>();
  let next = from;
  let failure: unknown;
  const note = (exchange: Exchange, statuses: number[]) => {
    add(byKind, exchange.kind);
    for (const status of statuses) add(byStatus, status);
  };
  const work = async () => {
    const wire = openWire(server.port);
    while (next < from + count && performance.now() < endAt && failure === undefined) {
      const number = next++;
      if (number % Math.ceil(count / SAMPLES) === 0) sample(number);
      const exchange = makeExchange(seed, number, setting);
      try {
        const received = await wire.send(exchange);
        note(
          exchange,
          received.answers.map(({ status }) => status),
        );
        await judge(exchange, received);
        server.assertWell();
      } catch (error) {
        failure ??= error;
        throw await describe(error as Error, { seed, number, exchange, judge, server });
      }
    }
    wire.close();
  };
  const sample = (number: number) => {
    const { ownMb, usedMb } = server.memory();
    memory.push({ ownMb, usedMb });
    onProgress?.(`${number - from} of ${count}, ${Math.round(ownMb)} MB, ${usedMb.toFixed(1)} MB in use`);
  };
  const result = () => ({ requests: sum(byStatus), byStatus, byKind, memory: settleMemory(memory) });
  return { work, result };
}

interface Failed {
  seed: number;
  number: number;
  exchange: Exchange;
  judge: Judge;
  server: FuzzedServer;
}

async function describe(error: Error, { seed, number, exchange, judge, server }: Failed): Promise<Error> {
  // Whatever the requests were: a candidate may hold none.
  const fails = async (bytes: Buffer) => {
    const candidate = { ...exchange, bytes, cuts: [], requests: [] };
    const received = await openWire(server.port).send(candidate);
    return judge(candidate, received).then(
      () => false,
      () => true,
    );
  };
  const isAlone = await fails(exchange.bytes).catch(() => false);
  const smallest = isAlone ? await minimise(exchange.bytes, fails) : exchange.bytes;
  const again = `npm run torture -- fuzz --seed ${seed} --from ${number} --count 1`;
  const text = JSON.stringify(smallest.toString('latin1'));
  return new Error(
    `${exchange.kind}: ${error.message}\n${again}\n${isAlone ? 'the smallest bytes that fail' : 'the bytes'}: ${text}`,
    { cause: error },
  );
}

async function assertServes({ url, key, assertWell }: FuzzedServer): Promise<void> {
  assertWell();
  const { status } = await fetch(`${url}/v1/games?limit=1`, { headers: { 'x-api-key': key } });
  assert.equal(status, 200);
  assert.equal((await fetch(`${url}/readyz`)).status, 200);
}

function add<T>(counts: Map<T, number>, name: T): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

function sum(counts: Map<unknown, number>): number {
  return counts.values().reduce((total, count) => total + count, 0);
}

/** The fuzzer sends from a few connections, so that hardly anything is too much. */
const MOST_REFUSED = 0.01;
const ALWAYS_ALLOWED = 5;

/** Fails if the server refused more than a few requests for being busy. */
export function assertFewRefused({ requests, byStatus }: Pick<FuzzResult, 'requests' | 'byStatus'>): void {
  const refused = byStatus.get(503) ?? 0;
  assert.ok(
    refused <= Math.max(ALWAYS_ALLOWED, requests * MOST_REFUSED),
    `${refused} of ${requests} answers were 503, more than ${100 * MOST_REFUSED} %, though the server had little to do`,
  );
}

/** With fewer requests the server is still warming up. */
const ENOUGH = 50_000;
/** Each thread remembers up to 20,000 different requests, and then forgets all of them. */
const LARGEST_GROWTH = 0.1;

/** Fails if memory still grows after caches are full and code is compiled. */
export function assertFlatFuzz({ requests, memory }: FuzzResult): void {
  if (requests >= ENOUGH) assertFlat(memory, LARGEST_GROWTH);
}

export function writeFuzzReport({ requests, byStatus, byKind, slowRefused, memory }: FuzzResult): string {
  return [
    `${requests} answers without a fault`,
    `Statuses: ${list(byStatus)}`,
    `Exchanges: ${list(byKind)}`,
    `Slow clients refused: ${slowRefused}`,
    requests < ENOUGH ? `Too few requests to judge the memory, which grows at first` : describeMemory(memory),
  ].join('\n');
}

function list(counts: Map<string | number, number>): string {
  return [...counts]
    .toSorted(([, a], [, b]) => b - a)
    .map(([name, count]) => `${name}: ${count}`)
    .join(', ');
}
