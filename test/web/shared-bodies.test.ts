import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SharedBodies } from '../../src/web/kit/shared-bodies.ts';

test('everybody who asks while a body is being made or sent gets the same bytes', async () => {
  const bodies = new SharedBodies();
  let made = 0;
  const make = async () => Buffer.from(`body ${++made}`);
  const [first, second] = await Promise.all([bodies.get('a', make), bodies.get('a', make)]);
  // As a slow reader does, this test still holds the first.
  const third = await bodies.get('a', make);
  assert.equal(made, 1);
  assert.equal(first, second);
  assert.equal(first, third);
  assert.notEqual(await bodies.get('b', make), first);
});

test('a body that could not be made is made again for the next', async () => {
  const bodies = new SharedBodies();
  const failing = [1, 2].map(() => bodies.get('a', () => Promise.reject(new Error('away'))));
  for (const { status } of await Promise.allSettled(failing)) assert.equal(status, 'rejected');
  assert.equal(String(await bodies.get('a', async () => Buffer.from('body'))), 'body');
});
