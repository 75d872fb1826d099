import assert from 'node:assert/strict';
import { test } from 'node:test';
import { plotMemory } from '../../torture/soak/plot.ts';
import { soak } from '../../torture/soak/soak.ts';
import { openTimeline } from '../../torture/soak/timeline.ts';

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

test('every answer is as the model says, during imports, edits, new keys and sign-ins', async () => {
  const { done, samples } = await soak({ seed: 7, minutes: 0.2, settings: { LUDEX_THREADS: '2' } });
  for (const [work, count] of Object.entries(done)) assert.ok(count > 0, work);
  assert.match(plotMemory(samples), /<polyline points="[\d.]+,[\d.]+ /);
});
