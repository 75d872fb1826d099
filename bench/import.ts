import { existsSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { callDuring, percentile } from './client.ts';
import { readFacts } from './facts.ts';
import { mixPaths } from './mix.ts';
import { type Run, runNode } from './processes.ts';
import { startServer } from './servers.ts';

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

const { values } = parseArgs({ options: OPTIONS });
if (values.help) process.stdout.write(HELP);
else if (!existsSync(values.lists))
  process.stdout.write(`${values.lists} does not exist; name the folder of the lists with --lists\n`);
else await main(resolve(values.lists), join(resolve(values.folder), 'import'), Number(values.seconds));

async function main(lists: string, data: string, seconds: number): Promise<void> {
  rmSync(data, { recursive: true, force: true });
  const ludex = (...args: string[]) => runNode(['src/main.ts', ...args, '--data', data]);
  const importAll = (...more: string[]) => ludex('import', 'mame', lists, '--profile', 'all', ...more);
  await ludex('import', fileURLToPath(new URL('../starter', import.meta.url)));
  printRun('first import, --profile all', await importAll());
  printRun('the same import again', await importAll());
  const { stdout: key } = await ludex('account', 'add', 'bench@example.org', '--plan', 'unlimited');
  const server = await startServer({ data });
  const paths = mixPaths(await readFacts(server.port, key));
  const during = (work: Promise<unknown>) => callDuring({ port: server.port, key, paths }, work);
  await during(wait(5000));
  const idle = await during(wait(seconds * 1000));
  // The default profile has fewer games than `all`, so that this import removes games.
  const shrinking = ludex('import', 'mame', lists, '--allow-shrink');
  const busy = await during(shrinking);
  printRun('an import that removes games, while requests are served', await shrinking);
  await server.end();
  const line = (name: string, times: readonly number[]) =>
    `${name}: ${times.length} requests, median ${ms(percentile(times, 0.5))}, p99 ${ms(percentile(times, 0.99))}\n`;
  process.stdout.write(line('idle', idle) + line('during the import', busy));
  process.stdout.write(
    `the p99 is ${(percentile(busy, 0.99) / percentile(idle, 0.99)).toFixed(1)} times that of the idle server\n`,
  );
}

function printRun(name: string, { seconds, peakMb, stdout }: Run): void {
  const report = stdout.split('\n').find((line) => line.startsWith('mame:'));
  process.stdout.write(`${name}: ${seconds.toFixed(1)} s, ${Math.round(peakMb)} MB; ${report}\n`);
}

function ms(time: number): string {
  return `${time.toFixed(1)} ms`;
}
