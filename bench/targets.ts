import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { matchGames } from '../src/catalog/search/query.ts';
import { rankedSearch } from '../src/catalog/search/ranked-search.ts';
import { buildInThread } from '../src/catalog/snapshot/build-in-thread.ts';
import { textBytes } from '../src/catalog/snapshot/shared-arrays.ts';
import type { Snapshot } from '../src/catalog/snapshot/snapshot.ts';
import { readConfig } from '../src/config.ts';
import type { Encoding } from '../src/encoding.ts';
import { callDuring, percentile, startLoad, writeGet } from './client.ts';
import { listNeedles, type Needles, readFacts } from './facts.ts';
import { mixPaths } from './mix.ts';
import type { Copied } from './prepare.ts';
import { readCpuMs, readMemory, readThreadCpuMs, runNode } from './processes.ts';
import { readQueries } from './quality/search.ts';
import type { OtherTarget } from './results.ts';
import { type Server, startServer } from './servers.ts';

const STARTER = fileURLToPath(new URL('../starter', import.meta.url));
const SECONDS = 5;
const WARM_UP_SECONDS = 2;
const QUIET_MS = 20_000;

/** What else has a target: searches without HTTP, threads, memory after traffic, an import under load, and first compressions. */
export async function measureOtherTargets(prepared: Copied): Promise<OtherTarget[]> {
  const { data, key } = prepared;
  const server = await startServer({ data });
  const facts = await readFacts(server.port, key);
  const paths = mixPaths(facts);
  await measureMix(server, { key, paths, connections: 64 });
  const afterTraffic = readMemory(server.pid)?.residentMb ?? 0;
  const imported = await compareImport(server, prepared, paths);
  await server.end();
  return [
    ...(await measureSearches(data)),
    ...(await measureThreads(prepared, paths)),
    { name: 'memory after traffic over 64 connections', value: afterTraffic, unit: 'MB', target: 500 },
    {
      name: 'p99 during an import and its undoing, compared with the quiet server',
      value: imported,
      unit: 'times',
      target: 2,
    },
    ...(await measureFirstCompression(prepared, facts.total)),
  ];
}

interface Mix {
  key: string;
  paths: readonly string[];
  connections: number;
  encoding?: Encoding | undefined;
  seconds?: number;
}

/** CPU time of the server per request, of all its threads and of the main thread. */
async function measureMix({ pid, port }: Server, { key, paths, connections, encoding, seconds = SECONDS }: Mix) {
  const headers = { 'x-api-key': key, ...(encoding && { 'accept-encoding': encoding }) };
  const load = startLoad();
  const before = { all: readCpuMs(pid), serving: readThreadCpuMs(pid) };
  const { requests } = await load.run({
    port,
    connections,
    seconds,
    requests: paths.map((path) => writeGet(path, headers)),
  });
  await load.end();
  const perRequest = (ms: number) => (ms * 1000) / requests;
  return {
    allUs: perRequest(readCpuMs(pid) - before.all),
    servingUs: perRequest(readThreadCpuMs(pid) - before.serving),
  };
}

async function measureThreads({ data, key }: Copied, paths: readonly string[]): Promise<OtherTarget[]> {
  const measure = async (threads: number, encoding?: Encoding) => {
    const server = await startServer({ data, threads });
    const mix = { key, paths, connections: 16, encoding };
    await measureMix(server, { ...mix, seconds: WARM_UP_SECONDS });
    const { allUs } = await measureMix(server, mix);
    await server.end();
    return allUs;
  };
  const one = await measure(1);
  return [
    {
      name: 'CPU time per request with two threads, compared with one',
      value: (await measure(2)) / one,
      unit: 'times',
      target: 1.1,
    },
    { name: 'CPU time of a request of the mix', value: one, unit: 'µs' },
    { name: 'CPU time of a request of the mix, with zstd', value: await measure(1, 'zstd'), unit: 'µs' },
  ];
}

async function compareImport({ port }: Server, { data, key }: Copied, paths: string[]): Promise<number> {
  const during = (work: Promise<unknown>) => callDuring({ port, key, paths }, work);
  const quiet = await during(wait(QUIET_MS));
  const ludex = (...args: string[]) => runNode(['src/main.ts', 'import', ...args, '--data', data]);
  const busy = await during(ludex(STARTER).then(() => ludex('--undo')));
  return percentile(busy, 0.99) / percentile(quiet, 0.99);
}

export async function measurePostgresImport(bundle: string, url: string): Promise<OtherTarget> {
  const { seconds } = await runNode(['src/main.ts', 'import', bundle], { LUDEX_DATABASE_URL: url });
  return { name: 'import into an empty PostgreSQL, 250,000 games', value: seconds, unit: 's', target: 180 };
}

const COMPRESSED: readonly Encoding[] = ['zstd', 'gzip', 'br'];
/** More than are answered in a run. */
const PAGES = 10_000;
/** Has no factor in common with round numbers, so that it takes long until a page is asked for again. */
const STEP = 97;
/** Pages at the same time: as many as threads compress. */
const COMPRESSING_CONNECTIONS = 4;

/** What it costs to compress a page that was never asked for: the serving thread, and the calls that arrive meanwhile. */
async function measureFirstCompression({ data, key }: Copied, games: number): Promise<OtherTarget[]> {
  const server = await startServer({ data, threads: 1 });
  let next = 0;
  const readPages = (encoding?: Encoding, seconds = SECONDS) => {
    const paths = Array.from({ length: PAGES }, () => `/v1/games?offset=${(next++ * STEP) % (games - STEP)}`);
    return measureMix(server, { key, paths, connections: COMPRESSING_CONNECTIONS, encoding, seconds });
  };
  const p99During = async (work: Promise<unknown>) =>
    percentile(await callDuring({ port: server.port, key, paths: ['/v1/platforms'] }, work), 0.99);

  for (const encoding of [undefined, ...COMPRESSED]) await readPages(encoding, WARM_UP_SECONDS);
  const plain = await readPages();
  const targets: OtherTarget[] = [];
  for (const encoding of COMPRESSED) {
    const { servingUs, allUs } = await readPages(encoding);
    const name = `first compression of a page with ${encoding}, beyond the page itself`;
    targets.push(
      { name: `${name}: CPU time of the serving thread`, value: servingUs - plain.servingUs, unit: 'µs' },
      { name: `${name}: CPU time of all threads`, value: allUs - plain.allUs, unit: 'µs' },
    );
  }
  const beside = { plain: await p99During(readPages()), br: await p99During(readPages('br')) };
  await server.end();
  const name =
    'p99 of a call while pages are compressed for the first time with br, compared with pages that are not compressed';
  return [...targets, { name, value: beside.br / beside.plain, unit: 'times' }];
}

/** The shortest time of each text counts, so that other work and garbage collections do not. */
const ROUNDS = 10;
const SAMPLES = 200;
const SAMPLE_TITLES = 100;

/** Searches without HTTP: parts of titles, and queries as people type them. */
export async function measureSearches(data: string): Promise<OtherTarget[]> {
  const snapshot = await buildInThread(readConfig({ data }, {}));
  const needles = listNeedles(sampleTitles(snapshot));
  const parts = Object.values(needles).flatMap((byLength) => Object.values(byLength as Needles['common']).flat());
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
