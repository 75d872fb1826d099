import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { startPostgres } from '../../test/support/postgres.ts';
import { percentile, startLoad, writeGet } from '../client.ts';
import { readFacts } from '../facts.ts';
import { readResults, writeResults } from '../page.ts';
import { type Prepared, prepare } from '../prepare.ts';
import { listChildren, readSchedule } from '../processes.ts';
import { openConditions, type PeerCost, type PeerName } from '../results.ts';
import { LOAD_CORE, SERVER_CORE, startScript, startServer } from '../servers.ts';
import { listPeerCases, type PeerCase } from './cases.ts';
import { fillPostgres, readCards } from './catalog.ts';

const HELP = `Measures PostGraphile and json-server beside Ludex, and writes the figures into docs/performance.md. Installs them into
bench/peers.

Usage: npm run bench:peers -- [flags]

  --folder PATH  Where bundles and data folders are kept; default bench/data
  --seconds N    Length of each run; default 3
  --note TEXT    A sentence about this run, for the page
`;

const { values } = parseArgs({
  options: {
    folder: { type: 'string', default: fileURLToPath(new URL('../data', import.meta.url)) },
    seconds: { type: 'string', default: '3' },
    note: { type: 'string' },
    help: { type: 'boolean', short: 'h' },
  },
});
const SIZES = [10_000, 100_000];

interface Peer {
  name: PeerName;
  port: number;
  /** All processes that work for a request. */
  listPids(): number[];
  end(): Promise<void>;
}

const CONNECTIONS = 16;
/** A request that takes so long when nothing else is asked for is sent from fewer connections, without a warm-up. */
const SLOW_MS = 500;
const SLOW_CONNECTIONS = 2;
const WARM_UP_SECONDS = 2;
const JSON_TYPE = { 'content-type': 'application/json' };
/** json-server keeps everything in memory as objects, and reads it from one file. */
const MAX_JSON_GAMES = 10_000;

if (values.help) process.stdout.write(HELP);
else await main();

/** Measures Ludex and the other servers with the same games, one after the other. */
async function main(): Promise<void> {
  const conditions = openConditions(values.note);
  install();
  const costs: PeerCost[] = [];
  for (const games of SIZES) {
    const prepared = await prepare(values.folder, games, print);
    const ludex = await startLudex(prepared);
    const cases = listPeerCases(await readFacts(ludex.port, prepared.key));
    costs.push(...(await measureAll(ludex, cases, prepared.key, games)));
    const others = [startPostgraphile, ...(games <= MAX_JSON_GAMES ? [startJsonServer] : [])];
    for (const start of others) costs.push(...(await measureAll(await start(prepared), cases, prepared.key, games)));
  }
  writeResults({ ...readResults(), peers: { ...conditions(), costs } });
}

/** Nothing else needs these packages. Their install scripts are not run. */
function install(): void {
  const folder = fileURLToPath(new URL('.', import.meta.url));
  if (existsSync(join(folder, 'node_modules'))) return;
  const { status } = spawnSync('npm', ['ci', '--ignore-scripts'], { cwd: folder, stdio: 'inherit' });
  if (status !== 0) throw new Error(`npm ci in ${folder} ended with ${status}`);
}

async function measureAll(peer: Peer, cases: readonly PeerCase[], key: string, games: number): Promise<PeerCost[]> {
  const costs: PeerCost[] = [];
  try {
    for (const { name, requests } of cases) {
      const texts = requests.map((one) => writeRequest(peer.name, one[peer.name], key));
      const isSlow = (await checkAnswer(peer, requests[0]?.[peer.name] as string, key)) > SLOW_MS;
      const connections = isSlow ? SLOW_CONNECTIONS : CONNECTIONS;
      if (!isSlow) await saturate(peer, texts, connections, WARM_UP_SECONDS);
      const cost = {
        peer: peer.name,
        games,
        name,
        ...(await saturate(peer, texts, connections, Number(values.seconds))),
      };
      print(
        `${games} games, ${peer.name}, ${name}: ${cost.cpuUs.toFixed(0)} µs, ${cost.requestsPerSecond.toFixed(0)} requests/s`,
      );
      costs.push(cost);
    }
  } finally {
    await peer.end();
  }
  return costs;
}

