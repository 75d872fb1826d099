import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SharedBodies } from '../../src/web/kit/shared-bodies.ts';

test('concurrent requests for a body share one buffer while it is created or sent', async () => {
  const bodies = new SharedBodies();
  let created = 0;
  const create = async () => Buffer.from(`body ${++created}`);
  const [first, second] = await Promise.all([bodies.get('a', create), bodies.get('a', create)]);
  // `first` is still referenced, as by a slow response.
  const third = await bodies.get('a', create);
  assert.equal(created, 1);
  assert.equal(first, second);
  assert.equal(first, third);
  assert.notEqual(await bodies.get('b', create), first);
});

test('a failed body is created again on the next request', async () => {
  const bodies = new SharedBodies();
  const failing = [1, 2].map(() => bodies.get('a', () => Promise.reject(new Error('away'))));
  for (const { status } of await Promise.allSettled(failing)) assert.equal(status, 'rejected');
  assert.equal(String(await bodies.get('a', async () => Buffer.from('body'))), 'body');
});
