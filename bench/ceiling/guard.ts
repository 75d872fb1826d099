import { fileURLToPath } from 'node:url';
import { readFacts } from '../facts.ts';
import { prepare } from '../prepare.ts';
import { BUDGETS } from './budgets.ts';
import { type Case, listCases } from './cases.ts';
import { compareWithCeiling, type Servers } from './compare.ts';
import { startServers } from './servers.ts';

/**
 * Fails if a request costs more than its budget, relative to a bare server in the same run. Other programs on the machine
 * can only make a run slower, so a case passes if one of a few runs is within its budget.
 */
const GAMES = 20_000;
const SECONDS = 1;
const RUNS = 4;
const ALLOWED_REGRESSION = 1.25;

await main();

async function main(): Promise<void> {
  const folder = fileURLToPath(new URL('../data', import.meta.url));
  const prepared = await prepare({ folder, games: GAMES, seed: 1, fresh: false }, print);
  const servers = await startServers(prepared, {});
  const cases = listCases(await readFacts(servers.ludex.port, prepared.key)).filter(({ name }) => name in BUDGETS);
  const missing = Object.keys(BUDGETS).filter((name) => !cases.some((asked) => asked.name === name));
  if (missing.length > 0) throw new Error(`there are no cases named ${missing.join(', ')}`);
  for (const asked of cases) {
    const limit = (BUDGETS[asked.name] as number) * ALLOWED_REGRESSION;
    const ratio = await bestRatio(servers, asked, limit);
    print(
      `${ratio <= limit ? 'ok  ' : 'SLOW'} ${asked.name}: ${ratio.toFixed(2)} times the bare server, at most ${limit.toFixed(2)}`,
    );
    if (ratio > limit) process.exitCode = 1;
  }
  await servers.end();
}

/** Stops at the first run that is within the limit. */
async function bestRatio(servers: Servers, asked: Case, limit: number): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  for (let run = 0; run < RUNS && best > limit; run++) {
    best = Math.min(best, (await compareWithCeiling(servers, asked, SECONDS)).ratio);
  }
  return best;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