/** Sends one request and returns its latency. GraphQL reports errors with the status 200. */
async function checkAnswer({ name, port }: Peer, asked: string, key: string): Promise<number> {
  const startedAt = performance.now();
  const origin = `http://127.0.0.1:${port}`;
  const response = await (name === 'PostGraphile'
    ? fetch(`${origin}/graphql`, { method: 'POST', headers: JSON_TYPE, body: JSON.stringify({ query: asked }) })
    : fetch(origin + asked, { headers: { 'x-api-key': key } }));
  const text = await response.text();
  if (response.status !== 200 || text.startsWith('{"errors"') || !text.includes('"title":'))
    throw new Error(`${name} answered ${response.status} to ${asked}: ${text.slice(0, 500)}`);
  return performance.now() - startedAt;
}

function writeRequest(peer: PeerName, asked: string, key: string): string {
  if (peer !== 'PostGraphile') return writeGet(asked, { 'x-api-key': key });
  const body = Buffer.from(JSON.stringify({ query: asked }));
  const head = `POST /graphql HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`;
  return head + body.toString('latin1');
}

async function saturate({ port, listPids }: Peer, requests: string[], connections: number, seconds: number) {
  const load = startLoad(LOAD_CORE);
  try {
    const cpuOf = () => new Map(listPids().map((pid) => [pid, readSchedule(pid).cpuMs]));
    const before = cpuOf();
    const report = await load.run({ port, connections, seconds, requests });
    const cpuMs = [...cpuOf()].reduce((sum, [pid, cpu]) => sum + cpu - (before.get(pid) ?? 0), 0);
    return {
      cpuUs: (cpuMs * 1000) / report.requests,
      requestsPerSecond: report.requests / report.seconds,
      p50Ms: percentile(report.latenciesMs, 0.5),
      p99Ms: percentile(report.latenciesMs, 0.99),
    };
  } finally {
    await load.end();
  }
}

async function startLudex({ data }: Prepared): Promise<Peer> {
  const { pid, port, end } = await startServer({ data, threads: 1, core: SERVER_CORE });
  return { name: 'Ludex', port, listPids: () => [pid], end };
}

async function startPeer(name: PeerName, file: string, argument: string): Promise<Peer> {
  const settings = { NODE_ENV: 'production', GRAPHILE_ENV: 'production' };
  const { pid, port, end } = await startScript([`bench/peers/${file}`, argument], settings);
  return { name, port, listPids: () => [pid], end };
}

async function startPostgraphile({ data }: Prepared): Promise<Peer> {
  const postgres = await startPostgres({ shared_buffers: '512MB' });
  await fillPostgres(postgres.url, data);
  const peer = await startPeer('PostGraphile', 'postgraphile-server.js', postgres.url);
  const database = postgres.process.pid as number;
  return {
    ...peer,
    listPids: () => [...peer.listPids(), database, ...listChildren(database)],
    end: async () => {
      await peer.end();
      await postgres.stop();
    },
  };
}

async function startJsonServer({ data }: Prepared): Promise<Peer> {
  const folder = mkdtempSync(join(tmpdir(), 'ludex-json-server-'));
  const file = join(folder, 'games.json');
  const games = Array.from(readCards(data), (game) => ({
    id: game.game_id,
    ...game,
    platform_ids: game.platforms.map(({ platform_id }) => platform_id),
  }));
  writeFileSync(file, JSON.stringify({ games }));
  const peer = await startPeer('json-server', 'json-server.js', file);
  return {
    ...peer,
    end: async () => {
      await peer.end();
      rmSync(folder, { recursive: true });
    },
  };
}

function print(line: string): void {
  process.stderr.write(`${line}\n`);
}
