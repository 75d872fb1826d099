import { existsSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type Run, runNode } from './children.ts';
import { openConnection } from './connection.ts';
import { readFacts } from './facts.ts';
import { listKinds } from './kinds.ts';
import { type Server, startServer } from './server.ts';

const HELP = `Measures imports of MAME's software lists, and their effect on request latency.

Usage: npm run bench:import -- [flags]

  --lists PATH     The lists; default /usr/share/games/mame/hash (Debian's mame-data)
  --folder PATH    Where the data folder is kept; default bench/data
  --seconds N      How long requests are sent to the idle server; default 20
`;

const OPTIONS = {
  lists: { type: 'string', default: '/usr/share/games/mame/hash' },
  folder: { type: 'string', default: fileURLToPath(new URL('data', import.meta.url)) },
  seconds: { type: 'string', default: '20' },
  help: { type: 'boolean', short: 'h' },
} as const;

/** Request rate of a busy small installation. Requests are sent on schedule, whatever the response times (open loop). */
const PER_SECOND = 100;
const CONNECTIONS = 8;

const { values } = parseArgs({ options: OPTIONS });
if (values.help) process.stdout.write(HELP);
else if (!existsSync(values.lists)) process.stdout.write(`There are no lists in ${values.lists}; --lists names them\n`);
else await main(resolve(values.lists), join(resolve(values.folder), 'import'), Number(values.seconds));

async function main(lists: string, data: string, seconds: number): Promise<void> {
  rmSync(data, { recursive: true, force: true });
  const ludex = (...args: string[]) => runNode(['src/main.ts', ...args, '--data', data]);
  const importAll = (...more: string[]) => ludex('import', 'mame', lists, '--profile', 'all', ...more);
  await ludex('import', fileURLToPath(new URL('../starter', import.meta.url)));
  show('first import, --profile all', await importAll());
  show('the same again', await importAll());
  const { stdout: key } = await ludex('account', 'add', 'bench@example.org', '--plan', 'unlimited');
  const server = await startServer({ data });
  const paths = await listPaths(server, key);
  await ask(server, key, paths, wait(5000));
  const idle = await ask(server, key, paths, wait(seconds * 1000));
  // Half of the games go and come back: an import that writes.
  let shrunk: Run | undefined;
  const busy = await ask(
    server,
    key,
    paths,
    ludex('import', 'mame', lists, '--allow-shrink').then((run) => {
      shrunk = run;
    }),
  );
  show('an import that removes most of it, while requests are served', shrunk as Run);
  await server.end();
  const line = (name: string, times: readonly number[]) =>
    `${name}: ${times.length} requests, median ${ms(quantile(times, 0.5))}, p99 ${ms(quantile(times, 0.99))}\n`;
  process.stdout.write(line('idle', idle) + line('during the import', busy));
  process.stdout.write(`p99 is ${(quantile(busy, 0.99) / quantile(idle, 0.99)).toFixed(1)} times the idle one\n`);
}

/** The mix of the other benchmark, each kind by its weight. */
async function listPaths({ port }: Server, key: string): Promise<string[]> {
  const kinds = listKinds(await readFacts(port, key)).filter(({ weight }) => weight);
  return Array.from({ length: 50 }, (_, i) =>
    kinds.flatMap(({ path, weight = 1 }) => Array(weight).fill(path(i))),
  ).flat();
}

/** Sends requests until the work is done, and gives how long each took, waiting for a free connection included. */
async function ask({ port }: Server, key: string, paths: readonly string[], work: Promise<void>): Promise<number[]> {
  const free = await Promise.all(Array.from({ length: CONNECTIONS }, () => openConnection(port)));
  const waiting: (() => void)[] = [];
  const times: number[] = [];
  let isDone = false;
  const request = async (path: string) => {
    const startedAt = performance.now();
    if (free.length === 0) await new Promise<void>((go) => waiting.push(go));
    const connection = free.pop() as (typeof free)[number];
    const { status } = await connection.get(path, { 'x-api-key': key });
    if (status !== 200) throw new Error(`${path} answered ${status}`);
    times.push(performance.now() - startedAt);
    free.push(connection);
    waiting.shift()?.();
  };
  void work.finally(() => {
    isDone = true;
  });
  const startedAt = performance.now();
  const sent: Promise<void>[] = [];
  for (let i = 0; !isDone; i++) {
    sent.push(request(paths[i % paths.length] as string));
    await wait(Math.max(0, startedAt + ((i + 1) * 1000) / PER_SECOND - performance.now()));
  }
  await Promise.all(sent);
  await work;
  for (const connection of free) connection.close();
  return times;
}

function show(name: string, { seconds, peakMb, stdout }: Run): void {
  const report = stdout.split('\n').find((line) => line.startsWith('mame:'));
  process.stdout.write(`${name}: ${seconds.toFixed(1)} s, ${Math.round(peakMb)} MB; ${report}\n`);
}

function quantile(times: readonly number[], share: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] as number;
}

function ms(time: number): string {
  return `${time.toFixed(1)} ms`;
}
