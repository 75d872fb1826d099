import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { runNode } from '../children.ts';
import { readFacts } from '../facts.ts';
import { type Kind, listKinds } from '../kinds.ts';
import { percentile } from '../measure.ts';
import { measureDuring } from '../open-loop.ts';
import type { Prepared } from '../prepare.ts';
import { readMemory } from '../proc.ts';
import { type Server, startServer } from '../server.ts';
import { measureThroughput } from '../throughput.ts';
import { measureFirstCompression } from './compression.ts';
import type { OtherTarget } from './results.ts';
import { measureSearches } from './searches.ts';

const STARTER = fileURLToPath(new URL('../../starter', import.meta.url));
const WARM_UP_MS = 5000;
const QUIET_MS = 20_000;
const VARIETY = 50;

/** What else has a target: searches without HTTP, two threads, memory after traffic, imports while requests are sent, and first compressions. */
export async function measureOtherTargets(prepared: Prepared, seconds: number): Promise<OtherTarget[]> {
  const { data, key } = prepared;
  const server = await startServer({ data });
  const facts = await readFacts(server.port, key);
  const kinds = listKinds(facts).filter(({ weight }) => weight);
  const heavy = { encoding: 'plain', connections: 64, seconds } as const;
  await measureThroughput(server, key, kinds, heavy);
  const afterTraffic = readMemory(server.pid)?.residentMb ?? 0;
  const imported = await measureImport(server, prepared, kinds);
  await server.end();
  return [
    ...(await measureSearches(data)),
    {
      name: 'CPU time per request with two threads, compared with one',
      ...(await compareThreads(prepared, kinds, seconds)),
    },
    { name: 'memory after traffic over 64 connections', value: afterTraffic, unit: 'MB', target: 500 },
    { name: 'p99 during an import and its undoing, compared with the quiet server', ...imported },
    ...(await measureFirstCompression(prepared, facts.total, seconds)),
  ];
}

async function compareThreads({ data, key }: Prepared, kinds: readonly Kind[], seconds: number) {
  const cpuMs: number[] = [];
  for (const threads of [1, 2]) {
    const server = await startServer({ data, threads });
    cpuMs.push((await measureThroughput(server, key, kinds, { encoding: 'plain', connections: 16, seconds })).cpuMs);
    await server.end();
  }
  const [one = 0, two = 0] = cpuMs;
  return { value: two / one, unit: 'times', target: 1.1 } as const;
}

async function measureImport(server: Server, { data, key }: Prepared, kinds: readonly Kind[]) {
  const paths = Array.from({ length: VARIETY }, (_, i) =>
    kinds.flatMap(({ path, weight = 1 }) => Array<string>(weight).fill(path(i))),
  ).flat();
  const during = (work: Promise<unknown>) => measureDuring(server, key, paths, work);
  await during(wait(WARM_UP_MS));
  const quiet = await during(wait(QUIET_MS));
  const ludex = (...args: string[]) => runNode(['src/main.ts', 'import', ...args, '--data', data]);
  const busy = await during(ludex(STARTER).then(() => ludex('--undo')));
  return { value: percentile(busy, 0.99) / percentile(quiet, 0.99), unit: 'times', target: 2 } as const;
}

export async function measurePostgresImport(bundle: string, url: string): Promise<OtherTarget> {
  const { seconds } = await runNode(['src/main.ts', 'import', bundle], { LUDEX_DATABASE_URL: url });
  return { name: 'import into an empty PostgreSQL, 250,000 games', value: seconds, unit: 's', target: 180 };
}
