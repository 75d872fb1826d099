import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { runNode } from './children.ts';
import type { LoadReport } from './load.ts';
import { percentile } from './measure.ts';
import { startServer } from './server.ts';
import { runLoad } from './throughput.ts';

const HELP = `Measures the throughput of several nodes on one PostgreSQL over HTTP, including the quota.

Usage: LUDEX_DATABASE_URL=postgres://… npm run bench:fleet -- [flags]
Loads the starter catalog into an empty database, and adds an account with a key.

  --nodes N         Nodes, each with one thread; default 2
  --connections N   Connections to each of them; default 32
  --seconds N       Length of each run; default 8
`;

const OPTIONS = {
  nodes: { type: 'string', default: '2' },
  connections: { type: 'string', default: '32' },
  seconds: { type: 'string', default: '8' },
  help: { type: 'boolean', short: 'h' },
} as const;

const PATHS = ['/v1/games/1', '/v1/games?format=id&limit=5', '/v1/games?limit=20'];
const WARM_UP_SECONDS = 2;
/** A limit that is never reached, so that all requests are counted and admitted. */
const HIGH_LIMIT = '999999999';

const { values } = parseArgs({ options: OPTIONS });
const [nodes, connections, seconds] = (['nodes', 'connections', 'seconds'] as const).map((name) =>
  Number(values[name]),
) as [number, number, number];
const { LUDEX_DATABASE_URL: url } = process.env;

if (values.help || !url) process.stdout.write(HELP);
else await main(url);

async function main(databaseUrl: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'ludex-fleet-'));
  const fleet = { LUDEX_DATABASE_URL: databaseUrl, LUDEX_SECRET: 'one secret for all nodes of the fleet' };
  const ludex = (...args: string[]) => runNode(['src/main.ts', ...args, '--data', folder], fleet);
  try {
    const start = () =>
      startServer({
        data: mkdtempSync(join(folder, 'node-')),
        threads: 1,
        settings: { ...fleet, LUDEX_STARTER: 'true' },
      });
    const servers = [await start()];
    const email = `bench-${Date.now()}@example.org`;
    const { stdout: key } = await ludex('account', 'add', email, '--plan', 'unlimited');
    const [{ key_id }] = JSON.parse((await ludex('key', 'list', email, '--json')).stdout);
    await ludex('key', 'limit', String(key_id), '--per-hour', HIGH_LIMIT);
    while (servers.length < nodes) servers.push(await start());
    const load = (path: string, time: number) =>
      Promise.all(
        servers.map(({ port }) =>
          runLoad({ port, connections, seconds: time, headers: { 'x-api-key': key }, paths: [path] }),
        ),
      );
    for (const path of PATHS) {
      await load(path, WARM_UP_SECONDS);
      print(path, await load(path, seconds));
    }
    await Promise.all(servers.map((server) => server.end()));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function print(path: string, reports: readonly LoadReport[]): void {
  const sum = (of: (report: LoadReport) => number) => reports.reduce((total, report) => total + of(report), 0);
  const latencies = reports.flatMap((report) => report.latenciesMs);
  process.stdout.write(
    `${nodes} nodes, ${path}: ${Math.round(sum((report) => report.requests / report.seconds))} admitted requests per second, ` +
      `median ${percentile(latencies, 0.5).toFixed(1)} ms, p99 ${percentile(latencies, 0.99).toFixed(1)} ms; ` +
      `the clients used ${sum((report) => report.cpuSeconds / report.seconds).toFixed(1)} cores\n`,
  );
}
