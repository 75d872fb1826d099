import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { openProgress } from '../../src/cli/kit/progress.ts';

test('progress has no speed before anything is done, nor one below 1 per second', () => {
  const texts: string[] = [];
  mock.timers.enable({ apis: ['Date'] });
  mock.method(process.stderr, 'write', (text: string) => texts.push(text));
  try {
    const { show } = openProgress('MB');
    for (const done of [0, 3, 40]) {
      mock.timers.tick(6000);
      show(done, 47);
    }
  } finally {
    mock.reset();
  }
  assert.deepEqual(texts, ['0 of 47 MB\n', '3 of 47 MB, 176 s left\n', '40 of 47 MB, 2 per second, 4 s left\n']);
});
