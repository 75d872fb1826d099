import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { readFacts } from '../facts.ts';
import { prepare } from '../prepare.ts';
import { listCases } from './cases.ts';
import { type Comparison, compareWithCeiling } from './compare.ts';
import { startServers } from './servers.ts';

const HELP = `Compares the CPU time of requests with a bare node:http server that sends the same bytes.

Usage: npm run bench:ceiling -- [flags]

  --games N        Games in the catalog; default 250000
  --folder PATH    Where bundles and data folders are kept; default bench/data
  --cases PATTERN  Only requests whose name matches this regular expression
  --seconds N      Length of each run; default 3
  --naive          Also measure a naive server over the same games
  --json FILE      Also write the figures to this file
  --profile PATH   Write a CPU profile of the server into this folder
`;

const { values } = parseArgs({
  options: {
    games: { type: 'string', default: '250000' },
    folder: { type: 'string', default: fileURLToPath(new URL('../data', import.meta.url)) },
    cases: { type: 'string', default: '' },
    seconds: { type: 'string', default: '3' },
    naive: { type: 'boolean', default: false },
    json: { type: 'string' },
    profile: { type: 'string' },
    help: { type: 'boolean', short: 'h' },
  },
});
const COLUMNS = [30, 8, 9, 9, 7, 8, 10, 8, 8, 9];
const HEAD = row([
  'Request',
  'KB',
  'CPU µs',
  'ceiling',
  'ratio',
  'target',
  'requests/s',
  'p50 ms',
  'p99 ms',
  'naive µs',
]);

if (values.help) process.stdout.write(HELP);
else await main();

async function main(): Promise<void> {
  const print = (line: string) => void process.stderr.write(`${line}\n`);
  const prepared = await prepare({ folder: values.folder, games: Number(values.games), seed: 1, fresh: false }, print);
  const servers = await startServers(prepared, { profile: values.profile, withNaive: values.naive });
  const cases = listCases(await readFacts(servers.ludex.port, prepared.key), servers.thumbnail).filter(({ name }) =>
    new RegExp(values.cases).test(name),
  );
  process.stdout.write(HEAD);
  const all: Comparison[] = [];
  for (const asked of cases) {
    const one = await compareWithCeiling(servers, asked, { seconds: Number(values.seconds) });
    all.push(one);
    process.stdout.write(line(one));
  }
  await servers.end();
  if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(all, undefined, 2)}\n`);
}

function line(one: Comparison): string {
  return row([
    one.name,
    (one.bytes / 1000).toFixed(1),
    one.cpuUs.toFixed(1),
    one.ceilingUs.toFixed(1),
    one.ratio.toFixed(2),
    one.targetUs === undefined ? String(one.target ?? '') : `${one.targetUs} µs`,
    one.requestsPerSecond.toFixed(0),
    one.p50Ms.toFixed(2),
    one.p99Ms.toFixed(2),
    one.naiveUs?.toFixed(0) ?? '',
  ]);
}

function row(cells: readonly string[]): string {
  return `${cells.map((cell, i) => (i === 0 ? cell.padEnd(COLUMNS[0] as number) : cell.padStart(COLUMNS[i] as number))).join(' ')}\n`;
}
