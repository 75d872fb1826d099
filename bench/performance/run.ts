import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type Case, listCases } from '../ceiling/cases.ts';
import { type Comparison, checkCase, compareWithCeiling, type Servers } from '../ceiling/compare.ts';
import { isNoisy } from '../ceiling/judge.ts';
import { startServers } from '../ceiling/servers.ts';
import { readFacts } from '../facts.ts';
import { percentile } from '../measure.ts';
import type { PeerCost } from '../peers/measure.ts';
import { bundleOf, type Copied, type Prepared, prepare, prepareCopies } from '../prepare.ts';
import { readMemory, readStolen } from '../proc.ts';
import { startServer } from '../server.ts';
import { measureOtherTargets, measurePostgresImport } from './other-targets.ts';
import { renderPerformance } from './page.ts';
import { GROWTH_CASES, type OtherTarget, type PeerResults, type Results, type Size } from './results.ts';
import { measureSearches } from './searches.ts';

const HELP = `Measures everything that docs/performance.md shows, and writes that page, its charts and docs/performance.json.

Usage: npm run bench:performance -- [flags]

  --games N      Games in the catalog; default 250000
  --sizes LIST   More sizes, to show how costs grow; default 10000,100000,1000000. Larger ones than --games are copies of it
  --add          Only measure the other sizes, and add them to the page
  --folder PATH  Where bundles and data folders are kept; default bench/data
  --seconds N    Length of each run; default 3
  --note TEXT    A sentence about this run, for the page
  --peers        Only measure PostGraphile and json-server beside Ludex; installs them into bench/peers
  --others       Only measure searches, threads, memory after traffic, and an import under load
  --searches     Only measure searches
  --postgres URL Only measure the import into this empty PostgreSQL database
  --render       Only write the page and its charts from docs/performance.json
`;

const { values } = parseArgs({
  options: {
    games: { type: 'string', default: '250000' },
    sizes: { type: 'string', default: '10000,100000,1000000' },
    folder: { type: 'string', default: fileURLToPath(new URL('../data', import.meta.url)) },
    seconds: { type: 'string', default: '3' },
    note: { type: 'string' },
    add: { type: 'boolean', default: false },
    peers: { type: 'boolean', default: false },
    others: { type: 'boolean', default: false },
    searches: { type: 'boolean', default: false },
    postgres: { type: 'string' },
    render: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h' },
  },
});
const DOCS = new URL('../../docs/', import.meta.url);
const RESULTS = new URL('performance.json', DOCS);
const PEER_SIZES = [10_000, 100_000];
const STARTS = 5;
/** Of a request that other programs disturb. */
const MAX_RUNS = 3;
const OTHERS_SECONDS = 5;
/** Time for all threads to start and for memory to be released. */
const SETTLE_MS = 3000;

if (values.help) process.stdout.write(HELP);
else await main();

async function main(): Promise<void> {
  const before = JSON.parse(readFileSync(RESULTS, 'utf8')) as Results;
  const results = await measure(before);
  writeFileSync(RESULTS, `${JSON.stringify(results, undefined, 2)}\n`);
  for (const [path, text] of Object.entries(renderPerformance(results))) writeFileSync(new URL(path, DOCS), text);
}

async function measure(before: Results): Promise<Results> {
  if (values.render) return before;
  if (values.peers) return { ...before, peers: await measurePeerCosts() };
  if (values.others || values.searches || values.postgres !== undefined)
    return { ...before, others: await measureAgain(before.others) };
  const more = values.sizes.split(',').filter(Boolean).map(Number);
  if (!values.add) return { ...(await measureSizes([Number(values.games), ...more])), peers: before.peers };
  const { sizes, date, note } = await measureSizes(more);
  const added = sizes.map((size) => ({ ...size, added: { date, note } }));
  const kept = before.sizes.filter(({ games }) => !more.includes(games));
  return { ...before, sizes: [...kept, ...added].toSorted((a, b) => a.games - b.games) };
}

