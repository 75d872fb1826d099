import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type Case, listCases } from './cases.ts';
import { percentile } from './client.ts';
import { type Comparison, checkCase, compareWithCeiling } from './compare.ts';
import { readFacts } from './facts.ts';
import { isNoisy } from './judge.ts';
import { readResults, writeResults } from './page.ts';
import { bundleOf, type Copied, type Prepared, prepare, prepareCopies } from './prepare.ts';
import { readMemory } from './processes.ts';
import { GROWTH_CASES, type OtherTarget, openConditions, type Results, type Size } from './results.ts';
import { type Servers, startServer, startServers } from './servers.ts';
import { measureOtherTargets, measurePostgresImport, measureSearches } from './targets.ts';

const HELP = `Measures requests beside a bare node:http server that sends the same bytes, and everything else that
docs/performance.md shows. Writes the figures and charts of that page, and docs/performance.json.

Usage: npm run bench -- [flags]

  --games N        Games in the catalog; default 250000
  --sizes LIST     More sizes, to show how costs grow; default 10000,100000,1000000. Larger ones than --games are copies of it
  --only PART      Measure only a part, and write that: sizes, targets (those that are not about one request), searches,
                   or page, which measures nothing
  --cases PATTERN  Only print what requests cost whose name matches this regular expression; write nothing
  --profile PATH   Write CPU profiles of these servers into this folder
  --postgres URL   Measure only the import into this empty PostgreSQL database
  --folder PATH    Where bundles and data folders are kept; default bench/data
  --seconds N      Length of each run; default 3
  --note TEXT      A sentence about this run, for the page
`;

const { values } = parseArgs({
  options: {
    games: { type: 'string', default: '250000' },
    sizes: { type: 'string', default: '10000,100000,1000000' },
    only: { type: 'string' },
    cases: { type: 'string' },
    profile: { type: 'string' },
    postgres: { type: 'string' },
    folder: { type: 'string', default: fileURLToPath(new URL('data', import.meta.url)) },
    seconds: { type: 'string', default: '3' },
    note: { type: 'string' },
    help: { type: 'boolean', short: 'h' },
  },
});
const GAMES = Number(values.games);
const STARTS = 5;
/** Of a request that other programs disturb. */
const MAX_RUNS = 3;
/** Time for all threads to start and for memory to be released. */
const SETTLE_MS = 3000;

const PARTS: Record<string, (before: Results) => Promise<Results>> = {
  sizes: addSizes,
  targets: async (before) => replaceOthers(before, await measureOtherTargets(await prepareSize(GAMES))),
  searches: async (before) => replaceOthers(before, await measureSearches((await prepareSize(GAMES)).data)),
  page: async (before) => before,
};

if (values.help) process.stdout.write(HELP);
else if (values.cases !== undefined) await printCases(new RegExp(values.cases));
else writeResults(await measure(readResults()));

async function printCases(names: RegExp): Promise<void> {
  await compareAll(await prepareSize(GAMES), (name) => names.test(name), false);
}

async function measure(before: Results): Promise<Results> {
  if (values.postgres !== undefined) {
    await prepareSize(GAMES);
    return replaceOthers(before, [await measurePostgresImport(bundleOf(values.folder, GAMES), values.postgres)]);
  }
  const part = values.only === undefined ? measureEverything : PARTS[values.only];
  if (!part) throw new Error(`--only must be one of ${Object.keys(PARTS).join(', ')}`);
  return part(before);
}

async function measureEverything({ peers }: Results): Promise<Results> {
  const conditions = openConditions(values.note);
  const sizes: Size[] = [];
  let requests: Comparison[] = [];
  let others: OtherTarget[] = [];
  for (const games of [GAMES, ...listSizes()].toSorted((a, b) => a - b)) {
    const prepared = await prepareSize(games);
    const compared = await compareSize(prepared, games === GAMES);
    if (games === GAMES) {
      requests = compared;
      print('measuring searches, threads, memory after traffic, and an import under load …');
      others = await measureOtherTargets(prepared);
    }
    sizes.push(await measureSize(games, prepared, compared));
  }
  return { ...conditions(), games: GAMES, requests, sizes, others, peers };
}

