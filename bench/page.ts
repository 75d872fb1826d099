import { readFileSync, writeFileSync } from 'node:fs';
import { drawBars, format } from './chart.ts';
import type { Comparison } from './compare.ts';
import { isNoisy } from './judge.ts';
import {
  describeConditions,
  GROWTH_CASES,
  type OtherTarget,
  type PeerName,
  type Results,
  type Size,
} from './results.ts';

const DOCS = new URL('../docs/', import.meta.url);
const [RESULTS, PAGE] = ['performance.json', 'performance.md'];

export function readResults(): Results {
  return JSON.parse(readFileSync(new URL(RESULTS, DOCS), 'utf8'));
}

/** Writes docs/performance.json, and the figures and charts of docs/performance.md. */
export function writeResults(results: Results): void {
  const write = (path: string, text: string) => writeFileSync(new URL(path, DOCS), text);
  write(RESULTS, `${JSON.stringify(results, undefined, 2)}\n`);
  write(PAGE, refreshPage(readFileSync(new URL(PAGE, DOCS), 'utf8'), results));
  for (const [path, chart] of Object.entries(drawCharts(results))) write(path, chart);
}

/** Replaces what was measured. Everything else on the page is written by hand. */
export function refreshPage(page: string, results: Results): string {
  return listBlocks(results).reduce((text, [beginning, block]) => {
    const start = text.indexOf(`\n${beginning}`) + 1;
    if (start === 0) throw new Error(`docs/performance.md has no block that begins with "${beginning}"`);
    const end = text.indexOf('\n\n', start);
    return text.slice(0, start) + block + (end < 0 ? '\n' : text.slice(end));
  }, page);
}

/** Blocks by their beginning. They end with an empty line. */
function listBlocks(results: Results): [beginning: string, block: string][] {
  const { date, games, requests, sizes, peers } = results;
  const targets = requests.filter(hasTarget);
  return [
    ['Requests that meet', `Requests that meet their target: ${targets.filter(isMet).length} of ${targets.length}.`],
    ['Measured with', `Measured with ${format(games)} generated games on ${date}: ${describeConditions(results)}`],
    ['| Request | KB', requestTable(requests)],
    ['| Games', sizeTable(sizes, date)],
    ['| CPU µs', growthTable(sizes)],
    ['| What | Measured', renderOtherTargets(results)],
    ...(peers
      ? ([
          ['Measured on', `Measured on ${peers.date}: ${describeConditions(peers)}`],
          ['| Request | Ludex', peerTable(peers.costs)],
        ] as [string, string][])
      : []),
  ];
}

/** A table in Markdown. All columns but the first are numbers. */
function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map((_, i) => (i === 0 ? '---' : '---:')), ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
}

function hasTarget({ target, targetUs }: Comparison): boolean {
  return target !== undefined || targetUs !== undefined;
}

function isMet({ ratio, target, cpuUs, targetUs }: Comparison): boolean {
  return (target === undefined || ratio <= target) && (targetUs === undefined || cpuUs <= targetUs);
}

function requestTable(requests: readonly Comparison[]): string {
  const rows = requests.map((one) => [
    isNoisy(one) ? `${one.name} \\*` : one.name,
    (one.bytes / 1000).toFixed(1),
    format(one.cpuUs),
    format(one.ceilingUs),
    one.ratio.toFixed(2),
    one.targetUs === undefined ? `${one.target ?? ''}` : `${format(one.targetUs)} µs`,
    hasTarget(one) ? (isMet(one) ? 'yes' : 'no') : '',
    one.naiveUs === undefined ? '' : format(one.naiveUs),
    format(one.requestsPerSecond),
    one.p50Ms.toFixed(1),
    one.p99Ms.toFixed(1),
  ]);
  return table(
    ['Request', 'KB', 'CPU µs', 'Bare µs', 'Ratio', 'Target', 'Met', 'Naive µs', 'Requests/s', 'p50 ms', 'p99 ms'],
    rows,
  );
}

function sizeTable(sizes: readonly Size[], date: string): string {
  return table(
    ['Games', 'Ready', 'Memory', 'Import', 'Disk', 'Measured'],
    sizes.map(({ games, readyMs, residentMb, importSeconds, databaseMb, addedOn }) => [
      format(games),
      `${(readyMs / 1000).toFixed(2)} s`,
      `${format(residentMb)} MB`,
      importSeconds === undefined ? '' : `${format(importSeconds)} s`,
      databaseMb === undefined ? '' : `${format(databaseMb)} MB`,
      addedOn ?? date,
    ]),
  );
}

