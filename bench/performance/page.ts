import type { Comparison } from '../ceiling/compare.ts';
import { isNoisy } from '../ceiling/judge.ts';
import { drawBars, format } from './chart.ts';
import { describeConditions } from './conditions.ts';
import { MISSES } from './misses.ts';
import { renderOtherTargets } from './other-table.ts';
import { renderPeers } from './peers.ts';
import { GROWTH_CASES, type Results, type Size } from './results.ts';
import { table } from './table.ts';

/** Files of docs/performance.md, by their path below docs/. */
export function renderPerformance(results: Results): Record<string, string> {
  return {
    'performance.md': renderPage(results),
    'images/performance-requests.svg': drawRequests(results),
    ...(results.sizes.length > 1 && { 'images/performance-growth.svg': drawGrowth(results) }),
  };
}

function renderPage(results: Results): string {
  const { date, games, requests, sizes } = results;
  const targets = requests.filter(hasTarget);
  const met = targets.filter(isMet).length;
  return `${[
    '# Performance',
    `What a request costs, compared with the least that Node can do. ${met} of ${targets.length} requests meet their target.`,
    `Measured on ${date} with ${format(games)} generated games: ${describeConditions(results)}`,
    '## Requests',
    METHOD,
    '![CPU time of each request, of the bare server and of the naive server](images/performance-requests.svg)',
    requestTable(requests),
    '## Size of the catalog',
    'Time from the start of the process to the first 200 of `/readyz`, resident memory before any other request, and the ' +
      'import into an empty folder, all with default settings. A catalog without a time of import has the games of a smaller ' +
      'one several times, copied in the database.',
    sizeTable(sizes),
    ...describeAdded(sizes),
    ...(sizes.length > 1
      ? ['![CPU time by the number of games](images/performance-growth.svg)', growthTable(sizes)]
      : []),
    '## Other targets',
    renderOtherTargets(results),
    ...(results.peers ? ['## Against other software', renderPeers(results.peers)] : []),
    '## What misses its target and why',
    MISSES,
    '## Measure it yourself',
    REPEAT,
  ].join('\n\n')}\n`;
}

const METHOD = `- **CPU** is the CPU time of the server process per request, with everything on: key, quota, ETag, log, metrics. One
  serving thread runs on one core, and 16 connections from another core keep it busy.
- **Bare** is a handler of \`node:http\` that sends the same bytes and headers, and does nothing else. The runs of both
  alternate, and the cheapest round of each counts.
- **Ratio** is the first divided by the second, and what the targets are about. Pages of the site have a target in
  microseconds.
- **Naive** is what one would write first: Fastify and \`node:sqlite\` over the same games, without keys, limits, ETags,
  compression or log.
- A *cold* request was never sent before; the others are repeated, as popular requests are.
- Other programs or machines disturbed each of three runs of a request with an asterisk, so it seems more expensive than it is.`;

const REPEAT = `On Linux, with nothing else running:

\`\`\`sh not-run: takes half an hour
npm run bench:performance
\`\`\`

It writes this page, its charts and \`performance.json\`. \`npm run bench:performance -- --help\` lists the flags, and
\`npm run bench:guard\` compares a few requests with their budgets.`;

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

function sizeTable(sizes: readonly Size[]): string {
  return table(
    ['Games', 'Ready', 'Memory', 'Import', 'Disk'],
    sizes.map(({ games, readyMs, residentMb, importSeconds, databaseMb }) => [
      format(games),
      `${(readyMs / 1000).toFixed(2)} s`,
      `${format(residentMb)} MB`,
      importSeconds === undefined ? '' : `${format(importSeconds)} s`,
      databaseMb === undefined ? '' : `${format(databaseMb)} MB`,
    ]),
  );
}

function describeAdded(sizes: readonly Size[]): string[] {
  return sizes.flatMap(({ games, added }) =>
    added ? `${format(games)} games were measured on ${added.date}.${added.note ? ` ${added.note}` : ''}` : [],
  );
}

function growthTable(sizes: readonly Size[]): string {
  return table(
    ['CPU µs', ...sizes.map(({ games }) => `${format(games)} games`)],
    GROWTH_CASES.map((name) => [name, ...sizes.map(({ cpuUs }) => format(cpuUs[name] ?? 0))]),
  );
}

function drawRequests({ requests }: Results): string {
  return drawBars({
    title: 'CPU time per request',
    unit: 'µs',
    series: ['Ludex', 'bare server', 'naive server'],
    groups: requests.map(({ name, cpuUs, ceilingUs, naiveUs }) => ({
      label: name,
      values: [cpuUs, ceilingUs, naiveUs],
    })),
  });
}

function drawGrowth({ sizes }: Results): string {
  return drawBars({
    title: 'CPU time by the number of games',
    unit: 'µs',
    series: sizes.map(({ games }) => `${format(games)} games`),
    groups: GROWTH_CASES.map((name) => ({ label: name, values: sizes.map(({ cpuUs }) => cpuUs[name]) })),
  });
}
