import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openOperatorPass } from '../../src/server/admission.ts';

function openCounted() {
  const counted = { now: 0, lookups: 0, open: 0, most: 0 };
  const lookUp = async (session: string) => {
    counted.lookups++;
    counted.most = Math.max(counted.most, ++counted.open);
    await Promise.resolve();
    counted.open--;
    if (session === 'broken') throw new Error('no database');
    return session === 'operator';
  };
  return { counted, hasPass: openOperatorPass(lookUp, () => counted.now) };
}

test('random sessions of a network are looked up at a low pace, and those of another one all the same', async () => {
  const { counted, hasPass } = openCounted();
  for (let i = 0; i < 1000; i++) assert.equal(await hasPass(`random ${i}`, 'flood'), false);
  assert.equal(counted.lookups, 11);
  assert.equal(await hasPass('operator', 'another'), true);
  counted.now = 10_000;
  for (let i = 0; i < 1000; i++) await hasPass(`random ${i}`, 'flood');
  assert.equal(counted.lookups, 12 + 11);
});

test('few sessions are looked up at the same time, whatever their networks', async () => {
  const { counted, hasPass } = openCounted();
  await Promise.all(Array.from({ length: 100 }, (_, i) => hasPass(`random ${i}`, `network ${i}`)));
  assert.deepEqual([counted.most, counted.lookups], [4, 4]);
});

test('an operator who was seen passes without a lookup for a minute, also in a flood from the same network', async () => {
  const { counted, hasPass } = openCounted();
  assert.equal(await hasPass('operator', 'office'), true);
  for (let i = 0; i < 100; i++) await hasPass(`random ${i}`, 'office');
  const { lookups } = counted;
  assert.equal(await hasPass('operator', 'office'), true);
  assert.equal(counted.lookups, lookups);
  counted.now = 61_000;
  assert.equal(await hasPass('operator', 'office'), true);
  assert.equal(counted.lookups, lookups + 1);
});

test('a failed lookup is not a pass', async () => {
  assert.equal(await openCounted().hasPass('broken', 'office'), false);
});