async function measureSizes(all: number[]): Promise<Results> {
  const games = Number(values.games);
  const conditions = openConditions();
  const sizes: Size[] = [];
  let requests: Comparison[] = [];
  let others: OtherTarget[] = [];
  for (const size of all.toSorted((a, b) => a - b)) {
    const prepared = await prepareSize(size, games);
    const compared = await compareAll(prepared, size === games);
    if (size === games) {
      requests = compared;
      print('measuring searches, threads, memory after traffic, and an import under load …');
      others = await measureOtherTargets(prepared as Prepared, OTHERS_SECONDS);
    }
    sizes.push({ games: size, ...(await measureStart(prepared)), cpuUs: cpuByName(compared) });
  }
  return { ...conditions(), games, requests, sizes, others };
}

/** Those that were measured replace the ones of the same name. */
async function measureAgain(before: readonly OtherTarget[] = []): Promise<OtherTarget[]> {
  const options = { folder: values.folder, games: Number(values.games), seed: 1, fresh: false };
  const prepared = await prepare(options, print);
  const measure = async () => {
    if (values.postgres !== undefined) return [await measurePostgresImport(bundleOf(options), values.postgres)];
    return values.searches ? measureSearches(prepared.data) : measureOtherTargets(prepared, OTHERS_SECONDS);
  };
  const measured = await measure();
  const again = new Map(measured.map((one) => [one.name, one]));
  const kept = before.map((one) => again.get(one.name) ?? one);
  return [...kept, ...measured.filter(({ name }) => !before.some((one) => one.name === name))];
}

async function prepareSize(size: number, main: number): Promise<Prepared | Copied> {
  const options = { folder: values.folder, games: Math.min(size, main), seed: 1, fresh: false };
  const imported = await prepare(options, print);
  return size > main ? prepareCopies(imported, size, print) : imported;
}

async function measurePeerCosts(): Promise<PeerResults> {
  const conditions = openConditions();
  const { measurePeers } = await import('../peers/measure.ts');
  const costs: PeerCost[] = [];
  for (const games of PEER_SIZES) {
    const prepared = await prepare({ folder: values.folder, games, seed: 1, fresh: false }, print);
    costs.push(...(await measurePeers(prepared, games, Number(values.seconds), print)));
  }
  return { ...conditions(), costs };
}

/** When and where this run was, to be read at its end. */
function openConditions() {
  const before = readStolen();
  return () => {
    const after = readStolen();
    const stolen = (after.stolen - before.stolen) / (after.all - before.all);
    return { date: new Date().toISOString().slice(0, 10), machine: describeMachine(), stolen, note: values.note };
  };
}

/** In the catalog of the main size every request, in the others those that show how costs grow. */
async function compareAll(prepared: Prepared | Copied, isMain: boolean): Promise<Comparison[]> {
  const servers = await startServers(prepared, { withNaive: isMain });
  const compared: Comparison[] = [];
  const all = listCases(await readFacts(servers.ludex.port, prepared.key), servers.thumbnail);
  const cases = all.filter(({ name }) => isMain || GROWTH_CASES.includes(name));
  // Before the first measurement: all of them take ten minutes.
  for (const asked of cases) await checkCase(servers, asked);
  for (const asked of cases) {
    print(`measuring ${asked.name} …`);
    compared.push(await compareQuietly(servers, asked));
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

function cpuByName(compared: readonly Comparison[]): Record<string, number> {
  const growth = compared.filter(({ name }) => GROWTH_CASES.includes(name));
  return Object.fromEntries(growth.map(({ name, cpuUs }) => [name, cpuUs]));
}

async function measureStart(prepared: Prepared | Copied) {
  const readyMs: number[] = [];
  let residentMb = 0;
  for (let i = 0; i < STARTS; i++) {
    const server = await startServer({ data: prepared.data });
    readyMs.push(server.readyMs);
    await wait(SETTLE_MS);
    residentMb = readMemory(server.pid)?.residentMb ?? 0;
    await server.end();
  }
  const imported = 'importSeconds' in prepared ? prepared : undefined;
  const { importSeconds, databaseMb } = imported ?? {};
  return { importSeconds, databaseMb, readyMs: percentile(readyMs, 0.5), residentMb };
}

function describeMachine(): string {
  const [cpu] = cpus();
  const memory = Math.round(totalmem() / 2 ** 30);
  return `${cpus().length} cores (${cpu?.model.trim()}), ${memory} GB of memory, Node ${process.versions.node}`;
}

function print(line: string): void {
  process.stderr.write(`${line}\n`);
}
