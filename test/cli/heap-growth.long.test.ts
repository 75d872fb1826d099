import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';

const RUN = new URL('../../src/cli/run.ts', import.meta.url).href;
/** Keeps 40 MB and replaces them twenty times. */
const SCRIPT = `
  const { runProcess } = await import('${RUN}');
  await runProcess(['--version']);
  const live = new Array(2000);
  let highest = 0;
  for (let i = 0; i < 40_000; i++) {
    live[i % live.length] = new Array(2500).fill(i);
    if (i % 100 === 0) highest = Math.max(highest, process.memoryUsage().heapUsed);
  }
  console.log(highest);`;
/** With a collector in the same thread it is 130 MB whatever else the machine does, and 254 MB without a limit to its growth. */
const FLAGS = ['--single-threaded-gc', '--input-type=module'];
const MAX_HEAP_BYTES = 150_000_000;

test('the heap of a command stays near what it uses', () => {
  const { stdout, stderr } = spawnSync(process.execPath, [...FLAGS, '-e', SCRIPT], { encoding: 'utf8' });
  const highest = Number(stdout.trim().split('\n').at(-1));
  assert.ok(highest > 0 && highest < MAX_HEAP_BYTES, `${highest} ${stderr}`);
});
