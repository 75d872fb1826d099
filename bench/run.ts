import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { readFacts } from './facts.ts';
import { type Kind, listKinds } from './kinds.ts';
import { ENCODINGS, measureKinds } from './measure.ts';
import { type Prepared, prepare } from './prepare.ts';
import { type Memory, readMemory } from './proc.ts';
import { type Results, renderReport } from './report.ts';
import { startServer } from './server.ts';
import { measureThroughput, type Throughput } from './throughput.ts';

const HELP = `Measures the real server with a large catalog of generated games.

Usage: npm run bench -- [flags]

  --games N        Games in the catalog; default 250000
  --seed N         Seed of the generator; default 1
  --folder PATH    Where bundles and data folders are kept; default bench/data
  --fresh          Import again; needed after a change to what an import writes
  --report FILE    Also write the result to this file, as Markdown
  --kinds PATTERN  Only requests whose name matches this regular expression
  --encodings LIST Any of plain,gzip,zstd; default all
  --requests N     Requests of each kind, cold and warm; 0 for none; default 100
  --starts N       Starts of the server; default 5
  --seconds N      Length of each throughput run; 0 for none; default 5
  --threads N      Serving threads for start, memory and throughput; default: the server's choice
  --profile PATH   Write CPU profiles of the measured servers into this folder
`;

const OPTIONS = {
  games: { type: 'string', default: '250000' },
  seed: { type: 'string', default: '1' },
  folder: { type: 'string', default: fileURLToPath(new URL('data', import.meta.url)) },
  fresh: { type: 'boolean', default: false },
  report: { type: 'string' },
  kinds: { type: 'string', default: '' },
  encodings: { type: 'string', default: ENCODINGS.join() },
  requests: { type: 'string', default: '100' },
  starts: { type: 'string', default: '5' },
  seconds: { type: 'string', default: '5' },
  threads: { type: 'string' },
  profile: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

type Flags = ReturnType<typeof parseFlags>;

const CONNECTIONS = [16, 64];
/** Time for all threads to start and for memory to be released. */
const SETTLE_MS = 3000;

const flags = readFlags();
if (flags?.help) process.stdout.write(HELP);
else if (flags) await main(flags);

async function main(flags: Flags): Promise<void> {
  const prepared = await prepare(flags, print);
  const { readyMs, memory, facts } = await measureStart(prepared, flags);
  const kinds = listKinds(facts).filter(({ name }) => flags.kinds.test(name));
  if (kinds.length === 0) throw new Error(`no kind of request matches ${flags.kinds}`);
  const costs = await measureCosts(prepared, kinds, flags);
  const { throughput, memoryAfter } = await measureLoad(prepared, kinds, flags);
  const results: Results = { games: facts.total, prepared, readyMs, memory, memoryAfter, costs, throughput };
  const report = renderReport(results);
  process.stdout.write(report);
  if (flags.report === undefined) return;
  mkdirSync(dirname(flags.report), { recursive: true });
  writeFileSync(flags.report, report);
}

/** Starts the server several times. The first start only warms the page cache. */
async function measureStart({ data, key }: Prepared, { starts, threads }: Flags) {
  print('starting …');
  const readyMs: number[] = [];
  for (let i = 0; i < starts; i++) {
    const server = await startServer({ data, threads });
    if (i > 0) readyMs.push(server.readyMs);
    await server.end();
  }
  const server = await startServer({ data, threads });
  readyMs.push(server.readyMs);
  await wait(SETTLE_MS);
  const memory = readMemory(server.pid) as Memory;
  const facts = await readFacts(server.port, key);
  await server.end();
  return { readyMs, memory, facts };
}

/** A new server for each encoding, so that caches are empty, with one thread, so that there is one cache. */
async function measureCosts({ data, key }: Prepared, kinds: Kind[], flags: Flags): Promise<Results['costs']> {
  const costs: Results['costs'] = [];
  if (flags.requests === 0) return costs;
  for (const encoding of flags.encodings) {
    print(`measuring ${kinds.length} kinds of request, ${encoding} …`);
    const server = await startServer({ data, threads: 1, profile: flags.profile });
    costs.push({ encoding, rows: await measureKinds(server, key, kinds, encoding, flags.requests) });
    await server.end();
  }
  return costs;
}

async function measureLoad({ data, key }: Prepared, kinds: Kind[], flags: Flags) {
  const throughput: Throughput[] = [];
  if (flags.seconds === 0) return { throughput, memoryAfter: undefined };
  const server = await startServer({ data, threads: flags.threads, profile: flags.profile });
  for (const encoding of flags.encodings.filter((name) => name !== 'gzip')) {
    for (const connections of CONNECTIONS) {
      print(`measuring throughput with ${connections} connections, ${encoding} …`);
      const options = { encoding, connections, seconds: flags.seconds };
      throughput.push(await measureThroughput(server, key, kinds, options));
    }
  }
  const memoryAfter = readMemory(server.pid);
  await server.end();
  return { throughput, memoryAfter };
}

/** Prints usage errors as one line. */
function readFlags(): Flags | undefined {
  try {
    return parseFlags();
  } catch (error) {
    print(`bench: ${(error as Error).message}`);
    process.exitCode = 1;
    return undefined;
  }
}

function parseFlags() {
  const { values } = parseArgs({ options: OPTIONS });
  return {
    help: values.help === true,
    games: wholeNumber('games', values.games),
    seed: wholeNumber('seed', values.seed),
    folder: resolve(values.folder),
    fresh: values.fresh,
    report: values.report,
    kinds: new RegExp(values.kinds),
    encodings: ENCODINGS.filter((name) => values.encodings.split(',').includes(name)),
    requests: wholeNumber('requests', values.requests),
    starts: wholeNumber('starts', values.starts),
    seconds: wholeNumber('seconds', values.seconds),
    threads: values.threads === undefined ? undefined : wholeNumber('threads', values.threads),
    profile: values.profile === undefined ? undefined : resolve(values.profile),
  };
}

function wholeNumber(flag: string, text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new Error(`--${flag} must be a whole number, not "${text}"`);
  return Number(text);
}

function print(line: string): void {
  process.stderr.write(`${line}\n`);
}
