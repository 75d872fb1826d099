import { cpus, release, totalmem } from 'node:os';
import { type Cost, type Encoding, percentile, type Row } from './measure.ts';
import type { Prepared } from './prepare.ts';
import type { Memory } from './proc.ts';
import type { Throughput } from './throughput.ts';

/** All measurements. */
export interface Results {
  games: number;
  prepared: Prepared;
  readyMs: number[];
  /** Memory before any request. */
  memory: Memory;
  /** Memory after all requests. */
  memoryAfter: Memory | undefined;
  costs: { encoding: Encoding; rows: Row[] }[];
  throughput: Throughput[];
}

/** The targets for 250,000 games on two cores. */
const TARGETS = { readyMs: 3000, residentMb: 500, gamesCpuMs: 2, includeCpuMs: 5, pageCpuMs: 5, pageKb: 60 };

type Cell = string | number;

export function renderReport(results: Results): string {
  const { costs, throughput } = results;
  return [
    `# Benchmark: ${results.games} games`,
    machine(),
    '## Targets',
    targets(results),
    '## Start, memory, import',
    overview(results),
    ...costs.flatMap(({ encoding, rows }) => [`## Requests, ${encoding}`, costTable(rows)]),
    ...(throughput.length > 0 ? ['## Throughput of a mix of requests', throughputTable(throughput)] : []),
    '',
  ].join('\n\n');
}

function machine(): string {
  const [cpu] = cpus();
  const memory = Math.round(totalmem() / 2 ** 30);
  return `${new Date().toISOString().slice(0, 10)}, Node ${process.versions.node}, Linux ${release()}, ${cpus().length} cores (${cpu?.model.trim()}), ${memory} GB.`;
}

function targets({ readyMs, memory, costs }: Results): string {
  const plain = costs.find(({ encoding }) => encoding === 'plain')?.rows ?? [];
  const slowestOf = (kinds: RegExp) =>
    plain.filter(({ kind }) => kinds.test(kind)).toSorted((a, b) => cpuOf(b) - cpuOf(a))[0];
  const slowest = slowestOf(/^(games(?!, include)|title|recent|random)/);
  const including = slowestOf(/^games, include/);
  const ready = percentile(readyMs, 0.5);
  return table(
    ['Target', 'Measured', ''],
    [
      [`ready within ${TARGETS.readyMs / 1000} s`, `${(ready / 1000).toFixed(2)} s`, verdict(ready <= TARGETS.readyMs)],
      [
        `under ${TARGETS.residentMb} MB resident before traffic`,
        `${memory.residentMb.toFixed(0)} MB`,
        verdict(memory.residentMb < TARGETS.residentMb),
      ],
      ...(slowest
        ? [
            [
              `any list of games under ${TARGETS.gamesCpuMs} ms of CPU`,
              `${cpuOf(slowest).toFixed(2)} ms (${slowest.kind})`,
              verdict(cpuOf(slowest) < TARGETS.gamesCpuMs),
            ],
          ]
        : []),
      ...(including
        ? [
            [
              `a list with everything included under ${TARGETS.includeCpuMs} ms of CPU`,
              `${cpuOf(including).toFixed(2)} ms (${including.kind})`,
              verdict(cpuOf(including) < TARGETS.includeCpuMs),
            ],
          ]
        : []),
      ...pageTargets(costs),
    ],
  );
}

function pageTargets(costs: Results['costs']): string[][] {
  const find = (wanted: Encoding) =>
    costs.find(({ encoding }) => encoding === wanted)?.rows.find(({ kind }) => kind === 'page: one game');
  const [plain, gzip] = [find('plain'), find('gzip')];
  const kb = gzip?.cold && gzip.cold.bytes / 1000;
  return [
    ...(plain
      ? [
          [
            `a game's page under ${TARGETS.pageCpuMs} ms of CPU`,
            `${cpuOf(plain).toFixed(2)} ms`,
            verdict(cpuOf(plain) < TARGETS.pageCpuMs),
          ],
        ]
      : []),
    ...(kb === undefined
      ? []
      : [[`a game's page under ${TARGETS.pageKb} KB in gzip`, `${kb.toFixed(1)} KB`, verdict(kb < TARGETS.pageKb)]]),
  ];
}

function cpuOf({ cold, warm }: Row): number {
  return Math.max(cold?.cpuMedianMs ?? 0, warm.cpuMedianMs);
}

function verdict(met: boolean): string {
  return met ? 'met' : 'MISSED';
}

function overview({ prepared, readyMs, memory, memoryAfter }: Results): string {
  const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`;
  return table(
    ['What', 'Median', 'Range'],
    [
      [
        'ready',
        seconds(percentile(readyMs, 0.5)),
        `${seconds(Math.min(...readyMs))} – ${seconds(Math.max(...readyMs))}`,
      ],
      ['resident before traffic', `${memory.residentMb.toFixed(0)} MB`, `peak ${memory.peakMb.toFixed(0)} MB`],
      ...(memoryAfter
        ? [
            [
              'resident after traffic',
              `${memoryAfter.residentMb.toFixed(0)} MB`,
              `peak ${memoryAfter.peakMb.toFixed(0)} MB`,
            ],
          ]
        : []),
      ['import', `${prepared.importSeconds.toFixed(0)} s`, `peak ${prepared.importPeakMb.toFixed(0)} MB`],
      ['database', `${prepared.databaseMb.toFixed(0)} MB`, ''],
    ],
  );
}

function costTable(rows: readonly Row[]): string {
  return table(
    [
      'Request',
      'KB',
      ...['cold', 'warm'].flatMap((state) => [`${state}: CPU ms`, 'median', 'worst', 'time ms', 'p99']),
    ],
    rows.map(({ kind, cold, warm }) => [
      kind,
      ((cold ?? warm).bytes / 1000).toFixed(1),
      ...[cold, warm].flatMap(costCells),
    ]),
  );
}

function costCells(cost: Cost | undefined): string[] {
  if (!cost) return ['', '', '', '', ''];
  return [cost.cpuMs, cost.cpuMedianMs, cost.cpuWorstMs, cost.medianMs, cost.p99Ms].map((ms) => ms.toFixed(2));
}

function throughputTable(list: readonly Throughput[]): string {
  return table(
    [
      'Mix',
      'connections',
      'requests/s',
      'refused',
      'MB/s',
      'median ms',
      'p99',
      'CPU ms',
      'server cores',
      'client cores',
    ],
    list.map((run) => [
      run.encoding,
      run.connections,
      Math.round(run.requestsPerSecond),
      `${(run.refused * 100).toFixed(1)} %`,
      Math.round(run.megabytesPerSecond),
      ...[run.medianMs, run.p99Ms, run.cpuMs, run.serverCores, run.clientCores].map((value) => value.toFixed(2)),
    ]),
  );
}

/** A Markdown table with aligned columns, numbers to the right. */
function table(headers: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const texts = [headers, ...rows].map((row) => row.map(String));
  const widths = headers.map((_, column) => Math.max(3, ...texts.map((row) => (row[column] ?? '').length)));
  const line = (cells: readonly string[]) =>
    `| ${widths.map((width, i) => (i === 0 ? (cells[i] ?? '').padEnd(width) : (cells[i] ?? '').padStart(width))).join(' | ')} |`;
  const rule = `|${widths.map((width, i) => (i === 0 ? '-'.repeat(width + 2) : `${'-'.repeat(width + 1)}:`)).join('|')}|`;
  const [head = [], ...body] = texts;
  return [line(head), rule, ...body.map(line)].join('\n');
}
