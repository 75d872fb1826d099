import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { openProgress } from '../../src/cli/kit/progress.ts';

function linesOf(phase: string | undefined, amounts: readonly number[]): string[] {
  const texts: string[] = [];
  mock.timers.enable({ apis: ['Date'] });
  mock.method(process.stderr, 'write', (text: string) => texts.push(text));
  try {
    const { show } = openProgress('MB', phase);
    for (const done of amounts) {
      mock.timers.tick(6000);
      show(done, 47);
    }
  } finally {
    mock.reset();
  }
  return texts;
}

test('progress has no speed before anything is done, nor one below 1 per second', () => {
  assert.deepEqual(linesOf(undefined, [0, 3, 40]), [
    '0 of 47 MB\n',
    '3 of 47 MB, 176 s left\n',
    '40 of 47 MB, 2 per second, 4 s left\n',
  ]);
});

test('each line begins with the phase, and no amount is printed twice', () => {
  assert.deepEqual(linesOf('Reading the source', [3, 3, 3]), ['Reading the source: 3 of 47 MB, 88 s left\n']);
});