async function addSizes(before: Results): Promise<Results> {
  const addedOn = openConditions(undefined)().date;
  const added: Size[] = [];
  for (const games of listSizes()) {
    const prepared = await prepareSize(games);
    added.push({ ...(await measureSize(games, prepared, await compareSize(prepared, false))), addedOn });
  }
  const kept = before.sizes.filter(({ games }) => !added.some((size) => size.games === games));
  return { ...before, sizes: [...kept, ...added].toSorted((a, b) => a.games - b.games) };
}

/** Those that were measured replace the ones of the same name. */
function replaceOthers(before: Results, measured: readonly OtherTarget[]): Results {
  const again = new Map(measured.map((one) => [one.name, one]));
  const kept = (before.others ?? []).map((one) => again.get(one.name) ?? one);
  return { ...before, others: [...kept, ...measured.filter((one) => !kept.includes(one))] };
}

function listSizes(): number[] {
  return values.sizes.split(',').filter(Boolean).map(Number);
}

async function prepareSize(games: number): Promise<Prepared | Copied> {
  const imported = await prepare(values.folder, Math.min(games, GAMES), print);
  return games > GAMES ? prepareCopies(imported, games, print) : imported;
}

/** In the catalog of the main size every request, in the others those that show how costs grow. */
function compareSize(prepared: Copied, isMain: boolean): Promise<Comparison[]> {
  return compareAll(prepared, (name) => isMain || GROWTH_CASES.includes(name), isMain);
}

async function compareAll(
  prepared: Copied,
  isWanted: (name: string) => boolean,
  withNaive: boolean,
): Promise<Comparison[]> {
  const servers = await startServers(prepared, { withNaive, profile: values.profile });
  const all = listCases(await readFacts(servers.ludex.port, prepared.key), servers.thumbnail);
  const cases = all.filter(({ name }) => isWanted(name));
  // Before the first measurement: all of them take ten minutes.
  for (const asked of cases) await checkCase(servers, asked);
  const compared: Comparison[] = [];
  for (const asked of cases) {
    const one = await compareQuietly(servers, asked);
    const { cpuUs, ceilingUs, ratio, requestsPerSecond, p50Ms, p99Ms } = one;
    process.stdout.write(
      `${one.name}: ${cpuUs.toFixed(1)} µs, bare ${ceilingUs.toFixed(1)} µs, × ${ratio.toFixed(2)}; ` +
        `${requestsPerSecond.toFixed(0)} requests/s, p50 ${p50Ms.toFixed(2)} ms, p99 ${p99Ms.toFixed(2)} ms\n`,
    );
    compared.push(one);
  }
  await servers.end();
  return compared;
}

/** Again if other programs disturbed it. The quietest run counts. */
async function compareQuietly(servers: Servers, asked: Case): Promise<Comparison> {
  const runs: Comparison[] = [];
  while (runs.length < MAX_RUNS && runs.every(isNoisy)) {
    runs.push(await compareWithCeiling(servers, asked, { seconds: Number(values.seconds) }));
  }
  return runs.find((run) => !isNoisy(run)) ?? (runs.toSorted((a, b) => a.stolen - b.stolen)[0] as Comparison);
}

async function measureSize(games: number, prepared: Prepared | Copied, compared: Comparison[]): Promise<Size> {
  const readyMs: number[] = [];
  let residentMb = 0;
  for (let i = 0; i < STARTS; i++) {
    const server = await startServer({ data: prepared.data });
    readyMs.push(server.readyMs);
    await wait(SETTLE_MS);
    residentMb = readMemory(server.pid)?.residentMb ?? 0;
    await server.end();
  }
  const { importSeconds, databaseMb } = 'importSeconds' in prepared ? prepared : {};
  const growth = compared.filter(({ name }) => GROWTH_CASES.includes(name));
  const cpuUs = Object.fromEntries(growth.map((one) => [one.name, one.cpuUs]));
  return { games, importSeconds, databaseMb, readyMs: percentile(readyMs, 0.5), residentMb, cpuUs };
}

function print(line: string): void {
  process.stderr.write(`${line}\n`);
}