function growthTable(sizes: readonly Size[]): string {
  return table(
    ['CPU µs', ...sizes.map(({ games }) => `${format(games)} games`)],
    GROWTH_CASES.map((name) => [name, ...sizes.map(({ cpuUs }) => format(cpuUs[name] ?? 0))]),
  );
}

const SIZE_TARGETS: [
  name: string,
  games: number,
  of: (size: Size) => number | undefined,
  unit: OtherTarget['unit'],
  target: number,
][] = [
  ['start', 250_000, ({ readyMs }) => readyMs / 1000, 's', 1],
  ['start', 1_000_000, ({ readyMs }) => readyMs / 1000, 's', 3],
  ['memory before traffic', 250_000, ({ residentMb }) => residentMb, 'MB', 250],
  ['disk', 250_000, ({ databaseMb }) => databaseMb, 'MB', 2500],
  ['import into an empty folder', 250_000, ({ importSeconds }) => importSeconds, 's', 90],
];

/** The targets that are not about one request. */
export function renderOtherTargets(results: Results): string {
  const targets = [...countedKey(results), ...ofSizes(results), ...(results.others ?? [])];
  const round = (value: number) => (value < 10 ? String(Number(value.toFixed(2))) : format(value));
  return table(
    ['What', 'Measured', 'Target', 'Met'],
    targets.map(({ name, value, unit, target }) => [
      name,
      `${round(value)} ${unit}`,
      target === undefined ? '' : `${round(target)} ${unit}`,
      target === undefined ? '' : value <= target ? 'yes' : 'no',
    ]),
  );
}

function countedKey({ requests }: Results): OtherTarget[] {
  const [free, counted] = ['one game', 'one game, counted key'].map((name) =>
    requests.find((one) => one.name === name),
  );
  if (!free || !counted) return [];
  const value = counted.cpuUs - free.cpuUs;
  return [{ name: 'CPU time of a counted key, beyond that of an unlimited one', value, unit: 'µs', target: 8 }];
}

function ofSizes({ sizes }: Results): OtherTarget[] {
  return SIZE_TARGETS.flatMap(([name, games, of, unit, target]) => {
    const size = sizes.find((one) => one.games === games);
    const value = size && of(size);
    return value === undefined ? [] : { name: `${name}, ${format(games)} games`, value, unit, target };
  });
}

const PEERS: readonly PeerName[] = ['Ludex', 'PostGraphile', 'json-server'];

function peerTable(costs: NonNullable<Results['peers']>['costs']): string {
  const rows = [...Map.groupBy(costs, ({ name, games }) => `${name}, ${format(games)} games`)];
  return table(
    ['Request', ...PEERS.flatMap((peer) => [`${peer}: CPU µs`, 'requests/s', 'p50 ms', 'p99 ms'])],
    rows.map(([name, own]) => [
      name,
      ...PEERS.flatMap((peer) => {
        const cost = own.find((one) => one.peer === peer);
        if (!cost) return ['', '', '', ''];
        return [format(cost.cpuUs), format(cost.requestsPerSecond), cost.p50Ms.toFixed(1), cost.p99Ms.toFixed(1)];
      }),
    ]),
  );
}

/** Charts by their path below docs/. */
export function drawCharts({ requests, sizes }: Results): Record<string, string> {
  return {
    'images/performance-requests.svg': drawBars({
      title: 'CPU time per request',
      unit: 'µs',
      series: ['Ludex', 'bare server', 'naive server'],
      groups: requests.map(({ name, cpuUs, ceilingUs, naiveUs }) => ({
        label: name,
        values: [cpuUs, ceilingUs, naiveUs],
      })),
    }),
    'images/performance-growth.svg': drawBars({
      title: 'CPU time by the number of games',
      unit: 'µs',
      series: sizes.map(({ games }) => `${format(games)} games`),
      groups: GROWTH_CASES.map((name) => ({ label: name, values: sizes.map(({ cpuUs }) => cpuUs[name]) })),
    }),
  };
}
