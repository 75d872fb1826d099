import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openTimeline } from '../../torture/soak/model.ts';
import { soak } from '../../torture/soak/soak.ts';
import { ENGINES } from '../support/servers/engines.ts';
import { newDatabase } from '../support/servers/postgres.ts';

test('a reader may get the old value during a change, and for a while after it', () => {
  let now = 0;
  const timeline = openTimeline('old', () => now);
  now = 100;
  timeline.begin('new');
  assert.deepEqual([timeline.between(0, 50), timeline.between(90, 110)], [['old'], ['old', 'new']]);
  now = 200;
  timeline.settle();
  assert.deepEqual(timeline.between(300, 400), ['old', 'new']);
  assert.deepEqual(timeline.between(100_000, 100_100), ['new']);
});

/** Other tests run beside this one, and need the CPU. */
const READER_PAUSE_MS = 100;

for (const engine of ENGINES)
  test(`${engine}: every answer is as the model says, during imports, edits, new keys and sign-ins`, async () => {
    const place = engine === 'postgres' ? { LUDEX_DATABASE_URL: await newDatabase() } : {};
    const settings = { LUDEX_THREADS: '2', ...place };
    const { done } = await soak({ seed: 7, minutes: 1, readerPauseMs: READER_PAUSE_MS, settings });
    for (const [work, count] of Object.entries(done)) assert.ok(count > 0, work);
  });
