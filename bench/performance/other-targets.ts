import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { matchGames } from '../../src/catalog/search/query.ts';
import { rankedSearch } from '../../src/catalog/search/ranked-search.ts';
import { buildInThread } from '../../src/catalog/snapshot/build-in-thread.ts';
import { readConfig } from '../../src/config.ts';
import { runNode } from '../children.ts';
import { readFacts } from '../facts.ts';
import { type Kind, listKinds } from '../kinds.ts';
import { percentile } from '../measure.ts';
import type { Needles } from '../needles.ts';
import { measureDuring } from '../open-loop.ts';
import type { Prepared } from '../prepare.ts';
import { readMemory } from '../proc.ts';
import { readQueries } from '../search-quality/queries.ts';
import { type Server, startServer } from '../server.ts';
import { measureThroughput } from '../throughput.ts';
import type { OtherTarget } from './results.ts';

const STARTER = fileURLToPath(new URL('../../starter', import.meta.url));
/** Repeated, and the shortest counts, so that other work and garbage collections do not. */
const SEARCHES = 5;
const WARM_UP_MS = 5000;
const QUIET_MS = 20_000;
const VARIETY = 50;

/** What else has a target: searches without HTTP, two threads, memory after traffic, and imports while requests are sent. */
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
    ...(await measureSearches(data, facts.needles)),
    {
      name: 'CPU time per request with two threads, compared with one',
      ...(await compareThreads(prepared, kinds, seconds)),
    },
    { name: 'memory after traffic over 64 connections', value: afterTraffic, unit: 'MB', target: 500 },
    { name: 'p99 during an import and its undoing, compared with the quiet server', ...imported },
  ];
}

async function measureSearches(data: string, needles: Needles): Promise<OtherTarget[]> {
  const snapshot = await buildInThread(readConfig({ data }, {}));
  const parts = Object.values(needles).flatMap((byLength) => Object.values(byLength as Needles['common']).flat());
  const asked = [...parts.filter((part) => part.length > 1), ...readQueries().map(({ text }) => text)];
  const filter = { platform: [], genre: [], group: [], match: 'all' } as const;
  const titleMs = parts.map((title) => timeOf(() => matchGames(snapshot, { ...filter, title })));
  // The last search is kept, so two spellings take turns.
  const searchMs = asked.map((text) => timeOf((i) => rankedSearch(snapshot, i % 2 === 0 ? text : `${text} `)));
  const rows = (name: string, times: readonly number[], p99: number, worst: number): OtherTarget[] => [
    { name: `${name}: p99 of ${times.length} texts`, value: percentile(times, 0.99), unit: 'ms', target: p99 },
    { name: `${name}: slowest`, value: Math.max(...times), unit: 'ms', target: worst },
  ];
  return [...rows('title filter', titleMs, 0.1, 2), ...rows('search and suggest', searchMs, 1, 5)];
}

function timeOf(work: (i: number) => unknown): number {
  return Math.min(
    ...Array.from({ length: SEARCHES }, (_, i) => {
      const startedAt = performance.now();
      work(i);
      return performance.now() - startedAt;
    }),
  );
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
  return { name: 'import into an empty PostgreSQL', value: seconds, unit: 's', target: 180 };
}
