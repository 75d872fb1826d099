import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { matchGames } from '../src/catalog/search/query.ts';
import { rankedSearch } from '../src/catalog/search/ranked-search.ts';
import { buildInThread } from '../src/catalog/snapshot/build-in-thread.ts';
import { textBytes } from '../src/catalog/snapshot/shared-arrays.ts';
import type { Snapshot } from '../src/catalog/snapshot/snapshot.ts';
import { readConfig } from '../src/config.ts';
import { callDuring, percentile, startLoad, writeGet } from './client.ts';
import { listNeedles, readFacts } from './facts.ts';
import { measureLists } from './library.ts';
import { mixPaths } from './mix.ts';
import type { Prepared } from './prepare.ts';
import { readResidentMb, runNode } from './processes.ts';
import { readQueries } from './quality/search.ts';
import { type Server, startServer } from './servers.ts';

const STARTER = fileURLToPath(new URL('../starter', import.meta.url));
const SECONDS = 5;
const QUIET_MS = 20_000;

export interface OtherTarget {
  name: string;
  value: number;
  unit: 'ms' | 'µs' | 's' | 'MB' | 'times';
  /** The highest value that meets it. */
  target: number;
}

/** What else has a target: searches without HTTP, memory after traffic, and an import under load. */
export async function measureOtherTargets(prepared: Prepared): Promise<OtherTarget[]> {
  const { data, key } = prepared;
  const server = await startServer({ data });
  const paths = mixPaths(await readFacts(server.port, key));
  const afterTraffic = await measureAfterTraffic(server, key, paths);
  const ludex = (...args: string[]) => runNode(['src/main.ts', ...args, '--data', data]);
  const compare = (work: () => Promise<unknown>) => compareP99(server, key, paths, work);
  const imported = await compare(() => ludex('import', STARTER).then(() => ludex('import', '--undo')));
  const dumped = await compare(() => ludex('dump'));
  await server.end();
  const snapshot = await buildInThread(readConfig({ data }, {}));
  return [
    ...measureSearches(snapshot),
    { name: 'memory after traffic over 64 connections', value: afterTraffic, unit: 'MB', target: 450 },
    {
      name: 'p99 during an import and its undoing, compared with the quiet server',
      value: imported,
      unit: 'times',
      target: 2,
    },
    { name: 'p99 while a data dump is made, compared with the quiet server', value: dumped, unit: 'times', target: 2 },
    ...(await measureLists(data, snapshot)),
  ];
}

async function measureAfterTraffic({ pid, port }: Server, key: string, paths: readonly string[]): Promise<number> {
  const load = startLoad();
  const requests = paths.map((path) => writeGet(path, { 'x-api-key': key }));
  await load.run({ port, connections: 64, seconds: SECONDS, requests });
  await load.end();
  return readResidentMb(pid);
}

/** The p99 of calls during some work, compared with that of the quiet server. */
async function compareP99(
  { port }: Server,
  key: string,
  paths: string[],
  work: () => Promise<unknown>,
): Promise<number> {
  const quiet = await callDuring({ port, key, paths }, wait(QUIET_MS));
  const busy = await callDuring({ port, key, paths }, work());
  return percentile(busy, 0.99) / percentile(quiet, 0.99);
}

/** The shortest time of each text counts, so that other work and garbage collections do not. */
const ROUNDS = 10;
const SAMPLES = 200;
const SAMPLE_TITLES = 100;

/** Searches without HTTP: parts of titles, and queries as people type them. */
function measureSearches(snapshot: Snapshot): OtherTarget[] {
  const parts = Object.values(listNeedles(sampleTitles(snapshot))).flat();
  const asked = [...parts.filter((part) => part.length > 1), ...readQueries().map(({ text }) => text)];
  const filter = { platform: [], genre: [], group: [], match: 'all' } as const;
  const titleMs = timeEach(parts, (title) => matchGames(snapshot, { ...filter, title }));
  const searchMs = timeEach(asked, (text) => rankedSearch(snapshot, text));
  const rows = (name: string, times: readonly number[], p99: number, worst: number): OtherTarget[] => [
    { name: `${name}: p99 of ${times.length} texts`, value: percentile(times, 0.99), unit: 'ms', target: p99 },
    { name: `${name}: slowest`, value: Math.max(...times), unit: 'ms', target: worst },
  ];
  return [...rows('title filter', titleMs, 0.1, 2), ...rows('search and suggest', searchMs, 1, 5)];
}

/** Runs of titles, evenly spaced over the catalog. */
function sampleTitles({ titles, ids }: Snapshot): string[] {
  const step = Math.max(SAMPLE_TITLES, Math.floor(ids.length / SAMPLES));
  const positions = Array.from(ids.keys()).filter((position) => position % step < SAMPLE_TITLES);
  return positions.map((position) => textBytes(titles, position).toString());
}

/** One text after the other, in several rounds: no text is still known from the time before. */
function timeEach(texts: readonly string[], search: (text: string) => unknown): number[] {
  const shortest = texts.map(() => Infinity);
  for (let round = 0; round < ROUNDS; round++) {
    texts.forEach((text, i) => {
      const startedAt = performance.now();
      search(text);
      shortest[i] = Math.min(shortest[i] as number, performance.now() - startedAt);
    });
  }
  return shortest;
}
