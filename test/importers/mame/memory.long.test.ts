import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { temporaryFolder } from '../../support/bundle.ts';
import { writeLists } from '../../support/mame.ts';
import { runProgram } from '../../support/program.ts';

const ENTRIES = 4000;
/** In megabytes, including the program itself. The entries of the test alone are larger. */
const HEAP_MEGABYTES = 40;

test('entries are not held in memory', async () => {
  const serial = Array.from({ length: 50 }, (_, i) => `${i}`.padEnd(190, 'x'));
  const entries = Array.from({ length: ENTRIES }, (_, i) => ({
    name: `x${i}`,
    description: `Game number ${i}`,
    info: { serial },
  }));
  const bundle = join(temporaryFolder('memory'), 'bundle');
  const { code, stdout, stderr } = await runProgram(
    ['import', 'mame', writeLists({ nes: entries }), '--bundle', bundle],
    {
      NODE_OPTIONS: `--max-old-space-size=${HEAP_MEGABYTES} --max-semi-space-size=1`,
    },
  );
  assert.equal(code, 0, stderr.slice(0, 500));
  assert.match(stdout, new RegExp(`^games +${ENTRIES}$`, 'm'));
});
