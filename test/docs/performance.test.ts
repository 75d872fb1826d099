import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { drawBars } from '../../bench/chart.ts';
import { highestRatios, judge } from '../../bench/judge.ts';
import { drawCharts, readResults, refreshPage, renderOtherTargets } from '../../bench/page.ts';
import { copyCatalog } from '../../bench/prepare.ts';
import type { OtherTarget } from '../../bench/results.ts';
import { readConfig } from '../../src/config.ts';
import { openCatalogStore } from '../../src/store/open.ts';
import { temporaryFolder } from '../support/bundle.ts';
import { newPlace } from '../support/engines.ts';
import { fillWithCatalog } from '../support/server.ts';

const read = (path: string) => readFileSync(new URL(`../../docs/${path}`, import.meta.url), 'utf8');

test('docs/performance.md and its charts show the figures of performance.json', () => {
  const results = readResults();
  const page = read('performance.md');
  assert.equal(page, refreshPage(page, results));
  for (const [path, chart] of Object.entries(drawCharts(results))) assert.equal(read(path), chart, path);
});

test('the software that Ludex is compared with is a package of its own, without addresses of downloads', () => {
  const [own, peers, locked] = ['package.json', 'bench/peers/package.json', 'bench/peers/package-lock.json'].map(
    (path) => JSON.parse(readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')),
  );
  assert.equal(own.workspaces, undefined);
  const ours = Object.keys({ ...own.dependencies, ...own.devDependencies, ...own.optionalDependencies });
  assert.ok(new Set(ours).isDisjointFrom(new Set(Object.keys(peers.dependencies))));
  assert.deepEqual(locked.packages[''].dependencies, peers.dependencies);
  assert.ok(Object.values<object>(locked.packages).every((one) => !('resolved' in one)));
});

test('a chart has a bar for each known value, longer for larger ones, and escapes its labels', () => {
  const groups = [
    { label: 'a & <b>', values: [1, 100] },
    { label: 'c', values: [10, undefined] },
  ];
  const svg = drawBars({ title: 'T', unit: 'µs', series: ['x', 'y'], groups });
  const widths = Array.from(svg.matchAll(/<rect x="210"[^>]* width="([\d.]+)" height="8"/g), ([, width]) =>
    Number(width),
  );
  assert.equal(widths.length, 3);
  const [least = 0, most = 0, middle = 0] = widths;
  assert.ok(0 < least && least < middle && middle < most);
  assert.ok(svg.includes('>a &amp; &lt;b></text>'));
});

const JUDGED: [
  verdict: string,
  runs: [ratio: number, ceilingSpread: number, ceilingWait: number, stolen?: number][],
][] = [
  ['noisy', [[2.6, 1, 0, 0.2]]],
  ['ok', [[2.5, 1, 0]]],
  ['slow', [[2.6, 1.1, 0.1]]],
  [
    'slow',
    [
      [2.6, 1.5, 0.2],
      [3, 1, 0],
      [2.7, 1.2, 0],
    ],
  ],
  [
    'ok',
    [
      [9, 1, 0],
      [2.4, 3, 9],
    ],
  ],
  [
    'noisy',
    [
      [2.6, 1, 0],
      [2.6, 1.6, 0],
    ],
  ],
  ['noisy', [[2.6, 1, 0.3]]],
];

for (const [verdict, runs] of JUDGED) {
  test(`the guard allows 25 % more than a budget of 2: ${verdict} after ${JSON.stringify(runs)}`, () => {
    const compared = runs.map(([ratio, ceilingSpread, ceilingWait, stolen = 0]) => ({
      ratio,
      ceilingSpread,
      ceilingWait,
      stolen,
    }));
    const highest = highestRatios({ cpu: 'a', ratios: { page: 2 } }, 'a').get('page') as number;
    assert.equal(judge(compared, highest), verdict);
  });
}

test('on another CPU than that of the budgets, the guard allows twice as much', () => {
  const budgets = { cpu: 'a', ratios: { page: 2 } };
  assert.deepEqual(highestRatios(budgets, 'b'), new Map([['page', 4]]));
});

test('a target that is not about one request is met up to its value', () => {
  const size = { games: 250_000, readyMs: 1001, residentMb: 250, cpuUs: {} };
  const others: OtherTarget[] = [{ name: 'search: slowest', value: 4.999, unit: 'ms', target: 5 }];
  const page = renderOtherTargets({ date: '', machine: '', games: 250_000, requests: [], sizes: [size], others });
  assert.match(page, /^\| start, 250,000 games \| 1 s \| 1 s \| no \|$/m);
  assert.match(page, /^\| memory before traffic, 250,000 games \| 250 MB \| 250 MB \| yes \|$/m);
  assert.match(page, /^\| search: slowest \| 5 ms \| 5 ms \| yes \|$/m);
  assert.doesNotMatch(page, /disk|import|counted/, 'not measured');
});

test('a copied catalog has the games of the other one several times', async () => {
  const config = await newPlace('sqlite', {}, fillWithCatalog);
  const data = join(temporaryFolder('copies'), 'data');
  const readIds = async (folder: string) => {
    const { catalog, close } = await openCatalogStore(readConfig({ data: folder }, {}), true);
    const { games } = await catalog.readIndex();
    await close();
    return games.ids;
  };
  const ids = await readIds(config.data);
  copyCatalog(config.data, data, 3 * ids.length);
  assert.equal(new Set(await readIds(data)).size, 3 * ids.length);
});
