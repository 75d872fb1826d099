import { readFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { listCases } from './cases.ts';
import { compareWithCeiling, type Effort } from './compare.ts';
import { readFacts } from './facts.ts';
import { type Budgets, type Compared, highestRatios, judge, NOISY, type Verdict } from './judge.ts';
import { prepare } from './prepare.ts';
import { type Servers, startServers } from './servers.ts';

const HELP = `Fails if a request costs more than its budget in bench/budgets.json, relative to a bare node:http server
in the same run.

Usage: npm run bench:guard -- [flags]

  --folder PATH  Where bundles and data folders are kept; default bench/data
`;

const { values } = parseArgs({
  options: {
    folder: { type: 'string', default: fileURLToPath(new URL('data', import.meta.url)) },
    help: { type: 'boolean', short: 'h' },
  },
});
const BUDGETS = new URL('budgets.json', import.meta.url);
const OWN_CPU = cpus()[0]?.model ?? 'unknown';
/** Enough that a cold page is not in the cache, and imported in seconds. */
const GAMES = 5000;
/** Short rounds of both servers in turn: whatever else the machine does slows both. */
const EFFORT: Effort = { seconds: 1, roundSeconds: 0.1, warmUpRequests: 5_000 };
/** Before a request counts as slow. */
const TRIES = 5;
if (values.help) process.stdout.write(HELP);
else await main();

async function main(): Promise<void> {
  const budgets = JSON.parse(readFileSync(BUDGETS, 'utf8')) as Budgets;
  const highest = highestRatios(budgets, OWN_CPU);
  if (budgets.cpu !== OWN_CPU) print(`The budgets are from another CPU, ${budgets.cpu}: twice as much is allowed.`);
  const prepared = await prepare(values.folder, GAMES, print);
  const servers = await startServers(prepared);
  try {
    process.exitCode = await measure(servers, prepared.key, highest);
  } finally {
    await servers.end();
  }
}

/** The exit code: 1 if a request is too slow. */
async function measure(servers: Servers, key: string, highest: ReadonlyMap<string, number>): Promise<number> {
  const all = listCases(await readFacts(servers.ludex.port, key), servers.thumbnail);
  const missing = [...highest.keys()].filter((name) => !all.some((asked) => asked.name === name));
  if (missing.length > 0) throw new Error(`there are no cases named ${missing.join(', ')}`);
  const verdicts = new Set<Verdict>();
  for (const asked of all) {
    const most = highest.get(asked.name);
    if (most === undefined) continue;
    const runs: Compared[] = [];
    while (runs.length < TRIES && judge(runs, most) !== 'ok') {
      runs.push(await compareWithCeiling(servers, asked, EFFORT));
    }
    const verdict = judge(runs, most);
    verdicts.add(verdict);
    print(`${verdict.padEnd(5)} ${asked.name}: ${bestOf(runs)} times the bare server, at most ${most.toFixed(2)}`);
  }
  if (verdicts.has('noisy')) print(NOISY);
  return verdicts.has('slow') ? 1 : 0;
}

function bestOf(runs: readonly Compared[]): string {
  return Math.min(...runs.map(({ ratio }) => ratio)).toFixed(2);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
