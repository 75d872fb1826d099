import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openFlusher } from '../../src/quota/flusher.ts';

test('the last write begins when a running one has ended, and closing waits for both', async () => {
  const events: string[] = [];
  const { promise: allowed, resolve: allow } = Promise.withResolvers<void>();
  const { flush, close } = openFlusher(async () => {
    events.push('begin');
    await allowed;
    events.push('end');
  });
  const running = flush();
  const closed = close().then(() => events.push('closed'));
  await Promise.resolve();
  allow();
  await Promise.all([running, closed]);
  assert.deepEqual(events, ['begin', 'end', 'begin', 'end', 'closed']);
});
