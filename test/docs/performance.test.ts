import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { drawBars } from '../../bench/performance/chart.ts';
import { renderPerformance } from '../../bench/performance/page.ts';
import type { Results } from '../../bench/performance/results.ts';

const read = (path: string) => readFileSync(new URL(`../../docs/${path}`, import.meta.url), 'utf8');

test('docs/performance.md and its charts show the figures of performance.json', () => {
  const rendered = renderPerformance(JSON.parse(read('performance.json')) as Results);
  for (const [path, text] of Object.entries(rendered)) assert.equal(read(path), text, path);
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
